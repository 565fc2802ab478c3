import TestDoubles
import Testing

// The code of the comments, in the same words.

@Suite("Examples: one double of each kind")
struct DocumentationExamples {
  @Test("When a connection is refused then the status says so")
  func whenConnectionIsRefused_thenStatusSaysSo() async {
    let connection = ConnectionSpy()
    connection.connectionResult = .failure(.refused)

    #expect(await connect(connection, to: "Home") == "Home refused the connection")
  }

  @Test("When another network is joined then it is asked once")
  func whenAnotherNetworkIsJoined_thenItIsAskedOnce() async throws {
    let networks = NetworksSpy()
    networks.current.result = .success("Home")

    try await join(Credentials(network: "Home"), among: networks)
    try await join(Credentials(network: "Office"), among: networks)

    #expect(networks.connect.calls == [Credentials(network: "Office")])
  }

  @Test("When joining fails then the error is passed on")
  func whenJoiningFails_thenErrorIsPassedOn() async {
    let networks = NetworksSpy()
    networks.connect.result = .failure(.refused)

    await #expect(throws: ConnectionError.refused) { try await join(Credentials(network: "Home"), among: networks) }
  }

  @Test("When networks are found then each subscriber is notified")
  func whenNetworksAreFound_thenEachSubscriberIsNotified() async {
    let scanner = ScannerSpy()
    let (menu, map) = (scanner.available(), scanner.available())

    scanner.simulateUpdate([Network(name: "Home")])

    #expect(await firstName(in: menu) == "Home")
    #expect(await firstName(in: map) == "Home")
  }

  @Test("When the signal is lost then the route ends there")
  func whenSignalIsLost_thenRouteEndsThere() async {
    let positions = PositionsSpy()
    let updates = positions.updates()

    positions.simulateLostSignal()

    #expect(await route(of: updates) == "0 positions, then noSignal")
  }

  @Test("When a scripted source fails early then its streams throw")
  func whenScriptedSourceFailsEarly_thenStreamsThrow() async {
    let positions = ThrowingStreamSource(
      script: [(at: .seconds(1), 52.5), (at: .seconds(2), 52.6)],
      finishesAt: .seconds(3),
      throwing: PositionError.noSignal
    )

    positions.fail(PositionError.noSignal)

    await #expect(throws: PositionError.noSignal) { for try await _ in positions.makeStream() {} }
  }

  @Test("When pages are opened at the same time then all titles are reported")
  func whenPagesAreOpenedAtSameTime_thenAllTitlesAreReported() async {
    var sut = Browser()
    let titles = LockIsolated<[String]>([])
    sut.onTitle = { title in titles.withValue { $0.append(title) } }

    await sut.open(["home", "news"])

    #expect(titles.value.sorted() == ["HOME", "NEWS"])
  }
}

// MARK: - Production code

private enum ConnectionError: Error {
  case refused
}

private protocol Connection {
  func connect(to network: String) async throws(ConnectionError)
}

private func connect(_ connection: any Connection, to network: String) async -> String {
  do throws(ConnectionError) {
    try await connection.connect(to: network)
    return "Connected to \(network)"
  } catch {
    return "\(network) \(error) the connection"
  }
}

private struct Credentials: Equatable {
  var network: String
  var password: String?
}

private protocol Networks: Sendable {
  func connect(with credentials: Credentials) async throws(ConnectionError)
  func currentName() -> String?
}

private func join(_ credentials: Credentials, among networks: any Networks) async throws(ConnectionError) {
  if networks.currentName() != credentials.network { try await networks.connect(with: credentials) }
}

private struct Network {
  var name: String
}

private protocol NetworkScanner: Sendable {
  func available() -> AsyncStream<[Network]>
}

private func firstName(in updates: AsyncStream<[Network]>) async -> String? {
  for await update in updates { return update.first?.name }
  return nil
}

private struct Position {
  var latitude, longitude: Double
}

private enum PositionError: Error {
  case noSignal
}

private protocol Positions: Sendable {
  func updates() -> AsyncThrowingStream<Position, any Error>
}

private func route(of updates: AsyncThrowingStream<Position, any Error>) async -> String {
  var count = 0
  do {
    for try await _ in updates { count += 1 }
    return "\(count) positions"
  } catch {
    return "\(count) positions, then \(error)"
  }
}

private struct Browser {
  var onTitle: @Sendable (String) -> Void = { _ in }

  func open(_ pages: [String]) async {
    await withTaskGroup(of: Void.self) { group in
      for page in pages {
        group.addTask { onTitle(page.uppercased()) }
      }
    }
  }
}

// MARK: - Test doubles

private final class ConnectionSpy: Connection {
  var connectionResult: ActionResult<Void, ConnectionError> = .success()

  func connect(to network: String) async throws(ConnectionError) {
    try await connectionResult.resolve()
  }
}

private final class NetworksSpy: Networks {
  let connect = FunctionSpy<Credentials, Void, ConnectionError>()
  let current = FunctionSpy<Void, String?, Never>(.success(nil))

  func connect(with credentials: Credentials) async throws(ConnectionError) {
    try await connect.callAsync(credentials)
  }

  func currentName() -> String? { current.call() }
}

private final class ScannerSpy: NetworkScanner {
  private let networks = StreamSource<[Network]>()

  func available() -> AsyncStream<[Network]> { networks.makeStream() }
  func simulateUpdate(_ update: [Network]) { networks.send(update) }
}

private final class PositionsSpy: Positions {
  private let positions = ThrowingStreamSource<Position>()

  func updates() -> AsyncThrowingStream<Position, any Error> { positions.makeStream() }
  func simulateLostSignal() { positions.fail(PositionError.noSignal) }
}
