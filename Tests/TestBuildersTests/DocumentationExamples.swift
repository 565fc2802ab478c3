import Foundation
import TestBuilders
import Testing

// The code of the comments, in the same words.

@Suite("Examples: test data")
struct DocumentationExamples {
  @Test("When the server refuses then its message is shown")
  func whenServerRefuses_thenMessageIsShown() {
    let repository = RepositoryStub()
    let error = LoadError.server(message: anyString("message"))  // "message-7f3a"
    repository.result = .failure(error)

    #expect(ItemScreen(repository: repository).text == "The server says: \(error.message)")
  }

  @Test("When loading fails for whatever reason then no items are shown")
  func whenLoadingFails_thenNoItemsAreShown() {
    let repository = RepositoryStub()
    repository.result = .failure(makeError(of: LoadError.self))

    #expect(ItemScreen(repository: repository).items.isEmpty)
  }

  @Test("When monitoring cannot start then the monitor is off")
  func whenMonitoringCannotStart_thenMonitorIsOff() {
    let client = ClientStub()
    client.startMonitoringResult = .failure(makeError())

    #expect(!Monitor(client: client).isOn)
  }

  @Test("When sessions are short then none has more than one part")
  func whenSessionsAreShort_thenNoneHasMoreThanOnePart() {
    let sessions = Session.fixtures(3) { index, builder in builder.duration(Double(index) * 60) }

    #expect(sessions.map(\.parts) == [[], [60], [120]])
  }

  @Test("When a session is encoded then it can be decoded")
  func whenSessionIsEncoded_thenItCanBeDecoded() async {
    await expectAll { (session: Session) in
      let decoded = try Session(decoding: session.encoded())
      #expect(decoded == session)
    }
  }
}

// MARK: - Fixtures

extension LoadError: Fixture {
  static func fixture(_ values: inout FixtureValues) -> LoadError {
    values.any() ? .offline : .server(message: values.string("message"))
  }
}

// MARK: - Test doubles

private final class RepositoryStub {
  var result: Result<[Item], any Error> = .success([])

  func load() throws -> [Item] { try result.get() }
}

private final class ClientStub {
  var startMonitoringResult: Result<Void, any Error> = .success(())

  func startMonitoring() throws { try startMonitoringResult.get() }
}

// MARK: - Production code

enum LoadError: Error {
  case offline
  case server(message: String)

  var message: String {
    switch self {
    case .offline: "offline"
    case .server(let message): message
    }
  }
}

private struct ItemScreen {
  var items: [Item] = []
  var text = ""

  init(repository: RepositoryStub) {
    do {
      items = try repository.load()
    } catch {
      if case .server(let message) = error as? LoadError { text = "The server says: \(message)" }
    }
  }
}

private struct Monitor {
  let isOn: Bool

  init(client: ClientStub) {
    isOn = (try? client.startMonitoring()) != nil
  }
}

extension Session {
  init(decoding data: Data) throws {
    self = try JSONDecoder().decode(Session.self, from: data)
  }

  func encoded() throws -> Data { try JSONEncoder().encode(self) }
}
