import Foundation
import NetworkDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The figures of stubbed requests, beside the bare `URLProtocol` subclass that a team writes by hand.
let networkDoublesBenchmarks = [
  Benchmark(
    "100 stubbed requests",
    baseline: "the same over a bare URLProtocol",
    limit: 2,
    operations: 100,
    rounds: 20
  ) {
    let stub = HTTPStub()
    stub.on("GET", "/items", reply: .data(answer))
    for _ in 0..<100 { keep(try await stub.session.data(from: itemsURL)) }
    stub.session.finishTasksAndInvalidate()
  } against: {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [BareProtocol.self]
    let session = URLSession(configuration: configuration)
    for _ in 0..<100 { keep(try await session.data(from: itemsURL)) }
    session.finishTasksAndInvalidate()
  }
]

private let itemsURL = URL(string: "https://example.com/items")!
private let answer = Data(repeating: 0x20, count: 1_000)

/// Answers each request with the same data at once.
private final class BareProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let client, let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: answer)
    client.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
