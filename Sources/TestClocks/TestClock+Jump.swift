import Testing
import TestingSupportCore

extension TestClock {
  /// Advances the time in one step, and wakes every task whose deadline is reached, before anything else runs.
  ///
  /// ``advance(by:isolation:sourceLocation:)`` first lets everything run that is ready. So code that computes its
  /// deadline late, in a task that it has only just created, still finds the old time. On a busy machine, it finds the
  /// new one. Use a jump to be in this situation on purpose:
  ///
  /// ```swift
  /// search.type("a")
  /// clock.jump(by: .milliseconds(300))
  /// await settle()
  /// #expect(search.queries.withLock(\.self) == ["a"])
  /// ```
  ///
  /// The method is synchronous. The tasks that it wakes run later, in the order of their deadlines, and all of them
  /// find the time to which the clock was moved. A task that begins to sleep until a deadline that the clock has passed
  /// doesn't suspend.
  ///
  /// A negative duration changes nothing and records an issue.
  ///
  /// - Parameters:
  ///   - duration: How far to advance the time.
  ///   - sourceLocation: Where the issue is recorded.
  public func jump(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    let sleepers = advancing { state in
      duration < .zero ? nil : state.jump(to: state.now.advanced(by: duration))
    }
    guard let sleepers else {
      let call = "jump(by: \(messageText(duration)))"
      recordIssue("A test clock cannot move backward\n`\(call)` was ignored.", sourceLocation: sourceLocation)
      return
    }
    for sleeper in sleepers { sleeper.wake(.deadline) }
  }

  /// Advances the time to an instant in one step, and wakes every task whose deadline is reached, before anything else
  /// runs.
  ///
  /// The same as ``jump(by:sourceLocation:)`` otherwise. An instant in the past changes nothing and records an issue.
  ///
  /// - Parameters:
  ///   - instant: The time to advance to.
  ///   - sourceLocation: Where the issue is recorded.
  public func jump(to instant: Instant, sourceLocation: SourceLocation = #_sourceLocation) {
    let (sleepers, now) = advancing { state in
      (instant < state.now ? nil : state.jump(to: instant), state.now)
    }
    guard let sleepers else {
      let text = "A test clock cannot move backward\nThe time is \(now); `jump(to: \(instant))` was ignored."
      recordIssue(text, sourceLocation: sourceLocation)
      return
    }
    for sleeper in sleepers { sleeper.wake(.deadline) }
  }
}
