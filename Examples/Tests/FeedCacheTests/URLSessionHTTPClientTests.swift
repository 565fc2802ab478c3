import FeedCache
import Foundation
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one place where the feed touches the system's URL loading.
@Suite("Asking a server with the system's URL loading", .tracksMemoryLeaks)
struct URLSessionHTTPClientTests {
  @Test("When an address is asked then a GET request is sent to it")
  func whenAddressIsAsked_thenGETRequestIsSentToIt() async throws {
    let (sut, server) = makeSUT(.status(200))

    _ = try await sut.get(from: feedURL)

    #expect(server.requests.map { [$0.method, $0.url.absoluteString] } == [["GET", feedURL.absoluteString]])
  }

  @Test("When the server answers then body and status are delivered", arguments: [200, 404])
  func whenServerAnswers_thenBodyAndStatusAreDelivered(statusCode: Int) async throws {
    let body = anyData(count: 20)
    let (sut, _) = makeSUT(.data(body, status: statusCode))

    #expect(try await sut.get(from: feedURL) == (body, statusCode))
  }

  @Test("When there is no connection then the error is passed on")
  func whenThereIsNoConnection_thenErrorIsPassedOn() async throws {
    let (sut, _) = makeSUT(.failure(.notConnectedToInternet))

    let error = await #expect(throws: URLError.self) { try await sut.get(from: feedURL) }

    #expect(error?.code == .notConnectedToInternet)
  }

  @Test("When the load is cancelled then the request is cancelled")
  func whenLoadIsCancelled_thenRequestIsCancelled() async {
    let gate = Gate()
    let (sut, server) = makeSUT(.status(200).held(at: gate))

    let loading = Task { try await sut.get(from: feedURL) }
    await server.waitForRequests()
    loading.cancel()

    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
  }

  @Test("When the answer is not one of HTTP then it is not taken for one")
  func whenAnswerIsNotHTTP_thenItIsNotTakenForOne() async throws {
    let sut = URLSessionHTTPClient(session: URLSession(configuration: .ephemeral))

    let url = try #require(URL(string: "data:text/plain,hello"))

    await #expect(throws: URLSessionHTTPClient.UnexpectedResponse.self) { try await sut.get(from: url) }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let feedURL = URL(string: "https://any.example/feed")!

private func makeSUT(
  _ reply: HTTPReply,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (URLSessionHTTPClient, HTTPStub) {
  let server = HTTPStub(sourceLocation: sourceLocation)
  server.on("GET", "/feed", reply: reply)
  trackForMemoryLeaks(server, sourceLocation: sourceLocation)
  return (URLSessionHTTPClient(session: server.session), server)
}
