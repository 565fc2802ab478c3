import FeedCache
import Foundation
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one place where the feed touches the system's URL loading: its answers come from a protocol of the session.
@Suite("Asking a server with the system's URL loading")
struct URLSessionHTTPClientTests {
  @Test("When an address is asked then a GET request is sent to it")
  func whenAddressIsAsked_thenGETRequestIsSentToIt() async throws {
    let (sut, url, server) = makeSUT(.success(.init(body: Data(), statusCode: 200)))

    _ = try await sut.get(from: url)

    #expect(server.requests.calls == ["GET \(url)"])
  }

  @Test("When the server answers then body and status are delivered", arguments: [200, 404])
  func whenServerAnswers_thenBodyAndStatusAreDelivered(statusCode: Int) async throws {
    let body = anyData(count: 20)
    let (sut, url, _) = makeSUT(.success(.init(body: body, statusCode: statusCode)))

    #expect(try await sut.get(from: url) == (body, statusCode))
  }

  @Test("When there is no connection then the error is passed on")
  func whenThereIsNoConnection_thenErrorIsPassedOn() async {
    let (sut, url, _) = makeSUT(.failure(URLError(.notConnectedToInternet)))

    await #expect(throws: URLError.self) { try await sut.get(from: url) }
  }

  @Test("When the answer is not one of HTTP then it is not taken for one")
  func whenAnswerIsNotHTTP_thenItIsNotTakenForOne() async {
    let (sut, url, _) = makeSUT(.success(.init(body: Data(), statusCode: nil)))

    await #expect(throws: URLSessionHTTPClient.UnexpectedResponse.self) { try await sut.get(from: url) }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(_ answer: ActionResult<ServerStub.Answer, any Error>) -> (URLSessionHTTPClient, URL, ServerStub) {
  let server = ServerStub(answer)
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [URLProtocolStub.self]
  // Each test has an address of its own, so that tests that run at once do not answer for each other.
  let url = URL(string: "https://any.example/\(UUID().uuidString)")!
  URLProtocolStub.servers.withValue { $0[url] = server }
  return (URLSessionHTTPClient(session: URLSession(configuration: configuration)), url, server)
}

// MARK: - Test Doubles

private final class ServerStub: Sendable {
  struct Answer {
    let body: Data
    /// `nil` for an answer that is not one of HTTP.
    let statusCode: Int?
  }

  let requests: FunctionSpy<String, Answer, any Error>

  init(_ answer: ActionResult<Answer, any Error>) {
    requests = FunctionSpy(answer)
  }
}

private final class URLProtocolStub: URLProtocol {
  static let servers = LockIsolated<[URL: ServerStub]>([:])

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let server = Self.servers.value[url] else { return }
    do {
      let answer = try server.requests.call("\(request.httpMethod ?? "") \(url)")
      client?.urlProtocol(self, didReceive: answer.response(from: url), cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: answer.body)
      client?.urlProtocolDidFinishLoading(self)
    } catch {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  override func stopLoading() {}
}

extension ServerStub.Answer {
  fileprivate func response(from url: URL) -> URLResponse {
    statusCode.flatMap { HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: nil) }
      ?? URLResponse(url: url, mimeType: nil, expectedContentLength: body.count, textEncodingName: nil)
  }
}
