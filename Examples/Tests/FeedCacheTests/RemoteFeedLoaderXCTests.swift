import FeedCache
import Foundation
import Testing
import TestingSupport
import XCTest
import XCTestSupport

/// What `RemoteFeedLoaderTests` checks, as a team has it that still writes XCTest.
final class RemoteFeedLoaderXCTests: XCTestCase {
  func test_whenCreated_thenNothingIsAsked() {
    let (_, client) = makeSUT()

    XCTAssertEqual(client.requests.calls, [])
  }

  func test_whenLoaded_thenURLIsAsked() async throws {
    let url = anyURL()
    let (sut, client) = makeSUT(url: url)

    _ = try await sut.load()

    XCTAssertEqual(client.requests.calls, [url])
  }

  func test_whenClientFails_thenThereIsNoConnectivity() async {
    let (sut, client) = makeSUT()
    client.requests.result = .failure(makeError())

    await expect(sut, toThrow: .connectivity)
  }

  func test_whenStatusIsNot200_thenDataIsInvalid() async {
    let (sut, client) = makeSUT()
    client.requests.result = .success((body: Data(#"{"items": []}"#.utf8), statusCode: 199))

    await expect(sut, toThrow: .invalidData)
  }

  func test_whenListHasItem_thenItIsDelivered() async throws {
    let id = anyUUID()
    let (sut, client) = makeSUT()
    let body = #"{"items": [{"id": "\#(id.uuidString)", "image": "https://any.example/image"}]}"#
    client.requests.result = .success((body: Data(body.utf8), statusCode: 200))

    let imageURL = try XCTUnwrap(URL(string: "https://any.example/image"))
    expectNoDifference(
      try await sut.load(),
      [FeedItem(id: id, description: nil, location: nil, imageURL: imageURL)]
    )
  }

  func test_whenLoadIsCancelled_thenCancellationIsPassedOn() async throws {
    try await withDeterministicScheduling {
      let gate = Gate()
      let (sut, client) = makeSUT()
      client.requests.result = .failure(CancellationError()).held(at: gate)

      let loading = Task { try await sut.load() }
      await gate.waitUntilReached()
      loading.cancel()
      gate.open()

      let result = await loading.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
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

  private func expect(
    _ sut: RemoteFeedLoader,
    toThrow expected: RemoteFeedLoader.Error,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    do {
      _ = try await sut.load()
      XCTFail("Nothing was thrown, expected \(expected)", file: file, line: line)
    } catch {
      XCTAssertEqual(error as? RemoteFeedLoader.Error, expected, file: file, line: line)
    }
  }
}

// MARK: - Test Doubles

private final class HTTPClientSpy: HTTPClient {
  typealias Answer = (body: Data, statusCode: Int)

  let requests = FunctionSpy<URL, Answer, any Error>(.success((body: Data(#"{"items": []}"#.utf8), statusCode: 200)))

  func get(from url: URL) async throws -> (body: Data, statusCode: Int) {
    try await requests.callAsync(url)
  }
}
