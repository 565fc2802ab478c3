// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

extension RandomProgram {
  /// What came of a run: the results in the order in which they were written, and what was still going on at the end.
  struct Outcome: Sendable {
    var events: [String]
    /// The events without their order.
    var results: [String] { events.sorted() }
  }

  /// Runs the program in the order in which its tasks happen to run here.
  func run() async -> Outcome {
    let world = World(actorCount: actorCount)
    await world.run(body)
    for (index, counter) in world.counters.enumerated() { world.log.add("actor \(index): \(await counter.sum)") }
    world.log.add("main: \(await world.screen.sum)")
    world.log.add("queue: \(world.queueSum.withLock { $0 })")
    world.log.add("running: \(world.running.withLock { $0 })")
    return Outcome(events: world.log.events)
  }
}

/// What the tasks of one run share.
private final class World: Sendable {
  let log = EventLog()
  let counters: [SoakCounter]
  let screen = SoakScreen()
  let queueActor = QueueActor()
  let queue = DispatchQueue(label: "soak")
  let queueSum = Locked(0)
  let operations = OperationQueue()
  /// How many blocks have begun and not ended.
  let running = Locked(0)

  init(actorCount: Int) {
    counters = (0..<actorCount).map { _ in SoakCounter() }
  }

  @discardableResult
  func run(_ block: RandomProgram.Block) async -> Int {
    running.withLock { $0 += 1 }
    for (index, operation) in block.operations.enumerated() {
      let result = await perform(operation)
      log.add("\(block.id).\(index): \(result)")
    }
    running.withLock { $0 -= 1 }
    return block.id
  }

