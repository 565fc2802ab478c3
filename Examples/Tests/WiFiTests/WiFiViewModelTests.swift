import Testing
import TestingSupport
import WiFi

@Suite("The screen of networks", .deterministic, .tracksMemoryLeaks)
@MainActor
struct WiFiViewModelTests {
  @Suite("Listing")
  @MainActor
  struct ListingTests {
    @Test("When networks are found then the rows are sorted by name")
    func whenNetworksAreFound_thenRowsAreSortedByName() async {
      let (a, b) = (makeNetwork(ssid: "AWiFi"), makeNetwork(ssid: "BWiFi"))
      let (sut, useCase) = makeSUT()
      await sut.startScanning()

      await useCase.simulateNetworkUpdate(with: [b, a])

      await expectEventually(equals: [a.presentation, b.presentation]) { sut.availableNetworks }
    }

    @Test("When multiple network updates occur then the last one is shown")
    func whenMultipleNetworkUpdates_thenLastIsShown() async {
      let (first, last) = (makeNetwork(), makeNetwork())
      let (sut, useCase) = makeSUT()
      await sut.startScanning()

      await useCase.simulateNetworkUpdate(with: [first])
      await useCase.simulateNetworkUpdate(with: [last])

      await expectEventually(equals: [last.presentation]) { sut.availableNetworks }
    }

    @Test("When a scanning issue occurs then it is reported in words")
    func whenScanningIssue_thenMessageIsShown() async {
      let (sut, useCase) = makeSUT()
      await sut.startScanning()

      await useCase.simulateScanningIssue(.locationServicesNotAvailable)

      await expectEventually(equals: "Allow the use of your location to see networks.") { sut.scanningMessage }
    }

    @Test("When scanning cannot begin then that is reported in words")
    func whenScanningCannotBegin_thenMessageIsShown() async {
      let (sut, useCase) = makeSUT()
      useCase.availability.result = .failure(makeError())

      await sut.startScanning()

      #expect(sut.scanningMessage == "Networks cannot be seen at the moment.")
    }

    @Test("When scanning has stopped then nobody listens")
    func whenScanningStops_thenNobodyListens() async {
      let (sut, useCase) = makeSUT()
      await sut.startScanning()
      await useCase.networks.waitForSubscribers()

      sut.stopScanning()

      await useCase.networks.waitUntilUnsubscribed()
    }
  }

  @Suite("Joining")
  @MainActor
  struct ConnectionTests {
    @Test("When the user connects then the connection parameters are captured")
    func whenConnectToNetwork_thenConnectionParametersAreCaptured() async {
      let network = makeNetwork()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(network, of: useCase)

      await sut.connect(password: "password123")

      #expect(useCase.connection.calls == [.init(network: network, password: "password123")])
    }

    @Test("When the connection is on its way then the row says so")
    func whenConnecting_thenRowIsConnecting() async {
      let network = makeNetwork()
      let gate = Gate()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(network, of: useCase)
      useCase.connection.result = .success(()).held(at: gate)

      let connecting = Task { await sut.connect(password: nil) }
      await gate.waitUntilReached()

      #expect(sut.availableNetworks == [network.presentation.selected.connecting])
      gate.open()
      await connecting.value
    }

    @Test("When networks are found while connecting then the new rows keep the state")
    func whenNetworksAreFoundWhileConnecting_thenRowsKeepState() async {
      let (network, newcomer) = (makeNetwork(ssid: "AWiFi"), makeNetwork(ssid: "BWiFi"))
      let gate = Gate()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(network, of: useCase)
      useCase.connection.result = .success(())
        .reportingProgress { [networks = useCase.networks] in networks.send(.networks([network, newcomer])) }
        .held(at: gate)

      let connecting = Task { await sut.connect(password: nil) }
      await gate.waitUntilReached()

      await expectEventually(equals: [network.presentation.selected.connecting, newcomer.presentation]) {
        sut.availableNetworks
      }
      gate.open()
      await connecting.value
    }

    @Test("When the connection succeeds then the row is connected")
    func whenConnectionSucceeds_thenRowIsConnected() async {
      let network = makeNetwork()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(network, of: useCase)

      await sut.connect(password: nil)

      #expect(sut.availableNetworks == [network.presentation.selected.connected])
    }

