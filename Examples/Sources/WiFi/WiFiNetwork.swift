/// A network as the system reports it.
public struct WiFiNetwork: Identifiable, Hashable, Sendable {
  /// The identifier of the access point.
  public let id: String
  /// The name that people see.
  public var ssid: String
  /// Whether joining it takes a password.
  public var isSecure: Bool
  /// How well it is received.
  public var signalStrength: WiFiSignalStrength

  /// Creates a network.
  public init(id: String, ssid: String, isSecure: Bool, signalStrength: WiFiSignalStrength) {
    self.id = id
    self.ssid = ssid
    self.isSecure = isSecure
    self.signalStrength = signalStrength
  }
}

/// How well a network is received.
public enum WiFiSignalStrength: Int, CaseIterable, Comparable, Sendable {
  case low, medium, high

  /// Whether one signal is weaker than another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
