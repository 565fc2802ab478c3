internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What the clocks show: the time of a nested schedule continues from that of the outer one, and vice versa, so clocks
/// never go back.
extension Schedule {
  /// What the clocks show when no virtual time has passed.
  var epoch: testing_support_epoch { epochs.withLock { $0 } }

  /// What the clocks show when a schedule begins.
  ///
  /// - Parameter dates: What dates show; what they show in the outer schedule if it is `nil`.
  static func epoch(inside outer: Schedule?, dates: DateSource?) -> testing_support_epoch {
    var epoch =
      outer.map { testing_support_epoch_after($0.epoch, testing_support_time($0.elapsed)) }
      ?? testing_support_epoch_now()
    if let dates { epoch.has_virtual_dates = dates == .virtual }
    return epoch
  }

  /// Time has passed in a schedule inside this one, which stood still: its own sleepers have slept no longer for it.
  func pass(_ time: Duration) {
    guard time > .zero else { return }
    epochs.withLock { $0 = testing_support_epoch_after($0, testing_support_time(time)) }
    state.withLock { $0.elapsedInside += time }
  }

  /// Sets the virtual time of a thread that runs this schedule again, after time has passed inside it.
  func refreshTime() {
    testing_support_set_time(epoch, testing_support_time(elapsed))
  }

  /// The time that has passed since it was last added to the schedule around this one.
  func takeTimeForOuter() -> Duration {
    state.withLock { state in
      let elapsed = state.scheduler.elapsed + state.elapsedInside
      defer { state.elapsedOutside = elapsed }
      return elapsed - state.elapsedOutside
    }
  }
}

extension ScheduleState {
  /// What a clock shows to a job: the time that has passed here, and in schedules inside this one.
  struct ShownTime: Equatable {
    var elapsed: Duration
    /// How often time has changed, here and inside: cheaper to compare.
    var changes: Int

    static func == (one: ShownTime, other: ShownTime) -> Bool { one.changes == other.changes }
  }

  var shownTime: ShownTime {
    ShownTime(elapsed: scheduler.elapsed, changes: scheduler.timeChanges &+ insideChanges)
  }
}
