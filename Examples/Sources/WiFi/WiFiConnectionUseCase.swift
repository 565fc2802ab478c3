/// What the app can do with networks.
public protocol WiFiConnectionUseCase: Sendable {
  /// The network that the device is joined to.
  var currentNetworkName: String? { get async }

  /// The networks in reach: what is known, then every change. Each call makes a stream of its own.
  func availableNetworks() async throws -> AsyncStream<AvailableNetworks>
  /// Joins a network.
  func connect(to network: WiFiNetwork, password: String?) async throws(WifiConnectionError)
  /// Leaves the network that the device is joined to.
  func disconnect() async throws(WifiDisconnectionError)
}

/// What a scan finds.
public enum AvailableNetworks: Hashable, Sendable {
  /// The networks in reach.
  case networks(Set<WiFiNetwork>)
  /// Why networks cannot be seen at the moment.
  case scanningIssue(WiFiScanningIssue)
}

/// Why networks cannot be seen.
public enum WiFiScanningIssue: Hashable, Sendable {
  /// The system shows networks only to apps that may use the location.
  case locationServicesNotAvailable
  /// The radio is off or busy.
  case scanFailed
}

/// Why a network could not be joined.
public enum WifiConnectionError: Error, Hashable, Sendable {
  case generic
  case incorrectCredentials(networkName: String)
}

/// Why a network could not be left.
public enum WifiDisconnectionError: Error, Hashable, Sendable {
  case notConnected
  case generic
}
