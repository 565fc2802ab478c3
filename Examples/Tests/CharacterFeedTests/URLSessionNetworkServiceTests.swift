import CharacterFeed
import Foundation
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The network layer", .tracksMemoryLeaks)
struct URLSessionNetworkServiceTests {
  @Test("When an endpoint is asked then the request has its URL")
  func whenEndpointIsAsked_thenRequestHasItsURL() async throws {
    let (sut, server) = makeSUT(.json(#"{"name": "Snuffles"}"#))

    let _: Pet = try await sut.request(CharacterEndpoint.characters(page: 2, status: .dead))

    let url = URL(string: "https://api.example.com/v1/character?page=2&status=dead")
    #expect(server.requests.map(\.url) == [url])
  }

  @Test("When the server answers then the answer is decoded")
  func whenServerAnswers_thenAnswerIsDecoded() async throws {
    let (sut, _) = makeSUT(.json(#"{"name": "Snuffles"}"#))

    let pet: Pet = try await sut.request(CharacterEndpoint.characters(page: 1, status: nil))

    #expect(pet == Pet(name: "Snuffles"))
  }

  @Test("When the status is not 200 then it is reported", arguments: [199, 201, 300, 404, 500])
  func whenStatusIsNot200_thenItIsReported(status: Int) async {
    let (sut, _) = makeSUT(.json(#"{"name": "Snuffles"}"#, status: status))

    await expectError(.status(status), from: sut)
  }

  @Test("When the answer is not readable then decoding fails", arguments: ["", "no JSON", "{}", "[]"])
  func whenAnswerIsNotReadable_thenDecodingFails(body: String) async {
    let (sut, _) = makeSUT(.text(body))

    await expectError(.decodingFailed, from: sut)
  }

  @Test("When there is no connection then it is reported")
  func whenThereIsNoConnection_thenItIsReported() async {
    let (sut, _) = makeSUT(.failure(.notConnectedToInternet))

    await expectError(.notConnected, from: sut)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  _ reply: HTTPReply,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (URLSessionNetworkService, HTTPStub) {
  let server = trackForMemoryLeaks(HTTPStub(sourceLocation: sourceLocation), sourceLocation: sourceLocation)
  server.on("GET", "/v1/character", reply: reply)
  return (URLSessionNetworkService(baseURL: baseURL, session: server.session), server)
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
