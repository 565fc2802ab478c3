import CharacterFeed
import Testing
import TestingSupport

@Suite("The rules of the feed", .deterministic, .tracksMemoryLeaks)
struct FeedUseCaseTests {
  @Test("When characters are fetched then the page is asked for and its characters are mapped")
  func whenCharactersAreFetched_thenPageIsAskedForAndMapped() async throws {
    let (sut, repository) = makeSUT(.success([makeResponse(id: 1, name: "Rick", status: "Alive", image: "url")]))

    let characters = try await sut.characters(page: 3, status: nil)

    #expect(characters == [Character(id: 1, name: "Rick", status: .alive, imageURL: "url")])
    #expect(repository.fetch.calls == [.init(page: 3, status: nil)])
  }

  @Test("When a status is given then it is asked for")
  func whenStatusIsGiven_thenItIsAskedFor() async throws {
    let (sut, repository) = makeSUT(.success([]))

    _ = try await sut.characters(page: 1, status: .alive)

    #expect(repository.fetch.calls == [.init(page: 1, status: .alive)])
  }

  @Test(
    "When the repository fails then the error is reported in the feed's terms",
    arguments: [
      (NetworkError.notConnected, FeedError.network),
      (.status(500), .server(status: 500)),
      (.decodingFailed, .unreadable),
    ]
  )
  func whenRepositoryFails_thenErrorIsMapped(failure: NetworkError, expected: FeedError) async {
    let (sut, _) = makeSUT(.failure(failure))

    await #expect(throws: expected) {
      try await sut.characters(page: 1, status: nil)
    }
  }

  @Test(
    "When the server writes a status then it is understood",
    arguments: [("Alive", CharacterStatus.alive), ("Dead", .dead), ("unknown", .unknown), ("resting", .unknown)]
  )
  func whenServerWritesStatus_thenItIsUnderstood(text: String, expected: CharacterStatus) {
    #expect(Character(makeResponse(status: text)).status == expected)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  _ result: ActionResult<[CharacterResponse], NetworkError>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedUseCase, FeedRepositorySpy) {
  let repository = trackForMemoryLeaks(FeedRepositorySpy(result), sourceLocation: sourceLocation)
  return (FeedUseCase(repository: repository), repository)
}

private func makeResponse(
  id: Int = anyInt(),
  name: String = anyString(),
  status: String = "Alive",
  image: String = anyString()
) -> CharacterResponse {
  CharacterResponse(id: id, name: name, status: status, image: image)
}

// MARK: - Test Doubles

private final class FeedRepositorySpy: FeedRepositoryProtocol {
  struct Parameters: Equatable {
    let page: Int
    let status: CharacterStatus?
  }

  let fetch: FunctionSpy<Parameters, [CharacterResponse], NetworkError>

  init(_ result: ActionResult<[CharacterResponse], NetworkError>) {
    fetch = FunctionSpy(result)
  }

  func characters(page: Int, status: CharacterStatus?) async throws(NetworkError) -> [CharacterResponse] {
    try await fetch.callAsync(.init(page: page, status: status))
  }
}
