import Testing
import TestingSupportCore

extension AnyClock {
  /// A point in the time of a clock whose type is erased.
  public struct Instant: InstantProtocol {
    let base: any InstantProtocol<Duration>

    init(_ base: any InstantProtocol<Duration>) {
      self.base = base
    }

    /// The instant that lies further by the given duration.
    public func advanced(by duration: Duration) -> Self {
      Self(base.advanced(by: duration))
    }

    /// How long it is from here to the other instant.
    ///
    /// Fails the test when the other instant is one of another type of clock; the answer is then zero.
    public func duration(to other: Self) -> Duration {
      Self.duration(from: base, to: other.base)
    }

    /// Whether the left instant is before the right one. Instants of different types of clocks have no order; comparing
    /// them fails the test.
    public static func < (left: Self, right: Self) -> Bool {
      isLess(left.base, right.base)
    }

    /// Whether both are the same instant of the same type of clock.
    public static func == (left: Self, right: Self) -> Bool {
      isEqual(left.base, right.base)
    }

    /// Hashes the wrapped instant.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(base)
    }
  }
}

extension AnyClock.Instant: CustomStringConvertible {
  /// The description of the wrapped instant.
  public var description: String { String(describing: base) }
}

extension AnyClock.Instant {
  /// There is no caller's line to fail at: the requirements of `Clock` and `InstantProtocol` pass none.
  static func recordMismatch(_ one: any InstantProtocol, _ other: any InstantProtocol) {
    let text = """
      Two instants belong to different clocks
      \(one) is a \(type(of: one)); \(other) is a \(type(of: other)).
      Use the same clock for both.
      """
    recordIssue(text, sourceLocation: #_sourceLocation)
  }

  private static func duration<I: InstantProtocol<Duration>>(
    from start: I,
    to end: any InstantProtocol<Duration>
  ) -> Duration {
    if let end = end as? I { return start.duration(to: end) }
    recordMismatch(start, end)
    return .zero
  }

  private static func isLess<I: InstantProtocol>(_ left: I, _ right: any InstantProtocol) -> Bool {
    if let right = right as? I { return left < right }
    recordMismatch(left, right)
    return false
  }

  private static func isEqual<I: InstantProtocol>(_ left: I, _ right: any InstantProtocol) -> Bool {
    (right as? I).map { left == $0 } ?? false
  }
}
