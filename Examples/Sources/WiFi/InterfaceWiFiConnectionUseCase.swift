/// The device's radio.
public protocol WiFiInterface: Sendable {
  /// Looks around once.
  func scanForNetworks() async throws -> Set<WiFiNetwork>
  /// Joins a network.
  func associate(to network: WiFiNetwork, password: String?) async throws
  /// Leaves the network it is joined to.
  func disassociate() async
  /// Ticks whenever the radio's surroundings have changed.
  var changes: AsyncStream<Void> { get }
}

/// A failure of the radio that tells of a wrong password.
public struct WiFiAuthenticationFailure: Error, Hashable {
  /// Creates the failure.
  public init() {}
}

/// Networks from the device's radio: one scan serves every listener.
public actor InterfaceWiFiConnectionUseCase: WiFiConnectionUseCase {
  private let interface: any WiFiInterface
  private var listeners: [Int: AsyncStream<AvailableNetworks>.Continuation] = [:]
  private var nextListener = 0
  private var watching: Task<Void, Never>?
  private var latest: AvailableNetworks?

  public private(set) var currentNetworkName: String?

  /// Uses a radio.
  public init(interface: any WiFiInterface) {
    self.interface = interface
  }

  public func availableNetworks() -> AsyncStream<AvailableNetworks> {
    let listener = nextListener
    nextListener += 1
    let (stream, continuation) = AsyncStream.makeStream(of: AvailableNetworks.self)
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.remove(listener) }
    }
    listeners[listener] = continuation
    if let latest { continuation.yield(latest) }
    startWatching()
    return stream
  }

  public func connect(to network: WiFiNetwork, password: String?) async throws(WifiConnectionError) {
    do {
      try await interface.associate(to: network, password: password)
      currentNetworkName = network.ssid
    } catch is WiFiAuthenticationFailure {
      throw .incorrectCredentials(networkName: network.ssid)
    } catch {
      throw .generic
    }
  }

  public func disconnect() async throws(WifiDisconnectionError) {
    guard currentNetworkName != nil else { throw .notConnected }
    await interface.disassociate()
    currentNetworkName = nil
  }

  private func startWatching() {
    guard watching == nil else { return }
    watching = Task { [weak self, interface] in
      let changes = interface.changes
      await self?.scan()
      for await _ in changes { await self?.scan() }
    }
  }

  private func scan() async {
    let found: AvailableNetworks
    do {
      found = .networks(try await interface.scanForNetworks())
    } catch {
      found = .scanningIssue(.scanFailed)
    }
    guard found != latest else { return }
    latest = found
    for continuation in listeners.values { continuation.yield(found) }
  }

  private func remove(_ listener: Int) {
    listeners[listener] = nil
    guard listeners.isEmpty else { return }
    watching?.cancel()
    watching = nil
    latest = nil
  }

  deinit {
    watching?.cancel()
    for continuation in listeners.values { continuation.finish() }
  }
}
