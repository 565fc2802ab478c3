/// How much of what happens in a ``TestStore`` a test has to assert.
public enum StoreExhaustivity: Equatable, Sendable {
  /// Everything: each change of the state, each received action, and the end of each effect. The default.
  case on
  /// Only what the test chooses to assert.
  ///
  /// - Parameter showSkipped: Whether skipped changes and actions are reported, without failing the test.
  case off(showSkipped: Bool)

  /// Only what the test chooses to assert; the rest is passed over in silence.
  public static let off = Self.off(showSkipped: false)

  var showsSkipped: Bool { self == .off(showSkipped: true) }
}
