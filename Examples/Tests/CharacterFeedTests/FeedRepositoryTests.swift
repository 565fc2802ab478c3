import CharacterFeed
import Testing
import TestingSupport

@Suite("Characters from the server", .deterministic, .tracksMemoryLeaks)
struct FeedRepositoryTests {
  @Test("When a page is fetched then the right endpoint is asked", arguments: [nil, CharacterStatus.alive])
  func whenPageIsFetched_thenRightEndpointIsAsked(status: CharacterStatus?) async throws {
    let (sut, network) = makeSUT(.success(makePage([])))

    _ = try await sut.characters(page: 2, status: status)

    #expect(network.request.calls == [.characters(page: 2, status: status)])
  }

  @Test("When the server answers then its characters are delivered in order")
  func whenServerAnswers_thenCharactersAreDelivered() async throws {
    let responses = [makeResponse(), makeResponse()]
    let (sut, _) = makeSUT(.success(makePage(responses)))

    #expect(try await sut.characters(page: 1, status: nil) == responses)
  }

  @Test("When the page is after the last one then no characters are delivered")
  func whenPageIsAfterLast_thenNoCharactersAreDelivered() async throws {
    let (sut, _) = makeSUT(.failure(.status(404)))

    #expect(try await sut.characters(page: 99, status: nil) == [])
  }

  @Test(
    "When the server cannot be asked then the error is passed on",
    arguments: [NetworkError.notConnected, .status(500), .decodingFailed]
  )
  func whenServerCannotBeAsked_thenErrorIsPassedOn(error: NetworkError) async {
    let (sut, _) = makeSUT(.failure(error))

    await #expect(throws: error) {
      try await sut.characters(page: 1, status: nil)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  _ result: ActionResult<CharactersPageResponse, NetworkError>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedRepository, NetworkServiceSpy) {
  let network = trackForMemoryLeaks(NetworkServiceSpy(result), sourceLocation: sourceLocation)
  return (FeedRepository(networkService: network), network)
}

private func makePage(_ characters: [CharacterResponse]) -> CharactersPageResponse {
  CharactersPageResponse(info: .init(count: characters.count, pages: 1), results: characters)
}

private func makeResponse() -> CharacterResponse {
  CharacterResponse(id: anyInt(), name: anyString(), status: "Alive", image: anyString())
}

// MARK: - Test Doubles

private final class NetworkServiceSpy: NetworkService {
  let request: FunctionSpy<CharacterEndpoint, CharactersPageResponse, NetworkError>

  init(_ result: ActionResult<CharactersPageResponse, NetworkError>) {
    request = FunctionSpy(result)
  }

  func request<Response: Decodable & Sendable>(_ endpoint: any Endpoint) async throws(NetworkError) -> Response {
    guard let endpoint = endpoint as? CharacterEndpoint else { throw .decodingFailed }
    guard let response = try await request.callAsync(endpoint) as? Response else { throw .decodingFailed }
    return response
  }
}
