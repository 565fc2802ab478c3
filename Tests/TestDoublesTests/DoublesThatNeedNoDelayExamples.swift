import TestDoubles
import Testing

// The code of the article "Doubles that need no delay", in the same words.

@Suite("Examples: doubles that need no delay")
struct DoublesThatNeedNoDelayExamples {
  @Test("When connecting fails then the error is shown")
  func whenConnectingFails_thenErrorIsShown() async {
    let (sut, networks) = makeSUT()
    networks.connection.result = .failure(.incorrectCredentials(networkName: "TestWiFi"))

    await sut.connect(to: "TestWiFi", password: "wrong")

    #expect(networks.connection.calls == [.init(network: "TestWiFi", password: "wrong")])
    #expect(sut.message == "The password for TestWiFi is wrong")
  }

  @Test("When networks are being loaded then the view model says so")
  func whenNetworksAreBeingLoaded_thenViewModelSaysSo() async {
    let (sut, networks) = makeSUT()
    let gate = Gate()
    networks.knownNetworks.result = .success(["Home"]).held(at: gate)

    async let loading: Void = sut.load()
    await gate.waitUntilReached()
    #expect(sut.isLoading)

    gate.open()
    await loading
    #expect(!sut.isLoading)
  }

  @Test("When a spy reports updates on the way then they come before its result")
  func whenSpyReportsUpdates_thenTheyComeBeforeResult() async throws {
    let networks = NetworksSpy()
    let stream = networks.available()
    networks.connection.result = .success()
      .reportingProgress { networks.updates.send(["TestWiFi"]) }

    try await networks.connect(to: "TestWiFi", password: nil)
    networks.updates.finish()

    #expect(await stream.reduce(into: []) { $0.append($1) } == [["TestWiFi"]])
  }

  @Test("When updates come then the view model shows the latest")
  func whenUpdatesCome_thenViewModelShowsLatest() async {
    let (sut, networks) = makeSUT()

    async let scanning: Void = sut.scan()
    await networks.updates.waitForSubscribers()
    networks.updates.send(["WiFi1"])
    networks.updates.send(["WiFi2"])
    networks.updates.finish()
    await scanning

    #expect(sut.available == ["WiFi2"])
  }

  @Test("When scanning is stopped then the view model unsubscribes")
  func whenScanningIsStopped_thenViewModelUnsubscribes() async {
    let (sut, networks) = makeSUT()

    let scanning = Task { await sut.scan() }
    await networks.updates.waitForSubscribers()
    scanning.cancel()
    await networks.updates.waitUntilUnsubscribed()

    #expect(networks.updates.subscriptionCount == 1)
  }

  @Test("When only loading is tested then a client needs nothing else")
  func whenOnlyLoadingIsTested_thenClientNeedsNothingElse() async throws {
    var client = ItemsClient(
      load: unimplemented("ItemsClient.load"),
      save: unimplemented("ItemsClient.save"),
      count: unimplemented("ItemsClient.count", returning: 0)
    )
    client.load = { ["Rick"] }

    #expect(try await client.load() == ["Rick"])
  }
}

// MARK: - What the article sets beside it

/// What was written with delays, to be read beside the tests above. Compiled, never run.
private enum Flaky {
  // conventions:ignore source-location - a test, run by another one
  static func whenNetworksAreBeingLoaded_thenViewModelSaysSo() async throws {
    let (sut, networks) = makeSUT()
    networks.knownNetworks.result = .success(["Home"])

    let loading = Task { await sut.load() }
    try await Task.sleep(for: .milliseconds(100))  // sleep-is-the-subject
    #expect(sut.isLoading)
    await loading.value
  }

  // conventions:ignore source-location - a test, run by another one
  static func whenUpdatesCome_thenViewModelShowsLatest() async throws {
    let (sut, networks) = makeSUT()

    let scanning = Task { await sut.scan() }
    // conventions:ignore yielding - the code under test yields
    await Task.yield()
    networks.updates.send(["WiFi1"])
    // conventions:ignore yielding - the code under test yields
    await Task.yield()
    #expect(sut.available == ["WiFi1"])
    scanning.cancel()
  }
}

// MARK: - makeSUT and factories

private func makeSUT() -> (sut: NetworksViewModel, networks: NetworksSpy) {
  let networks = NetworksSpy()
  return (NetworksViewModel(networks: networks), networks)
}

// MARK: - Production code

private enum ConnectionError: Error, Equatable {
  case incorrectCredentials(networkName: String)
}

private protocol Networks: Sendable {
  func available() -> AsyncStream<[String]>
  func known() async throws -> [String]
  func connect(to network: String, password: String?) async throws(ConnectionError)
  func disconnect() async
  func currentName() -> String?
}

private final class NetworksViewModel: Sendable {
  private let networks: any Networks
  private let state = LockIsolated<(available: [String], isLoading: Bool, message: String?)>(([], false, nil))

  init(networks: any Networks) {
    self.networks = networks
  }

  var available: [String] { state.available }
  var isLoading: Bool { state.isLoading }
  var message: String? { state.message }

  func scan() async {
    for await update in networks.available() { state.withValue { $0.available = update } }
  }

  func load() async {
    state.withValue { $0.isLoading = true }
    let known = try? await networks.known()
    state.withValue { $0 = (known ?? [], false, $0.message) }
  }

  func connect(to network: String, password: String?) async {
    do throws(ConnectionError) {
      try await networks.connect(to: network, password: password)
    } catch {
      guard case .incorrectCredentials(let name) = error else { return }
      state.withValue { $0.message = "The password for \(name) is wrong" }
    }
  }
}

private struct ItemsClient: Sendable {
  var load: @Sendable () async throws -> [String]
  var save: @Sendable (String) async throws -> Void
  var count: @Sendable () async -> Int
}

// MARK: - Test doubles

private final class NetworksSpy: Networks {
  struct Credentials: Equatable { let network: String, password: String? }

  let updates = StreamSource<[String]>()
  let knownNetworks = FunctionSpy<Void, [String], any Error>(.success([]))
  let connection = FunctionSpy<Credentials, Void, ConnectionError>()
  let disconnection = FunctionSpy<Void, Void, Never>()
  let name = FunctionSpy<Void, String?, Never>(.success(nil))

  func available() -> AsyncStream<[String]> { updates.makeStream() }
  func known() async throws -> [String] { try await knownNetworks.callAsync() }
  func connect(to network: String, password: String?) async throws(ConnectionError) {
    try await connection.callAsync(Credentials(network: network, password: password))
  }
  func disconnect() async { await disconnection.callAsync() }
  func currentName() -> String? { name.call() }
}
