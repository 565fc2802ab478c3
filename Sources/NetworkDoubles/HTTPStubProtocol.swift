import Foundation
import TestingSupportCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands the requests of a session to the server whose number the type has.
final class HTTPStubProtocol<Digits: BinaryDigits>: URLProtocol {
  // Weak: an exchange holds its protocol, and is held by the task that replies.
  private struct Reference: Sendable {
    weak var exchange: HTTPExchange?
  }

  private let reference = Locked(Reference())

  // Every request, or one that is not meant for the server would go to the network.
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let server = StubbedServerRegistry.shared.server(Digits.value) else {
      client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
      return
    }
    let mayHaveHeaders = server.state.withLock(\.sessionsMayHaveHeaders)
    guard let request = HTTPRequest(request, of: task, sessionMayHaveHeaders: mayHaveHeaders) else {
      client?.urlProtocol(self, didFailWithError: URLError(.badURL))
      return
    }
    let exchange = HTTPExchange(request: request, client: self)
    reference.withLock { $0.exchange = exchange }
    server.receive(exchange)
  }

  override func stopLoading() {
    reference.withLock(\.exchange)?.stop()
  }
}
