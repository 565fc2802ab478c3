/// What a test asks the app for when it launches it. The app reads it once, in debug builds only.
public struct LaunchOptions: Hashable, Sendable {
  /// Doubles stand where the network is, and nothing is animated.
  public var usesDoubles: Bool
  /// The app talks to the test server.
  public var usesTestServer: Bool
  /// What earlier runs have left is removed.
  public var resetsState: Bool

  public init(arguments: [String] = CommandLine.arguments) {
    usesDoubles = arguments.contains("--ui-testing")
    usesTestServer = arguments.contains("--e2e-testing")
    resetsState = arguments.contains("--reset-state")
  }
}
