import Testing
import TestingSupport
import WiFi

@Suite("Wi-Fi from the radio", .deterministic, .tracksMemoryLeaks)
struct InterfaceWiFiConnectionUseCaseTests {
  @Suite("Available networks")
  struct AvailableNetworksTests {
    @Test("When networks are asked for then the first scan is delivered")
    func whenNetworksAreAskedFor_thenFirstScanIsDelivered() async {
      let found = Set([makeNetwork(), makeNetwork()])
      let (sut, interface) = makeSUT()
      interface.scan.result = .success(found)

      await expect(await sut.availableNetworks(), delivers: [.networks(found)])
    }

    @Test("When the surroundings change then the new scan is delivered")
    func whenSurroundingsChange_thenNewScanIsDelivered() async {
      let (before, after) = (Set([makeNetwork()]), Set([makeNetwork()]))
      let (sut, interface) = makeSUT()
      interface.scan.result = .success(before)

      await withProbe(of: await sut.availableNetworks()) { networks in
        await networks.expectNext(.networks(before))

        interface.simulateSurroundingsChanged(to: after)

        await networks.expectNext(.networks(after))
      }
    }

    @Test("When a scan finds the same networks then nothing is delivered")
    func whenScanFindsSameNetworks_thenNothingIsDelivered() async {
      let found = Set([makeNetwork()])
      let (sut, interface) = makeSUT()
      interface.scan.result = .success(found)

      await withProbe(of: await sut.availableNetworks()) { networks in
        await networks.expectNext(.networks(found))

        interface.simulateSurroundingsChanged(to: found)
        await interface.scan.waitForCalls(2)

        await networks.expectSilence()
      }
    }

    @Test("When a scan fails then a scanning issue is delivered")
    func whenScanFails_thenScanningIssueIsDelivered() async {
      let (sut, interface) = makeSUT()
      interface.scan.result = .failure(makeError())

      await expect(await sut.availableNetworks(), delivers: [.scanningIssue(.scanFailed)])
    }

    @Test("When multiple subscribers request networks then each receives updates")
    func whenMultipleSubscribersRequest_thenEachReceivesUpdates() async {
      let (before, after) = (Set([makeNetwork()]), Set([makeNetwork()]))
      let (sut, interface) = makeSUT()
      interface.scan.result = .success(before)
      let streams = (await sut.availableNetworks(), await sut.availableNetworks())

      await withProbes(of: streams.0, streams.1) { first, second in
        for networks in [first, second] { await networks.expectNext(.networks(before)) }

        interface.simulateSurroundingsChanged(to: after)

        for networks in [first, second] { await networks.expectNext(.networks(after)) }
      }
    }

    @Test("When a subscriber comes later then it gets the latest scan at once")
    func whenSubscriberComesLater_thenItGetsLatestScanAtOnce() async {
      let found = Set([makeNetwork()])
      let (sut, interface) = makeSUT()
      interface.scan.result = .success(found)
      let first = await sut.availableNetworks()

      await withProbe(of: first) { networks in
        await networks.expectNext(.networks(found))

        await expect(await sut.availableNetworks(), delivers: [.networks(found)])
      }
    }

    @Test("When the last subscriber leaves then the radio is left alone")
    func whenLastSubscriberLeaves_thenRadioIsLeftAlone() async {
      let (sut, interface) = makeSUT()

      await expect(await sut.availableNetworks(), delivers: [.networks([])])

      await interface.changeSource.waitUntilUnsubscribed()
    }
  }

  @Suite("Joining and leaving")
  struct ConnectionTests {
    @Test("When a network is joined then it is the current one")
    func whenConnect_thenNetworkIsCurrent() async throws {
      let network = makeNetwork()
      let (sut, _) = makeSUT()

      try await sut.connect(to: network, password: nil)

      #expect(await sut.currentNetworkName == network.ssid)
    }

    @Test("When the password is right then nothing is thrown")
    func whenPasswordIsRight_thenNothingIsThrown() async {
      let network = makeNetwork()
      let (sut, _) = makeSUT()

      await #expect(throws: Never.self) {
        try await sut.connect(to: network, password: "right")
      }
    }

    @Test("When the radio refuses the password then the error names the network")
    func whenAuthenticationFails_thenErrorNamesNetwork() async {
      let network = makeNetwork()
      let (sut, interface) = makeSUT()
      interface.association.result = .failure(WiFiAuthenticationFailure())

      await #expect(throws: WifiConnectionError.incorrectCredentials(networkName: network.ssid)) {
        try await sut.connect(to: network, password: "wrong")
      }
    }

    @Test("When the radio fails otherwise then the error is generic")
    func whenAssociationFails_thenErrorIsGeneric() async {
      let (sut, interface) = makeSUT()
      interface.association.result = .failure(makeError())

      await #expect(throws: WifiConnectionError.generic) {
        try await sut.connect(to: makeNetwork(), password: nil)
      }
    }

    @Test("When no network is joined then leaving fails")
    func whenNotConnected_thenDisconnectFails() async {
      let (sut, _) = makeSUT()

      await #expect(throws: WifiDisconnectionError.notConnected) {
        try await sut.disconnect()
      }
    }

    @Test("When a network was joined then leaving leaves it")
    func whenConnected_thenDisconnectLeavesNetwork() async throws {
      let (sut, interface) = makeSUT()
      try await sut.connect(to: makeNetwork(), password: nil)

      try await sut.disconnect()

      #expect(interface.disassociation.callCount == 1)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  sourceLocation: SourceLocation = #_sourceLocation
) -> (InterfaceWiFiConnectionUseCase, WiFiInterfaceSpy) {
  let interface = WiFiInterfaceSpy()
  let sut = InterfaceWiFiConnectionUseCase(interface: interface)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(interface, sourceLocation: sourceLocation)
  return (sut, interface)
}

// MARK: - Test Doubles

private final class WiFiInterfaceSpy: WiFiInterface {
  struct AssociateParameters: Equatable {
    let network: WiFiNetwork
    let password: String?
  }

  let scan = FunctionSpy<Void, Set<WiFiNetwork>, any Error>(.success([]))
  let association = FunctionSpy<AssociateParameters, Void, any Error>(.success(()))
  let disassociation = FunctionSpy<Void, Void, Never>(.success(()))
  let changeSource = StreamSource<Void>()

  func simulateSurroundingsChanged(to found: Set<WiFiNetwork>) {
    scan.result = .success(found)
    changeSource.send()
  }

  var changes: AsyncStream<Void> { changeSource.makeStream() }

  func scanForNetworks() async throws -> Set<WiFiNetwork> {
    try await scan.callAsync()
  }

  func associate(to network: WiFiNetwork, password: String?) async throws {
    try await association.callAsync(.init(network: network, password: password))
  }

  func disassociate() async {
    await disassociation.callAsync()
  }
}
