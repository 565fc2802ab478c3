internal import DeterministicSchedulingLoader
internal import Dispatch

/// The main actor's executor, as code inside a deterministic test sees it: one object for all tests, since tasks refer to
/// it without keeping it alive.
final class MainActorExecutor: SerialExecutor {
  static let shared = MainActorExecutor()

  func enqueue(_ job: UnownedJob) {
    if !JobRouter.take(job, on: .main) { Runtime.enqueueOutside(job, on: .main) }
  }

  // The library's own is newer than the oldest systems that this package supports.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  // Code on the main queue that no job of this executor runs, such as a block of `DispatchQueue.main.sync`.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }

  func isIdentical(to executor: UnownedSerialExecutor) -> Bool {
    let words = unsafeBitCast(executor, to: (UInt, UInt).self)
    return words.0 == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }
}
