import FeedCache
import Foundation
import Testing
import TestingSupport

@Suite("Loading the pictures of the feed", .tracksMemoryLeaks)
struct FeedImageLoaderTests {
  @Suite("Asking")
  struct AskingTests {
    @Test("When created then nothing is asked")
    func whenCreated_thenNothingIsAsked() {
      let (_, client) = makeSUT()

      #expect(client.requests.calls == [])
    }

    @Test("When the pictures of two items are loaded then both URLs are asked")
    func whenPicturesOfTwoItemsAreLoaded_thenBothURLsAreAsked() {
      let (first, second) = (makeItem(), makeItem())
      let (sut, client) = makeSUT()

      sut.loadImage(of: first) { _ in }
      sut.loadImage(of: second) { _ in }

      #expect(client.requests.calls == [first.imageURL, second.imageURL])
    }
  }

  @Suite("Answers")
  struct AnswerTests {
    @Test("When the server answers then the picture is delivered")
    func whenServerAnswers_thenPictureIsDelivered() async throws {
      let picture = anyData(count: 10)
      let (sut, client) = makeSUT()

      let result = try await awaitCallback { done in
        sut.loadImage(of: makeItem(), completion: done)
        client.requests.complete(with: .success(picture))
      }

      expectSuccess(result, equals: picture)
    }

    @Test("When the second answer comes first then each is delivered to the one who asked")
    func whenSecondAnswerComesFirst_thenEachIsDeliveredToTheOneWhoAsked() {
      let (first, second) = (anyData(count: 10), anyData(count: 10))
      let (sut, client) = makeSUT()
      let delivered = FunctionSpy<(String, Data?), Void, Never>()

      sut.loadImage(of: makeItem()) { delivered.call("first", try? $0.get()) }
      sut.loadImage(of: makeItem()) { delivered.call("second", try? $0.get()) }
      client.requests.complete(1, with: .success(second))
      client.requests.complete(0, with: .success(first))

      #expect(delivered.calls.map(\.0) == ["second", "first"])
      #expect(delivered.calls.map(\.1) == [second, first])
    }

    @Test(
      "When there is no picture in the answer then the error says why",
      arguments: [
        (Result<Data, any Error>.failure(makeError()), FeedImageLoader.Error.connectivity),
        (.success(Data()), .invalidData),
      ]
    )
    func whenThereIsNoPicture_thenErrorSaysWhy(
      answer: Result<Data, any Error>,
      expected: FeedImageLoader.Error
    ) async throws {
      let (sut, client) = makeSUT()

      let result = try await awaitCallback { done in
        sut.loadImage(of: makeItem(), completion: done)
        client.requests.complete(with: answer)
      }

      expectFailure(result, equals: expected)
    }

    @Test("When the loader is deallocated before the answer then nothing is delivered")
    func whenLoaderIsDeallocatedBeforeAnswer_thenNothingIsDelivered() {
      var sut: FeedImageLoader?
      let client: ImageClientSpy
      (sut, client) = makeSUT()
      let delivered = FunctionSpy<Void, Void, Never>()

      sut?.loadImage(of: makeItem()) { _ in delivered.call() }
      sut = nil
      client.requests.complete(with: .success(anyData(count: 10)))

      #expect(delivered.callCount == 0)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (FeedImageLoader, ImageClientSpy) {
  let client = ImageClientSpy()
  let sut = FeedImageLoader(client: client)
  trackForMemoryLeaks(sut, client, sourceLocation: sourceLocation)
  return (sut, client)
}

private func makeItem() -> FeedItem {
  FeedItem(id: anyUUID(), description: nil, location: nil, imageURL: anyURL())
}

// MARK: - Test Doubles

private final class ImageClientSpy: ImageClient {
  let requests = CallbackSpy<URL, Result<Data, any Error>>()

  func get(from url: URL, completion: @escaping (Result<Data, any Error>) -> Void) {
    requests.call(url, completion: completion)
  }
}
