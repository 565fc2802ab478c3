import Dispatch

/// An actor that runs on a dispatch queue of its own.
actor QueueActor {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run(_ body: @Sendable () async -> Void) async {
    await body()
  }

  func block(_ body: @Sendable () -> Void) { body() }

  func add(_ event: String, to log: EventLog) {
    log.add(event)
  }
}

/// An executor that runs its jobs on a serial dispatch queue.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "queue executor")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// A task executor that runs its jobs on a dispatch queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class QueueTaskExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "task executor", attributes: .concurrent)

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A task executor that delays each of its jobs, and may be a serial one too.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class DelayingExecutor: TaskExecutor, SerialExecutor {
  private let delay: DispatchTimeInterval
  private let isSerial: Bool

  init(milliseconds: Int, isSerial: Bool = false) {
    (delay, self.isSerial) = (.milliseconds(milliseconds), isSerial)
  }

  func enqueue(_ job: UnownedJob) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      if self.isSerial {
        job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }
}
