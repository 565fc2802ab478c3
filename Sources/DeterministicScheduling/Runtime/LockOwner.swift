internal import DeterministicSchedulingLoader

/// The thread that keeps another one from a lock: it has the lock, or a lock that the lock's owner needs in turn, and does not
/// wait in the system itself.
struct LockOwner: Equatable, Sendable {
  let thread: Int32
  /// How much processor time it has used.
  let used: Duration
}

extension Runtime {
  /// What a thread has done until now, and who keeps it from a lock, for a caller that has a schedule's lock.
  ///
  /// A thread that waits for that lock counts as one that runs, since it continues as soon as the caller has looked. So does one
  /// whose lock goes from owner to owner meanwhile.
  static func activityUnderLock(
    of thread: Int32
  ) -> (activity: BlockedJobDetector.Activity, owner: LockOwner?) {
    let activity = activity(of: thread)
    guard case .waits(let total) = activity else { return (activity, nil) }
    let owners = ownersAwaited(by: thread)
    let isReleased = owners.last == 0 || owners.last == testing_support_this_thread()
    // Reading the owners takes a while, and the locks may have changed hands meanwhile.
    guard !isReleased, owners == ownersAwaited(by: thread) else { return (.ran(total: total), nil) }
    guard let last = owners.last, case .ran(let used) = self.activity(of: last) else { return (activity, nil) }
    return (activity, LockOwner(thread: last, used: used))
  }

  // The owner of the lock that a thread waits for, the owner of the lock that this owner waits for, and so on. The last is zero if
  // that lock is about to be released.
  private static func ownersAwaited(by thread: Int32) -> [Int32] {
    var (owners, waiting, owner) = ([Int32](), thread, Int32(0))
    while testing_support_wait_of_thread(waiting, &owner) == .lock, !owners.contains(owner) {
      owners.append(owner)
      guard owner != 0, owner != testing_support_this_thread() else { break }
      waiting = owner
    }
    return owners
  }
}
