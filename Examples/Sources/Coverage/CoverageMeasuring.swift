/// Where the person is, and over which technology the device is connected there.
public struct LocationUpdate: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// By how many metres the place may be off.
  public var accuracy: Double
  /// The radio technology in use; `nil` without a connection.
  public var technology: String?

  /// Creates an update.
  public init(coordinate: Coordinate, accuracy: Double = 5, technology: String? = nil) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.technology = technology
  }
}

/// Follows the person.
public protocol LocationTracking: Sendable {
  /// Every move, from now on.
  func updates() -> AsyncStream<LocationUpdate>
}

/// Measures the way to the server and back.
public protocol PingMeasuring: Sendable {
  /// Measures once.
  func ping() async throws -> Duration
}
