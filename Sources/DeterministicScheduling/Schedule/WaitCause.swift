internal import DeterministicSchedulingLoader

/// What a thread waits for in the system while tasks are held.
enum WaitCause: Hashable, Sendable {
  /// A lock that the thread of a held task has.
  case lockOfHeldTask
  /// A lock that any other thread has.
  case otherLock
  /// Something that no thread has, such as the end of a sleep.
  case event
  /// Possibly a lock that does not tell who has it.
  case unknown

  init(of thread: Int32, heldThreads: [Int32]) {
    var owner: Int32 = 0
    self =
      switch testing_support_wait_of_thread(thread, &owner) {
      case .lock: heldThreads.contains(owner) ? .lockOfHeldTask : .otherLock
      case .event: .event
      case .unknown: .unknown
      }
  }

  /// How long it is waited for, in the time that the process was given, before a held task continues; `nil` if that would
  /// not help.
  ///
  /// If the order is to depend on the seed alone, a held task must not continue merely because the machine is busy.
  /// A thread that waits for another lock may wait for a held task all the same, by way of others. It is not waited for as
  /// long as a job may block its thread: that is not to be reported for the lock of a held task.
  var patience: Duration? {
    switch self {
    case .lockOfHeldTask: .milliseconds(10)
    case .unknown: .milliseconds(50)
    case .otherLock: .milliseconds(500)
    case .event: nil
    }
  }
}
