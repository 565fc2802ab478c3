/// A row of the list of networks.
public struct NetworkModel: Identifiable, Hashable, Sendable {
  /// The network's identifier.
  public let id: String
  /// The network's name.
  public let ssid: String
  /// Whether joining it takes a password.
  public let isSecure: Bool
  /// How well it is received.
  public let signalStrength: WiFiSignalStrength
  /// Whether the app is joining it right now.
  public var isConnecting = false
  /// Whether the device is joined to it.
  public var isConnected = false
  /// Whether the person has chosen it.
  public var isSelected = false
}

extension WiFiNetwork {
  /// The network's row, with nothing chosen.
  public var presentation: NetworkModel {
    NetworkModel(id: id, ssid: ssid, isSecure: isSecure, signalStrength: signalStrength)
  }
}