    @Test("When the connection fails then the error is reported in words")
    func whenConnectionFails_thenErrorIsReported() async {
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(makeNetwork(), of: useCase)
      useCase.connection.result = .failure(.incorrectCredentials(networkName: "TestWiFi"))

      await sut.connect(password: "wrong")

      #expect(sut.connectionMessage == "The password for TestWiFi is not right.")
    }

    @Test("When the user connects twice then one connection is made")
    func whenConnectTwice_thenOneConnectionIsMade() async {
      let gate = Gate()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(makeNetwork(), of: useCase)
      useCase.connection.result = .success(()).held(at: gate)

      async let first: Void = sut.connect(password: nil)
      await gate.waitUntilReached()
      await sut.connect(password: nil)
      gate.open()
      await first

      #expect(useCase.connection.callCount == 1)
    }

    @Test("When nothing is selected then nothing is joined")
    func whenNothingIsSelected_thenNothingIsJoined() async {
      let network = makeNetwork()
      let (sut, useCase) = makeSUT()
      await sut.show(network, of: useCase)

      await sut.connect(password: nil)

      #expect(useCase.connection.calls == [])
    }
  }

  @Suite("Leaving")
  @MainActor
  struct DisconnectionTests {
    @Test("When the network is left then its row is not connected any more")
    func whenDisconnectSucceeds_thenRowIsNotConnected() async {
      let network = makeNetwork()
      let (sut, useCase) = makeSUT()
      await sut.showAndSelect(network, of: useCase)
      await sut.connect(password: nil)

      await sut.disconnect()

      #expect(sut.availableNetworks == [network.presentation.selected])
    }

    @Test(
      "When leaving fails then the error is reported in words",
      arguments: [
        (WifiDisconnectionError.notConnected, "You are not on a network."),
        (.generic, "The network could not be left."),
      ]
    )
    func whenDisconnectFails_thenErrorIsReported(error: WifiDisconnectionError, message: String) async {
      let (sut, useCase) = makeSUT()
      useCase.disconnection.result = .failure(error)

      await sut.disconnect()

      #expect(sut.connectionMessage == message)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (WiFiViewModel, WiFiConnectionUseCaseSpy) {
  let useCase = WiFiConnectionUseCaseSpy()
  let sut = WiFiViewModel(useCase: useCase)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(useCase, sourceLocation: sourceLocation)
  return (sut, useCase)
}

extension WiFiViewModel {
  fileprivate func showAndSelect(
    _ network: WiFiNetwork,
    of useCase: WiFiConnectionUseCaseSpy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await show(network, of: useCase, sourceLocation: sourceLocation)
    select(network.presentation)
  }

  fileprivate func show(
    _ network: WiFiNetwork,
    of useCase: WiFiConnectionUseCaseSpy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await startScanning()
    await useCase.simulateNetworkUpdate(with: [network])
    await expectEventually(equals: [network.presentation], sourceLocation: sourceLocation) { availableNetworks }
  }
}

extension NetworkModel {
  fileprivate var selected: Self { with(\.isSelected, true) }
  fileprivate var connecting: Self { with(\.isConnecting, true) }
  fileprivate var connected: Self { with(\.isConnected, true) }
}

// MARK: - Test Doubles

private final class WiFiConnectionUseCaseSpy: WiFiConnectionUseCase {
  struct ConnectParameters: Equatable {
    let network: WiFiNetwork
    let password: String?
  }

  let currentNetworkName: String? = nil
  let availability = FunctionSpy<Void, Void, any Error>(.success(()))
  let networks = StreamSource<AvailableNetworks>()
  let connection = FunctionSpy<ConnectParameters, Void, WifiConnectionError>(.success(()))
  let disconnection = FunctionSpy<Void, Void, WifiDisconnectionError>(.success(()))

  func availableNetworks() async throws -> AsyncStream<AvailableNetworks> {
    try await availability.callAsync()
    return networks.makeStream()
  }

  func connect(to network: WiFiNetwork, password: String?) async throws(WifiConnectionError) {
    try await connection.callAsync(.init(network: network, password: password))
  }

  func disconnect() async throws(WifiDisconnectionError) {
    try await disconnection.callAsync()
  }

  func simulateNetworkUpdate(with found: Set<WiFiNetwork>) async {
    await networks.waitForSubscribers()
    networks.send(.networks(found))
  }

  func simulateScanningIssue(_ issue: WiFiScanningIssue) async {
    await networks.waitForSubscribers()
    networks.send(.scanningIssue(issue))
  }
}