  private func perform(_ operation: RandomProgram.Operation) async -> String {
    switch operation {
    case .yield(let count):
      for _ in 0..<count { await Task.yield() }
      return "yielded"
    case .sleep(let milliseconds):
      return await didThrow { try await Task.sleep(for: .milliseconds(milliseconds)) }  // sleep-is-the-subject
    case .countOnActor(let actor, let times):
      for _ in 0..<times { await counters[actor].add(1) }
      return "counted \(times)"
    case .visitActor(let actor, let yields): return await counters[actor].visit(yields)
    case .countOnMain(let times):
      for _ in 0..<times { await screen.add(1) }
      return "main"
    case .countOnGlobalActor: return await SoakArchive.visit()
    case .countOnQueueActor:
      await queueActor.run { await Task.yield() }
      return "queue"
    case .group(let blocks): return await group(blocks)
    case .discardingGroup(let blocks):
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        await withDiscardingTaskGroup { group in
          for block in blocks { group.addTask { await self.run(block) } }
        }
      } else {
        _ = await group(blocks)
      }
      return "discarded \(blocks.count)"
    case .cancelledGroup(let count, let isByFailure): return await cancelGroup(count, isByFailure)
    case .outsideWork(let resumer): return "resumed \(await withOutsideWork { await resumed(by: resumer) })"
    case .cancelledWait: return await cancelWait()
    case .asyncLet(let left, let right):
      async let first = run(left)
      async let second = run(right)
      return "let \(await first) \(await second)"
    case .unstructured(let block, let kind): return "task \(await start(block, kind).value)"
    case .cancelled(let sleep, let afterYield): return await cancelTask(sleep: sleep, afterYield: afterYield)
    case .continuation(let resumer): return "resumed \(await resumed(by: resumer))"
    case .stream(let count, let throughOutside): return "sum \(await stream(count, throughOutside))"
    case .gate(let waiters): return await gate(waiters)
    case .readClock:
      let start = ContinuousClock.now
      return "clock \(start <= ContinuousClock.now)"
    case .settle:
      await settle()
      return "settled"
    case .timeout(let resumer):
      // Where started work is not seen, nothing keeps time from passing it.
      let isSeen = Runtime.seesStartedWork || !resumer.isOutside
      return isSeen
        ? await race(.seconds(60)) { "answer \(await self.resumed(by: resumer))" }
        : "answer \(await resumed(by: resumer))"
    case .shortTimeout(let againstSleep):
      return await race(.milliseconds(1)) {
        if againstSleep {
          try? await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        } else {
          await AsyncStream<Void>.makeStream().stream.reduce(()) { _, _ in }
        }
        return "answer"
      }
    case .pollClock(let milliseconds, let poller):
      let deadline = ContinuousClock.now + .milliseconds(milliseconds)
      while ContinuousClock.now < deadline { await pause(sleeps: poller == .sleeper) }
      return "polled"
    case .pollFlag(let setter, let sleeps):
      let isSet = Locked(false)
      let task = Task { [self] in
        _ = await resumed(by: setter)
        isSet.withLock { $0 = true }
      }
      while !isSet.withLock({ $0 }) { await pause(sleeps: sleeps) }
      await task.value
      return "flag"
    case .blocked(let opener):
      block(until: opener)
      return "opened"
    case .syncOnQueue(let times):
      for _ in 0..<times { queue.sync { queueSum.withLock { $0 += 1 } } }
      return "queue \(times)"
    case .cancelledContinuation(let afterYield): return await cancelContinuation(afterYield: afterYield)
    case .unawaitedLet(let sleep): return await leaveLet(sleep: sleep)
    case .unlessCancelled(let count): return await unlessCancelled(count)
    case .immediate(let block):
      #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
          return "immediate \(await Task.immediate { await self.run(block) }.value)"
        }
      #endif
      return "immediate \(await run(block))"
    case .preferredExecutor(let block):
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        return "preferred \(await withTaskExecutorPreference(QueueTaskExecutor()) { await self.run(block) })"
      }
      return "preferred \(await run(block))"
    case .nested(let block):
      do {
        return "nested \(try await withDeterministicScheduling(outside: .seconds(60)) { await self.run(block) })"
      } catch {
        return "nested: \(error)"
      }
    }
  }

  /// What comes first: the answer of the body, or the end of a sleep.
  private func race(_ duration: Duration, _ body: @escaping @Sendable () async -> String) async -> String {
    await withTaskGroup(of: String.self) { group in
      group.addTask { await body() }
      group.addTask {
        do {
          try await Task.sleep(for: duration)  // sleep-is-the-subject
          return "timed out"
        } catch {
          return "\(error)"
        }
      }
      let first = await group.next() ?? "nothing"
      group.cancelAll()
      return first
    }
  }

  private func pause(sleeps: Bool) async {
    if sleeps {
      try? await Task.sleep(for: .zero)  // sleep-is-the-subject
    } else {
      await Task.yield()
    }
  }

  /// Keeps the thread of the job until another one lets it go on.
  private func block(until opener: RandomProgram.By) {
    let semaphore = DispatchSemaphore(value: 0)
    call(by: opener) { semaphore.signal() }
    semaphore.wait()
  }

  private func cancelContinuation(afterYield: Bool) async -> String {
    let task = Task {
      let gate = SoakGate()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      return "cancelled \(Task.isCancelled)"
    }
    if afterYield { await Task.yield() }
    task.cancel()
    return await task.value
  }

  private func leaveLet(sleep: Bool) async -> String {
    let end = Locked("not ended")
    func leave() async {
      async let _: Void = {
        let result =
          sleep
          ? await didThrow { try await Task.sleep(for: .seconds(3600)) }  // sleep-is-the-subject
          : "\(await AsyncStream.makeStream(of: Int.self).stream.reduce(0, +))"
        end.withLock { $0 = result }
      }()
    }
    await leave()
    return end.withLock { $0 }
  }

  private func unlessCancelled(_ count: Int) async -> String {
    await withTaskGroup(of: Int.self) { group in
      var added = 0
      for number in 0..<count * 2 {
        if number == count { group.cancelAll() }
        if group.addTaskUnlessCancelled(operation: {
          await Task.yield()
          return 1
        }) {
          added += 1
        }
      }
      return "added \(added), \(await group.reduce(0, +))"
    }
  }

  private func group(_ blocks: [RandomProgram.Block]) async -> String {
    await withTaskGroup(of: Int.self) { group in
      for block in blocks { group.addTask { await self.run(block) } }
      var ids: [Int] = []
      for await id in group { ids.append(id) }
      return "group \(ids.sorted())"
    }
  }

  private func cancelGroup(_ count: Int, _ isByFailure: Bool) async -> String {
    await didThrow {
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<count {
          group.addTask {
            guard number.isMultiple(of: 2) else {
              return "\(await AsyncStream.makeStream(of: Int.self).stream.reduce(0, +))"
            }
            return await self.didThrow { try await Task.sleep(for: .seconds(3600)) }  // sleep-is-the-subject
          }
        }
        group.addTask {
          await Task.yield()
          if isByFailure { throw CancellationError() }
          return "last"
        }
        if !isByFailure { group.cancelAll() }
        for try await _ in group {}
      }
    }
  }

  private func cancelWait() async -> String {
    let sleeper = Task { try await Task.sleep(for: .seconds(3600)) }  // sleep-is-the-subject
    let waiting = Task { await didThrow { try await sleeper.value } }
    await Task.yield()
    waiting.cancel()
    sleeper.cancel()
    return await waiting.value
  }

  private func start(_ block: RandomProgram.Block, _ kind: RandomProgram.Kind) -> Task<Int, Never> {
    switch kind {
    case .inherited: Task { await self.run(block) }
    case .detached: Task.detached { await self.run(block) }
    case .main: Task { @MainActor in await self.run(block) }
    case .prioritized: Task(priority: .low) { await self.run(block) }
    }
  }

  private func cancelTask(sleep: Bool, afterYield: Bool) async -> String {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      if sleep { return await self.didThrow { try await Task.sleep(for: .seconds(3600)) } }  // sleep-is-the-subject
      return await withTaskCancellationHandler {
        for await _ in stream {}
        return "cancelled \(Task.isCancelled)"
      } onCancel: {
        continuation.finish()
      }
    }
    if afterYield { await Task.yield() }
    task.cancel()
    return await task.value
  }

  private func didThrow(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "slept"
    } catch {
      return "\(error)"
    }
  }

  private func resumed(by resumer: RandomProgram.By) async -> Int {
    if resumer == .cancellation {
      // The task that waits for it is another one, so that only that one is cancelled.
      _ = await cancelContinuation(afterYield: true)
      return 1
    }
    return await withCheckedContinuation { continuation in
      call(by: resumer) { continuation.resume(returning: 1) }
    }
  }

  /// Lets another task, thread or queue call a function.
  private func call(by caller: RandomProgram.By, _ body: @escaping @Sendable () -> Void) {
    let later = DispatchTime.now() + .milliseconds(1)
    switch caller {
    case .task, .cancellation: Task.detached { body() }
    case .mainActor: Task { @MainActor in body() }
    case .sleeper:
      Task {
        try? await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
        body()
      }
    case .deinitialiser:
      Task {
        #if compiler(>=6.2)
          if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
            _ = SoakDeinit(body)
            return
          }
        #endif
        body()
      }
    case .queue: DispatchQueue.global().async { body() }
    case .delayedQueue: DispatchQueue.global().asyncAfter(deadline: later) { body() }
    case .thread: Thread.detachNewThread { body() }
    case .mainQueue: DispatchQueue.main.async { body() }
    case .mainSoon: DispatchQueue.main.asyncAfter(deadline: later) { body() }
    case .operation: operations.addOperation { body() }
    case .timer, .notification: callByEvent(caller, body)
    }
  }

  #if os(Linux)
    private func callByEvent(_ caller: RandomProgram.By, _ body: @escaping @Sendable () -> Void) {
      if caller == .timer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {
          timer.cancel()
          body()
        }
        timer.schedule(deadline: .now() + .milliseconds(1))
        timer.resume()
      } else {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {}
        group.notify(queue: .global()) { body() }
      }
    }
  #else
    private func callByEvent(_ caller: RandomProgram.By, _ body: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { body() }
    }
  #endif

  private func stream(_ count: Int, _ throughOutside: Bool) async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    if throughOutside {
      DispatchQueue.global().async {
        for element in 0..<count { continuation.yield(element) }
        continuation.finish()
      }
    } else {
      Task {
        for element in 0..<count {
          continuation.yield(element)
          await Task.yield()
        }
        continuation.finish()
      }
    }
    return await stream.reduce(0, +)
  }

  private func gate(_ waiters: Int) async -> String {
    let gate = SoakGate()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<waiters { group.addTask { await gate.wait() } }
      group.addTask {
        await Task.yield()
        gate.open()
      }
    }
    return "gate \(waiters)"
  }
}

private actor SoakCounter {
  private(set) var sum = 0

  func add(_ number: Int) { sum += number }

  func visit(_ yields: Int) async -> String {
    sum += 1
    for _ in 0..<yields { await Task.yield() }
    sum += 1
    return "visited"
  }
}

@MainActor
private final class SoakScreen {
  private(set) var sum = 0

  nonisolated init() {}

  func add(_ number: Int) {
    dispatchPrecondition(condition: .onQueue(.main))
    sum += number
  }
}

/// An actor that all programs share, deterministic or not.
@globalActor
private actor SoakArchive {
  static let shared = SoakArchive()

  @SoakArchive
  static func visit() async -> String {
    await Task.yield()
    return "archive"
  }
}

#if compiler(>=6.2)
  /// Calls a function on an actor at its end.
  @SoakArchive
  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  private final class SoakDeinit {
    private let body: @Sendable () -> Void

    nonisolated init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }
#endif

/// Where tasks wait on bare continuations until it is opened.
private final class SoakGate: Sendable {
  private let state = Locked<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
