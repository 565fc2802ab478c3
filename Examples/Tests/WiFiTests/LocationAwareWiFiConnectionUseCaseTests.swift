import Testing
import TestingSupport
import WiFi

@Suite("Location-aware Wi-Fi", .deterministic, .tracksMemoryLeaks)
struct LocationAwareWiFiConnectionUseCaseTests {
  @Suite("Available networks")
  struct AvailableNetworksTests {
    @Test("When location is disabled then available networks deliver the location issue")
    func whenLocationDisabled_thenAvailableNetworksDeliversLocationError() async throws {
      let (sut, location, _) = makeSUT()

      try await expectAvailableNetworks([.scanningIssue(.locationServicesNotAvailable)], of: sut) {
        await location.simulateAuthorizationChanged(to: .disabled)
      }
    }

    @Test("When location is enabled then available networks deliver network updates")
    func whenLocationEnabled_thenAvailableNetworksDeliversNetworksUpdates() async throws {
      let networks = Set([makeNetwork(), makeNetwork()])
      let (sut, location, wifi) = makeSUT()

      try await expectAvailableNetworks([.networks(networks)], of: sut) {
        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.simulateNetworksUpdated(with: networks)
      }
    }

    @Test("When location is enabled after it was disabled then available networks deliver network updates")
    func whenLocationEnabledAfterDisabled_thenAvailableNetworksDeliversNetworksUpdates() async throws {
      let networks = Set([makeNetwork()])
      let (sut, location, wifi) = makeSUT()

      try await expectAvailableNetworks(
        [.scanningIssue(.locationServicesNotAvailable), .networks(networks)],
        of: sut
      ) {
        await location.simulateAuthorizationChanged(to: .disabled)
        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.simulateNetworksUpdated(with: networks)
      }
    }

    @Test("When location is enabled again then available networks deliver network updates again")
    func whenLocationReEnabledAfterDisabled_thenAvailableNetworksDeliversNetworkUpdatesAgain() async throws {
      let before = Set([makeNetwork()])
      let after = Set([makeNetwork(), makeNetwork()])
      let (sut, location, wifi) = makeSUT()

      try await withProbe(of: sut.availableNetworks()) { networks in
        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.simulateNetworksUpdated(with: before)
        await networks.expectNext(.networks(before))

        await location.simulateAuthorizationChanged(to: .disabled)
        await networks.expectNext(.scanningIssue(.locationServicesNotAvailable))

        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.simulateNetworksUpdated(with: after)
        await networks.expectNext(.networks(after))
      }
    }

    @Test("When location is disabled then network updates are held back")
    func whenLocationDisabled_thenNetworkUpdatesAreHeldBack() async throws {
      let (sut, location, wifi) = makeSUT()

      try await withProbe(of: sut.availableNetworks()) { networks in
        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.networks.waitForSubscribers()
        await location.simulateAuthorizationChanged(to: .disabled)
        await networks.expectNext(.scanningIssue(.locationServicesNotAvailable))

        wifi.networks.send(.networks([makeNetwork()]))

        await networks.expectSilence()
      }
    }

    @Test("When the decorated use case cannot scan then available networks deliver a scanning issue")
    func whenScanCannotBegin_thenAvailableNetworksDeliversScanningIssue() async throws {
      let (sut, location, wifi) = makeSUT()
      wifi.availability.result = .failure(makeError())

      try await expectAvailableNetworks([.scanningIssue(.scanFailed)], of: sut) {
        await location.simulateAuthorizationChanged(to: .enabled)
      }
    }

    @Test("When the location use case ends then available networks end")
    func whenLocationStatusesFinish_thenAvailableNetworksFinish() async throws {
      let (sut, location, _) = makeSUT()

      try await expectAvailableNetworks([], of: sut, then: .finish) {
        await location.simulateEndOfStatuses()
      }
    }

