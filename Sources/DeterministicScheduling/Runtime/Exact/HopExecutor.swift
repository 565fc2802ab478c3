/// The executor at which a task waits before it hops to an actor, in a test that explores orders.
final class HopExecutor: SerialExecutor {
  static let shared = HopExecutor()

  func enqueue(_ job: UnownedJob) {
    if !JobRouter.take(job, on: .hop) { Runtime.enqueueOutside(job, on: .own) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
