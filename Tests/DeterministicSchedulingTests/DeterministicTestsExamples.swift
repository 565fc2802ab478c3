import DeterministicScheduling
import Testing

// The code of the article "Deterministic tests", in the same words.

@MainActor
final class SuggestionModel {
  private(set) var results: [String] = []
  private let server: SuggestionServer
  private var search: Task<Void, Never>?

  init(server: SuggestionServer) { self.server = server }

  func type(_ text: String) {
    search?.cancel()
    search = Task {
      guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }  // sleep-is-the-subject
      results = await server.find(text)
    }
  }
}

@Suite("The examples of the article on deterministic tests", .exactOnly)
@MainActor
struct DeterministicTestsExamples {
  private let server = SuggestionServer()

  @Test("When a search is typed then one request is sent", .deterministic)
  func whenSearchIsTyped_thenOneRequestIsSent() async {
    let sut = SuggestionModel(server: server)
    for text in ["s", "sw", "swift"] { sut.type(text) }
    await settle()
    #expect(await server.requests == [])

    try? await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
    await settle()
    #expect(await server.requests == ["swift"])
  }

  @Test("When requests fail then the client waits longer each time", .deterministic)
  func whenRequestsFail_thenClientBacksOff() async throws {
    let client = RetryingClient(failures: 3)
    try await client.load()
    #expect(VirtualTime.elapsed == .seconds(1 + 2 + 4))
  }

  @Test("When the feed is closed then nothing goes on", .deterministic(leftovers: .fail))
  func whenFeedIsClosed_thenNothingGoesOn() async {
    let feed = Feed()
    feed.open()
    await feed.close()
  }

  private let drafts = Drafts()

  @Test("When the app goes to the background then the draft is saved", .deterministic(unhandledErrors: .fail))
  func whenAppGoesToBackground_thenDraftIsSaved() async {
    let editor = Editor(drafts: drafts)
    editor.didEnterBackground()  // saves in a `Task` that throws if the disk is full
    await settle()
    #expect(await drafts.saved == [""])
  }
}

private actor Drafts {
  struct DiskIsFull: Error {}

  private(set) var saved: [String] = []

  func save(_ text: String) throws {
    guard saved.count < 100 else { throw DiskIsFull() }
    saved.append(text)
  }
}

@MainActor
private final class Editor {
  private let text = ""
  private let drafts: Drafts

  init(drafts: Drafts) { self.drafts = drafts }

  func didEnterBackground() {
    Task { try await drafts.save(text) }
  }
}

@MainActor
private final class Feed {
  private var poll: Task<Void, Never>?

  func open() {
    poll = Task { while (try? await Task.sleep(for: .seconds(30))) != nil {} }  // sleep-is-the-subject
  }

  func close() async {
    poll?.cancel()
    await poll?.value
  }
}

actor SuggestionServer {
  private(set) var requests: [String] = []

  func find(_ text: String) -> [String] {
    requests.append(text)
    return [text]
  }
}

actor RetryingClient {
  private var failures: Int

  init(failures: Int) { self.failures = failures }

  func load() async throws {
    var pause = Duration.seconds(1)
    while failures > 0 {
      failures -= 1
      try await Task.sleep(for: pause)  // sleep-is-the-subject
      pause *= 2
    }
  }
}
