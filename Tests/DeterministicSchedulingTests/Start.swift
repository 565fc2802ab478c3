#if os(Linux)
  import Dispatch
  import Foundation
  import TestingSupportCore

  /// The ways to start work.
  enum Start: CaseIterable {
    case queue, delayed, barrier, group, nested, thread, main, workItem, delayedItem, groupItem, barrierItem, operation
    case timer, ticks, data, bytes, cancellation, groupEnd, itemEnd, reading, writing, channelReading, channelWriting
    case channelBarrier, qualityOfService, replacement
    case delayedBarrier, delayedBarrierItem, groupBarrier, registration, channelEnd, channelEndOfOther, iteration

    func callAsFunction(_ work: @escaping @Sendable () -> Void) {
      switch self {
      case .queue: DispatchQueue.global().async(execute: work)
      case .delayed: DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10), execute: work)
      case .barrier: DispatchQueue(label: "queue", attributes: .concurrent).async(flags: .barrier, execute: work)
      case .group: DispatchQueue.global().async(group: DispatchGroup(), execute: work)
      case .nested: DispatchQueue.global().async { DispatchQueue(label: "queue").async(execute: work) }
      case .thread: Thread.detachNewThread(work)
      case .main: DispatchQueue.main.async(execute: work)
      case .workItem: DispatchQueue.global().async(execute: DispatchWorkItem(block: work))
      case .delayedItem:
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10), execute: DispatchWorkItem(block: work))
      case .groupItem: DispatchQueue.global().async(group: DispatchGroup(), execute: DispatchWorkItem(block: work))
      case .barrierItem:
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        queue.async(execute: DispatchWorkItem(flags: .barrier, block: work))
      case .operation: OperationQueue().addOperation(work)
      case .timer:
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + .milliseconds(10))
        begin(source, work)
      case .ticks:
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now(), repeating: .milliseconds(5))
        begin(source, after: 3, work)
      case .data:
        let source = DispatchSource.makeUserDataAddSource(queue: .global())
        begin(source, work)
        source.add(data: 1)
      case .bytes:
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        begin(DispatchSource.makeReadSource(fileDescriptor: descriptor), keeping: pipe, work)
        pipe.fileHandleForWriting.write(Data([1]))
      case .cancellation:
        let source = DispatchSource.makeUserDataAddSource(queue: .global())
        source.setEventHandler {}
        source.setCancelHandler(handler: work)
        source.resume()
        source.cancel()
      case .groupEnd:
        let group = DispatchGroup()
        Start.delayed { group.leave() }
        group.enter()
        group.notify(queue: .global(), execute: work)
      case .itemEnd:
        let item = DispatchWorkItem {}
        item.notify(queue: .global(), execute: work)
        DispatchQueue.global().async(execute: item)
      case .reading:
        let file = FileHandle(forReadingAtPath: "/dev/zero")
        let descriptor = file?.fileDescriptor ?? -1
        DispatchIO.read(fromFileDescriptor: descriptor, maxLength: 1, runningHandlerOn: .global()) { _, _ in
          withExtendedLifetime(file, work)
        }
      case .writing:
        let file = FileHandle(forWritingAtPath: "/dev/null")
        let descriptor = file?.fileDescriptor ?? -1
        DispatchIO.write(toFileDescriptor: descriptor, data: .one, runningHandlerOn: .global()) { _, _ in
          withExtendedLifetime(file, work)
        }
      case .channelReading:
        channel("/dev/zero")?.read(offset: 0, length: 1, queue: .global()) { isDone, _, _ in if isDone { work() } }
      case .channelWriting:
        channel("/dev/null")?.write(offset: 0, data: .one, queue: .global()) { isDone, _, _ in if isDone { work() } }
      case .replacement:
        let source = DispatchSource.makeUserDataAddSource(queue: .global())
        source.setEventHandler {
          source.setEventHandler {}
          work()
          source.cancel()
        }
        source.resume()
        source.add(data: 1)
      case .delayedBarrier:
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        queue.asyncAfter(deadline: .now() + .milliseconds(10), flags: .barrier, execute: work)
      case .delayedBarrierItem:
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        let item = DispatchWorkItem(flags: .barrier, block: work)
        queue.asyncAfter(deadline: .now() + .milliseconds(10), execute: item)
      case .groupBarrier:
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        queue.async(group: DispatchGroup(), flags: .barrier, execute: work)
      case .registration:
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .distantFuture)
        source.setEventHandler {}
        source.setRegistrationHandler {
          work()
          source.cancel()
        }
        source.resume()
      case .channelEnd: channel("/dev/null", atEnd: work)?.close()
      case .channelEndOfOther:
        guard let channel = channel("/dev/null") else { return }
        DispatchIO(type: .stream, io: channel, queue: .global()) { _ in work() }.close()
        channel.close()
      case .iteration:
        let (caller, isStarted) = (pthread_self(), Locked(false))
        DispatchQueue.concurrentPerform(iterations: 64) { iteration in
          usleep(500)  // sleep-is-the-subject
          guard iteration == 63 || pthread_self() != caller else { return }
          let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
          }
          if isFirst { Start.queue(work) }
        }
      case .qualityOfService: DispatchQueue.global().async(qos: .background, execute: work)
      case .channelBarrier: channel("/dev/null")?.barrier(execute: work)
      }
    }

    // Cancels the source once it has called its handler so often.
    private func begin(
      _ source: any DispatchSourceProtocol,
      after count: Int = 1,
      keeping object: AnyObject? = nil,
      _ work: @escaping @Sendable () -> Void
    ) {
      let calls = Locked(0)
      source.setEventHandler {
        let isLast = calls.withLock { calls in
          calls += 1
          return calls == count
        }
        guard isLast else { return }
        work()
        source.cancel()
        withExtendedLifetime(object) {}
      }
      source.resume()
    }

    private func channel(_ path: String, atEnd end: @escaping @Sendable () -> Void = {}) -> DispatchIO? {
      path.withCString { path in
        DispatchIO(type: .stream, path: path, oflag: O_RDWR, mode: 0, queue: .global()) { _ in end() }
      }
    }
  }

  extension DispatchData {
    static var one: DispatchData { [1].withUnsafeBytes { DispatchData(bytes: $0) } }
  }
#endif