    @Test("When nobody listens any more then the scan has ended")
    func whenListenerLeaves_thenScanEnds() async throws {
      let (sut, location, wifi) = makeSUT()

      try await expectAvailableNetworks([.networks([])], of: sut) {
        await location.simulateAuthorizationChanged(to: .enabled)
        await wifi.simulateNetworksUpdated(with: [])
      }

      await wifi.networks.waitUntilUnsubscribed()
    }
  }

  @Suite("Failing")
  struct FailingTests {
    @Test("When other networks are delivered than expected then the failure is at the test's line")
    func whenOtherNetworksAreDelivered_thenFailureIsAtTestsLine() async throws {
      let (sut, location, _) = makeSUT()

      let line = #_sourceLocation.line + 2
      let issues = await recordedIssues {
        try await expectAvailableNetworks([.networks([makeNetwork()])], of: sut) {
          await location.simulateAuthorizationChanged(to: .disabled)
        }
      }

      #expect(issues.map(\.sourceLocation?.line) == [line])
    }
  }

  @Suite("Decoration")
  struct DecorationTests {
    @Test("When a network is joined then the decorated use case joins it")
    func whenConnect_thenDecoratedUseCaseConnects() async throws {
      let network = makeNetwork()
      let (sut, _, wifi) = makeSUT()

      try await sut.connect(to: network, password: "secret")

      #expect(wifi.connection.calls == [.init(network: network, password: "secret")])
    }

    @Test("When joining fails then the error is passed on")
    func whenConnectFails_thenErrorIsPassedOn() async {
      let (sut, _, wifi) = makeSUT()
      wifi.connection.result = .failure(.incorrectCredentials(networkName: "Cafe"))

      await #expect(throws: WifiConnectionError.incorrectCredentials(networkName: "Cafe")) {
        try await sut.connect(to: makeNetwork(), password: "wrong")
      }
    }

    @Test("When leaving fails then the error is passed on")
    func whenDisconnectFails_thenErrorIsPassedOn() async {
      let (sut, _, wifi) = makeSUT()
      wifi.disconnection.result = .failure(.notConnected)

      await #expect(throws: WifiDisconnectionError.notConnected) {
        try await sut.disconnect()
      }
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias SUT = LocationAwareWiFiConnectionUseCase

private func makeSUT(
  sourceLocation: SourceLocation = #_sourceLocation
) -> (SUT, LocationServicesUseCaseStub, WiFiConnectionUseCaseSpy) {
  let location = LocationServicesUseCaseStub()
  let wifi = WiFiConnectionUseCaseSpy()
  trackForMemoryLeaks(location, sourceLocation: sourceLocation)
  trackForMemoryLeaks(wifi, sourceLocation: sourceLocation)
  return (SUT(locationUseCase: location, decoratedUseCase: wifi), location, wifi)
}

private func expectAvailableNetworks(
  _ expected: [AvailableNetworks],
  of sut: SUT,
  then ending: StreamEnding = .anything,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws -> Void
) async throws {
  try await expect(
    sut.availableNetworks(),
    delivers: expected,
    then: ending,
    sourceLocation: sourceLocation,
    after: action
  )
}

// MARK: - Test Doubles

private final class LocationServicesUseCaseStub: LocationServicesAuthorizationStatusUseCase {
  let statusSource = StreamSource<LocationAuthorizationStatus>()

  var statuses: AsyncStream<LocationAuthorizationStatus> { statusSource.makeStream() }

  func simulateAuthorizationChanged(to status: LocationAuthorizationStatus) async {
    await statusSource.waitForSubscribers()
    statusSource.send(status)
  }

  func simulateEndOfStatuses() async {
    await statusSource.waitForSubscribers()
    statusSource.finish()
  }
}

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

  func simulateNetworksUpdated(with found: Set<WiFiNetwork>) async {
    await networks.waitForSubscribers()
    networks.send(.networks(found))
  }
}
