import Dispatch

/// An actor that runs on a dispatch queue of its own.
actor QueueActor {
  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "queue actor")

    func enqueue(_ job: UnownedJob) {
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  private let executor = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run(_ body: @Sendable () async -> Void) async {
    await body()
  }

  func block(_ body: @Sendable () -> Void) { body() }

  func add(_ event: String, to log: EventLog) {
    log.add(event)
  }
}
