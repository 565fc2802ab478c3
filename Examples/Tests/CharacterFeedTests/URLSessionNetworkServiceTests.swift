import CharacterFeed
import Foundation
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The network layer", .deterministic)
struct URLSessionNetworkServiceTests {
  @Test("When an endpoint is asked then the request has its URL")
  func whenEndpointIsAsked_thenRequestHasItsURL() async throws {
    let (sut, session) = makeSUT(.success(makeAnswer()))

    let _: Pet = try await sut.request(CharacterEndpoint.characters(page: 2, status: .dead))

    #expect(
      session.requests.calls.map(\.url) == [URL(string: "https://api.example.com/v1/character?page=2&status=dead")]
    )
  }

  @Test("When the server answers then the answer is decoded")
  func whenServerAnswers_thenAnswerIsDecoded() async throws {
    let (sut, _) = makeSUT(.success(makeAnswer(body: #"{"name": "Snuffles"}"#)))

    let pet: Pet = try await sut.request(CharacterEndpoint.characters(page: 1, status: nil))

    #expect(pet == Pet(name: "Snuffles"))
  }

  @Test("When the status is not 200 then it is told", arguments: [199, 201, 300, 404, 500])
  func whenStatusIsNot200_thenItIsTold(status: Int) async {
    let (sut, _) = makeSUT(.success(makeAnswer(status: status)))

    await expectError(.status(status), from: sut)
  }

  @Test("When the answer is not readable then decoding fails", arguments: ["", "no JSON", "{}", "[]"])
  func whenAnswerIsNotReadable_thenDecodingFails(body: String) async {
    let (sut, _) = makeSUT(.success(makeAnswer(body: body)))

    await expectError(.decodingFailed, from: sut)
  }

  @Test("When there is no connection then it is told")
  func whenThereIsNoConnection_thenItIsTold() async {
    let (sut, _) = makeSUT(.failure(URLError(.notConnectedToInternet)))

    await expectError(.notConnected, from: sut)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  _ result: ActionResult<Answer, any Error>
) -> (URLSessionNetworkService, HTTPSessionSpy) {
  let session = HTTPSessionSpy(result)
  return (URLSessionNetworkService(baseURL: baseURL, session: session), session)
}

private func makeAnswer(status: Int = 200, body: String = #"{"name": "Snuffles"}"#) -> Answer {
  Answer(status: status, body: Data(body.utf8))
}

private func expectError(
  _ error: NetworkError,
  from sut: URLSessionNetworkService,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  await #expect(throws: error, sourceLocation: sourceLocation) {
    let _: Pet = try await sut.request(CharacterEndpoint.characters(page: 1, status: nil))
  }
}

private let baseURL = URL(string: "https://api.example.com/v1")!

private struct Pet: Codable, Equatable {
  let name: String
}

// MARK: - Test Doubles

private struct Answer {
  let status: Int
  let body: Data
}

private final class HTTPSessionSpy: HTTPSession {
  let requests: FunctionSpy<URLRequest, Answer, any Error>

  init(_ result: ActionResult<Answer, any Error>) {
    requests = FunctionSpy(result)
  }

  func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    let answer = try await requests.callAsync(request)
    guard
      let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: answer.status, httpVersion: nil, headerFields: nil)
    else { throw URLError(.badServerResponse) }
    return (answer.body, response)
  }
}
