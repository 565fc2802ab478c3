// conventions:ignore-file sleeping, test-name - the flaky test is what the README warns of
import Testing
import TestingSupport

/// The test that the README begins with, flaky and made sound.
@Suite("The README's first example")
@MainActor
struct ReadmeExamples {
  @Test("When text is typed then one search is sent", .deterministic, .tracksMemoryLeaks)
  func whenTextIsTyped_thenOneSearchIsSent() async {
    let (sut, server) = makeSUT()

    sut.type("swift")
    await server.searches.waitForCalls(1)

    #expect(server.searches.calls == ["swift"])
  }
}

/// Compiled, and never run: it takes real time.
@Suite("The README's flaky example", .disabled("It is flaky; the README says why."))
@MainActor
struct FlakyReadmeExamples {
  @Test func whenTextIsTyped_thenOneSearchIsSent_flaky() async throws {
    let (sut, server) = makeSUT()

    sut.type("swift")
    try await Task.sleep(for: .milliseconds(400))  // long enough on this machine, today // sleep-is-the-subject

    #expect(server.searches.calls == ["swift"])
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (SearchModel, ServerSpy) {
  let server = ServerSpy()
  let sut = SearchModel(server: server)
  if Test.current?.traits.contains(where: { $0 is LeakTrackingTrait }) == true {
    trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  }
  return (sut, server)
}

private protocol Server: Sendable {
  func search(_ text: String) async
}

@MainActor
private final class SearchModel {
  private let server: any Server
  private var searching: Task<Void, Never>?

  init(server: any Server) {
    self.server = server
  }

  func type(_ text: String) {
    searching?.cancel()
    searching = Task { [server] in
      guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }  // sleep-is-the-subject
      await server.search(text)
    }
  }
}

// MARK: - Test Doubles

private final class ServerSpy: Server {
  let searches = FunctionSpy<String, Void, Never>()

  func search(_ text: String) async {
    await searches.callAsync(text)
  }
}
