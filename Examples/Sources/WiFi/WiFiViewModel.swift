/// The screen that lists networks and joins one.
@MainActor
public final class WiFiViewModel {
  /// The rows, sorted by name.
  public private(set) var availableNetworks: [NetworkModel] = []
  /// Why there are no rows, in words.
  public private(set) var scanningMessage: String?
  /// Why joining failed, in words.
  public private(set) var connectionMessage: String?

  private let useCase: any WiFiConnectionUseCase
  private var networks: Set<WiFiNetwork> = []
  private var selected: WiFiNetwork.ID?
  private var connecting: WiFiNetwork.ID?
  private var currentNetworkName: String?
  private var scanning: Task<Void, Never>?

  /// Shows what a use case finds.
  public init(useCase: any WiFiConnectionUseCase) {
    self.useCase = useCase
  }

  /// Begins to list networks, until ``stopScanning()`` or the end of the screen.
  public func startScanning() async {
    currentNetworkName = await useCase.currentNetworkName
    do {
      let found = try await useCase.availableNetworks()
      scanning?.cancel()
      scanning = Task { [weak self] in
        for await element in found { self?.show(element) }
      }
    } catch {
      show(.scanningIssue(.scanFailed))
    }
  }

  /// Stops listing.
  public func stopScanning() {
    scanning?.cancel()
    scanning = nil
  }

  /// The person chooses a row.
  public func select(_ network: NetworkModel) {
    selected = network.id
    updateRows()
  }

  /// The person asks to join the chosen network.
  public func connect(password: String?) async {
    guard connecting == nil, let network = networks.first(where: { $0.id == selected }) else { return }
    connecting = network.id
    connectionMessage = nil
    updateRows()
    do {
      try await useCase.connect(to: network, password: password)
      currentNetworkName = network.ssid
    } catch {
      connectionMessage = error.message
    }
    connecting = nil
    updateRows()
  }

  /// The person asks to leave the network.
  public func disconnect() async {
    do {
      try await useCase.disconnect()
      currentNetworkName = nil
    } catch {
      connectionMessage = error.message
    }
    updateRows()
  }

  private func show(_ element: AvailableNetworks) {
    switch element {
    case .networks(let found):
      networks = found
      scanningMessage = nil
    case .scanningIssue(let issue):
      networks = []
      scanningMessage = issue.message
    }
    updateRows()
  }

  private func updateRows() {
    availableNetworks = networks.sorted { ($0.ssid, $0.id) < ($1.ssid, $1.id) }.map { network in
      var row = network.presentation
      row.isSelected = network.id == selected
      row.isConnecting = network.id == connecting
      row.isConnected = network.ssid == currentNetworkName
      return row
    }
  }

  deinit {
    scanning?.cancel()
  }
}

extension WiFiScanningIssue {
  fileprivate var message: String {
    switch self {
    case .locationServicesNotAvailable: "Allow the use of your location to see networks."
    case .scanFailed: "Networks cannot be seen at the moment."
    }
  }
}

extension WifiConnectionError {
  fileprivate var message: String {
    switch self {
    case .generic: "The network could not be joined."
    case .incorrectCredentials(let name): "The password for \(name) is not right."
    }
  }
}

extension WifiDisconnectionError {
  fileprivate var message: String {
    switch self {
    case .notConnected: "You are not on a network."
    case .generic: "The network could not be left."
    }
  }
}
