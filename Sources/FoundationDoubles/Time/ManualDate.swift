public import Foundation
public import Testing
import TestingSupportCore

/// A date that changes only when the test advances it.
///
/// Use it for code that is given the current date as a closure:
///
/// ```swift
/// let date = ManualDate(.fixed("2026-02-28T23:59:00Z"))
/// let sut = Greeting(now: date.now)
///
/// date.advance(by: .seconds(60))
///
/// #expect(sut.text == "Hello, March")
/// ```
/// In a `.deterministic` test it follows virtual time as well: a task that sleeps for a minute sees a date that is a
/// minute later.
public final class ManualDate: Sendable {
  private struct State: Sendable {
    var date: Date
    /// How much virtual time had passed when the date was set.
    var elapsed: Duration
  }

  private let state: Locked<State>
  private let schedule: (any TestSchedule)?

  /// Creates a date.
  ///
  /// - Parameter date: The date to begin with.
  public init(_ date: Date) {
    schedule = CurrentTestSchedule.schedule
    state = Locked(State(date: date, elapsed: schedule?.elapsed ?? .zero))
  }

  /// Returns the current date; pass it to the code under test.
  public var now: @Sendable () -> Date {
    { self.current }
  }

  /// The current date.
  public var current: Date {
    let elapsed = schedule?.elapsed ?? .zero
    return state.withLock { $0.date + ($0.elapsed.timeInterval(until: elapsed)) }
  }

  /// Moves the date forward.
  ///
  /// - Parameters:
  ///   - duration: By how much. A negative duration records an issue and changes nothing; ``set(to:)`` goes back.
  ///   - sourceLocation: Where the issue is recorded.
  public func advance(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    guard duration >= .zero else {
      recordIssue(
        "A manual date cannot advance by \(duration.messageText)\nUse `set(to:)` to move it back.",
        sourceLocation: sourceLocation
      )
      return
    }
    set(to: current.addingTimeInterval(duration.timeInterval))
  }

  /// Sets the date, to an earlier one too: clocks of users do that.
  ///
  /// - Parameter date: The date.
  public func set(to date: Date) {
    let elapsed = schedule?.elapsed ?? .zero
    state.withLock { $0 = State(date: date, elapsed: elapsed) }
  }
}

extension Duration {
  fileprivate func timeInterval(until later: Duration) -> TimeInterval {
    (later - self).timeInterval
  }
}
