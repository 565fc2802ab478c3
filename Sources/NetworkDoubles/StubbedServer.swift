import Foundation
import Testing
import TestingSupportCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What replies to the requests of a stub's sessions, for as long as the stub or one of them lives.
final class StubbedServer: Sendable {
  let state = Locked(HTTPStubState())
  private let context = TestContext()
  private let sourceLocation: SourceLocation
  private let protocolClass: AnyClass

  init(sourceLocation: SourceLocation) {
    self.sourceLocation = sourceLocation
    let (number, protocolClass): (Int, AnyClass) = StubbedServerRegistry.shared.makeProtocolClass()
    self.protocolClass = protocolClass
    StubbedServerRegistry.shared.register(self, as: number)
  }

  /// Makes sessions that are created from a configuration send their requests here.
  func stub(_ configuration: URLSessionConfiguration) {
    configuration.protocolClasses = [protocolClass]
    configuration.urlCache = ServerKeeper(self)
  }

  // MARK: Replying

  /// Takes a request of a session; called on a thread of the session.
  func receive(_ exchange: HTTPExchange) {
    let (decision, reached) = state.withLock { $0.receive(exchange.request) }
    for waiter in reached { waiter.signal() }
    // Runs no code of the test, and so needs no task of the test.
    if case .reply(let reply) = decision, !exchange.cannotBeStubbed, exchange.deliverImmediately(reply) { return }
    let task = context.run {
      await self.reply(to: exchange, request: exchange.request, decision)
    }
    exchange.whenStopped { task.cancel() }
  }

  private func reply(
    to exchange: HTTPExchange,
    request: HTTPRequest,
    _ decision: HTTPStubState.Decision,
    redirectCount: Int = 0
  ) async {
    guard !exchange.cannotBeStubbed else {
      recordIssue(
        """
        A download cannot be stubbed on Linux
        \(request.title)
        Load the data with `data(for:)` there, or test the download on an Apple platform.
        """,
        sourceLocation: sourceLocation
      )
      return exchange.fail(.unsupportedURL)
    }
    do {
      guard let reply = try reply(to: request, decision) else { return exchange.fail(.resourceUnavailable) }
      guard let target = try await exchange.deliver(reply, to: request) else { return }
      // For sessions that do not follow redirects.
      guard redirectCount < 20 else { return exchange.fail(.httpTooManyRedirects) }
      let (decision, reached) = state.withLock { $0.receive(target) }
      for waiter in reached { waiter.signal() }
      await self.reply(to: exchange, request: target, decision, redirectCount: redirectCount + 1)
    } catch let error as URLError {
      exchange.fail(error.code)
    } catch is CancellationError {
      exchange.fail(.cancelled)
    } catch {
      recordIssue(
        "The reply to a request threw \(error)\n\(request.title)\nThrow a `URLError` to fail the request.",
        sourceLocation: sourceLocation
      )
      exchange.fail(.badServerResponse)
    }
  }

  private func reply(to request: HTTPRequest, _ decision: HTTPStubState.Decision) throws -> HTTPReply? {
    switch decision {
    case .closure(let answer): return try answer(request)
    case .reply(let reply): return reply
    case .lastReplyAgain(let reply, let count):
      recordIssue(
        """
        A route was requested more often than its \(count) repl\(count == 1 ? "y allows" : "ies allow")
        \(request.title)
        It got the last reply again.
        Add a reply, or compute replies with a closure.
        """,
        sourceLocation: sourceLocation
      )
      return reply
    case .unexpected(let routes):
      let list = routes.isEmpty ? "There are no routes." : "Routes:" + routes.map { "\n- \($0)" }.joined()
      recordIssue(
        """
        Unexpected request: \(request.title)
        \(list)
        Add a route with `stub.on("\(request.method)", "\(request.path)", reply:)` if the request is expected.
        """,
        sourceLocation: sourceLocation
      )
      return nil
    }
  }
}

/// A cache that stores nothing: a session keeps it alive, and with it the server.
// Sendable: as any cache; the property is constant.
private final class ServerKeeper: URLCache, @unchecked Sendable {
  private let server: StubbedServer

  init(_ server: StubbedServer) {
    self.server = server
    #if canImport(Darwin)
      super.init()
      (memoryCapacity, diskCapacity) = (0, 0)
    #else
      super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    #endif
  }
}
