import DeterministicScheduling
import Testing
import XCTest

// The code of the README and of the documentation comments, in the same words.

@Suite("The README's example of a deterministic test", .exactOnly)
@MainActor
struct ReadmeExamples {
  private let server = SuggestionServer()

  @Test("When a search is typed then one request is sent", .deterministic)
  func whenSearchIsTyped_thenOneRequestIsSent() async {
    let sut = SuggestionModel(server: server)  // debounces: sends what stands for 300 milliseconds
    for text in ["s", "sw", "swift"] { sut.type(text) }
    await settle()  // nothing can run any more; time stands still
    #expect(await server.requests == [])

    try? await Task.sleep(for: .milliseconds(300))  // takes no real time // sleep-is-the-subject
    await settle()
    #expect(await server.requests == ["swift"])
  }
}

@Suite("The examples of the comments on deterministic tests")
@MainActor
struct DocumentationExamples {
  @Suite("on typing", .exactOnly)
  @MainActor
  struct Typing {
    private let server = SuggestionServer()

    @Test("When typing pauses then one search is sent", .deterministic)
    func whenTypingPauses_thenOneSearchIsSent() async {
      let sut = SuggestionModel(server: server)
      for text in ["s", "sw", "swift"] { sut.type(text) }
      try? await Task.sleep(for: .seconds(1))  // takes no real time // sleep-is-the-subject
      #expect(await server.requests == ["swift"])
    }

    @Test("When typing pauses then one search is sent", .deterministic(sleeps: .skipped))
    func whenSleepsAreSkipped_thenOneSearchIsSent() async {
      let sut = SuggestionModel(server: server)
      for text in ["s", "sw", "swift"] { sut.type(text) }
      try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(await server.requests == ["swift"])
    }

    @Test(.deterministic(seed: 0x2A, strategy: .random.taking([0: 1])))
    func whenTypingPausesInAnotherOrder_thenOneSearchIsSent() async {
      let sut = SuggestionModel(server: server)
      for text in ["s", "sw", "swift"] { sut.type(text) }
      try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(await server.requests == ["swift"])
    }
  }

  @Suite("on refreshing")
  @MainActor
  struct Refreshing {
    private let server = FeedServer()
    private let sut: FeedModel

    init() { sut = FeedModel(server: server) }

    @Test(.enabled(if: DeterministicSupport.current == .exact), .deterministic)
    func whenTwoRefreshesOverlap_thenOneRequestIsSent() async {
      sut.didTapRefresh()
      sut.didTapRefresh()
      await settle()
      #expect(await server.requests == 1)
    }

    @Test("When refresh is tapped then the feed loads until the server has answered", .exactOnly, .deterministic)
    func whenRefreshIsTapped_thenLoadsUntilServerAnswers() async {
      sut.didTapRefresh()
      await settle()
      #expect(sut.isLoading)

      try? await Task.sleep(for: .seconds(2))  // sleep-is-the-subject
      await settle()
      #expect(!sut.isLoading)
    }
  }
}

final class DeterministicXCTestExamples: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(DeterministicSupport.current == .exact, "needs the exact engine")
  }

  func test_retry_backsOff() async throws {
    try await withDeterministicScheduling {
      try await RetryingClient(failures: 2).load()
      XCTAssertEqual(VirtualTime.elapsed, .seconds(1 + 2))
    }
  }
}

// MARK: - What is tested

@MainActor
private final class FeedModel {
  private(set) var isLoading = false
  private let server: FeedServer

  init(server: FeedServer) { self.server = server }

  func didTapRefresh() {
    guard !isLoading else { return }
    isLoading = true
    Task {
      await server.load()
      isLoading = false
    }
  }
}

// MARK: - Test Doubles

private actor FeedServer {
  private(set) var requests = 0

  func load() async {
    requests += 1
    try? await Task.sleep(for: .seconds(2))  // sleep-is-the-subject
  }
}
