// How the clocks read in a failure: one line each, with what a test asks them.

extension TestClock: CustomStringConvertible, CustomReflectable {
  /// Where the clock stands and how many sleep on it: `TestClock(now: 3 seconds, 2 sleepers)`.
  public var description: String {
    let (now, sleepers) = state.withLock { ($0.now, $0.sleeperCount) }
    let count = sleepers == 0 ? "" : sleepers == 1 ? ", 1 sleeper" : ", \(sleepers) sleepers"
    return "TestClock(now: \(now)\(count))"
  }

  /// What the description says, as fields.
  public var customMirror: Mirror {
    let (now, sleepers) = state.withLock { ($0.now, $0.sleeperCount) }
    return Mirror(self, children: ["now": now, "sleeperCount": sleepers], displayStyle: .class)
  }
}

extension ImmediateClock: CustomStringConvertible, CustomReflectable {
  /// Where the clock stands and how many sleeps led there: `ImmediateClock(now: 3 seconds, 2 sleeps)`.
  public var description: String {
    let count = sleeps.count
    return "ImmediateClock(now: \(now)\(count == 0 ? "" : count == 1 ? ", 1 sleep" : ", \(count) sleeps"))"
  }

  /// What the description says, as fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["now": now, "sleeps": sleeps], displayStyle: .class)
  }
}
