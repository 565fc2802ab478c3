extension TestClock {
  /// A point in a test clock's time, counted from the clock's beginning.
  public struct Instant: InstantProtocol {
    /// How far the instant lies from the clock's beginning.
    public let offset: Duration

    /// Creates an instant from its offset from the clock's beginning.
    ///
    /// - Parameter offset: The distance; zero for the beginning itself.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that lies further by the given duration.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    /// How long it is from here to the other instant.
    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    /// Whether the left instant is before the right one.
    public static func < (left: Self, right: Self) -> Bool {
      left.offset < right.offset
    }
  }
}

extension TestClock.Instant: CustomStringConvertible {
  /// The offset from the clock's beginning as text, such as "1.5 seconds".
  public var description: String { messageText(offset) }
}
