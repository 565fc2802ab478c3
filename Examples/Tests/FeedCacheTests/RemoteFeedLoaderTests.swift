import FeedCache
import Foundation
import Testing
import TestingSupport

@Suite("Loading the feed from the server", .deterministic, .tracksMemoryLeaks)
struct RemoteFeedLoaderTests {
  @Suite("Asking")
  struct AskingTests {
    @Test("When created then nothing is asked")
    func whenCreated_thenNothingIsAsked() {
      let (_, client) = makeSUT()

      #expect(client.requests.calls == [])
    }

    @Test("When loaded then the URL is asked")
    func whenLoaded_thenURLIsAsked() async throws {
      let url = anyURL()
      let (sut, client) = makeSUT(url: url)

      _ = try await sut.load()

      #expect(client.requests.calls == [url])
    }

    @Test("When loaded twice then the URL is asked twice")
    func whenLoadedTwice_thenURLIsAskedTwice() async throws {
      let url = anyURL()
      let (sut, client) = makeSUT(url: url)

      _ = try await sut.load()
      _ = try await sut.load()

      #expect(client.requests.calls == [url, url])
    }
  }

  @Suite("Answers")
  struct AnswerTests {
    @Test("When the client fails then there is no connectivity")
    func whenClientFails_thenThereIsNoConnectivity() async {
      let (sut, client) = makeSUT()
      client.requests.result = .failure(makeError())

      await expect(sut, toThrow: .connectivity)
    }

    @Test("When the status is not 200 then the data is invalid", arguments: [199, 201, 300, 400, 500])
    func whenStatusIsNot200_thenDataIsInvalid(status: Int) async throws {
      let (sut, client) = makeSUT()
      client.requests.result = .success(.init(body: try makeJSON([]), statusCode: status))

      await expect(sut, toThrow: .invalidData)
    }

    @Test(
      "When the JSON is broken then the data is invalid",
      arguments: ["", "invalid json", "{}", #"{"items": 1}"#, #"{"items": [{"id": "no identifier"}]}"#]
    )
    func whenJSONIsBroken_thenDataIsInvalid(json: String) async {
      let (sut, client) = makeSUT()
      client.requests.result = .success(.init(body: Data(json.utf8), statusCode: 200))

      await expect(sut, toThrow: .invalidData)
    }

    @Test("When the list is empty then no items are delivered")
    func whenListIsEmpty_thenNoItemsAreDelivered() async throws {
      let (sut, client) = makeSUT()
      client.requests.result = .success(.init(body: try makeJSON([]), statusCode: 200))

      #expect(try await sut.load() == [])
    }

    @Test("When the list has items then they are delivered in order")
    func whenListHasItems_thenTheyAreDelivered() async throws {
      let items = [makeItem(), makeItem(description: "a description", location: "a location")]
      let (sut, client) = makeSUT()
      client.requests.result = .success(.init(body: try makeJSON(items), statusCode: 200))

      expectNoDifference(try await sut.load(), items)
    }

    @Test("When the load is cancelled then the cancellation is passed on")
    func whenLoadIsCancelled_thenCancellationIsPassedOn() async {
      let gate = Gate()
      let (sut, client) = makeSUT()
      client.requests.result = .failure(CancellationError()).held(at: gate)

      let loading = Task { try await sut.load() }
      await gate.waitUntilReached()
      loading.cancel()
      gate.open()

      await #expect(throws: CancellationError.self) { try await loading.value }
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  url: URL = anyURL(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> (RemoteFeedLoader, HTTPClientSpy) {
  let client = HTTPClientSpy()
  let sut = RemoteFeedLoader(url: url, client: client)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(client, sourceLocation: sourceLocation)
  return (sut, client)
}

private func makeItem(description: String? = nil, location: String? = nil) -> FeedItem {
  FeedItem(id: anyUUID(), description: description, location: location, imageURL: anyURL())
}

private func makeJSON(_ items: [FeedItem]) throws -> Data {
  let list = items.map { item in
    [
      "id": item.id.uuidString,
      "description": item.description,
      "location": item.location,
      "image": item.imageURL.absoluteString,
    ].compactMapValues { $0 }
  }
  return try JSONEncoder().encode(["items": list])
}

private func expect(
  _ sut: RemoteFeedLoader,
  toThrow error: RemoteFeedLoader.Error,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  await #expect(throws: error, sourceLocation: sourceLocation) { try await sut.load() }
}

// MARK: - Test Doubles

private final class HTTPClientSpy: HTTPClient {
  struct Answer {
    var body = Data(#"{"items": []}"#.utf8)
    var statusCode = 200
  }

  let requests = FunctionSpy<URL, Answer, any Error>(.success(Answer()))

  func get(from url: URL) async throws -> (body: Data, statusCode: Int) {
    let answer = try await requests.callAsync(url)
    return (answer.body, answer.statusCode)
  }
}
