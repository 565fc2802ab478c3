public import Testing
import TestingSupportCore

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A `URLSession` whose replies a test gives.
///
/// Use it to test code that talks to a server through `URLSession`, without a server and without a protocol around the
/// session: the code under test stays as it is. Give it ``session``, or a session that it creates from
/// ``configuration()``:
///
/// ```swift
/// @Test("When items are loaded then they are decoded")
/// func whenItemsAreLoaded_thenTheyAreDecoded() async throws {
///   let stub = HTTPStub()
///   stub.on("GET", "/items", reply: .json(#"[{"name": "Milk"}]"#))
///   let sut = ItemLoader(session: stub.session, server: server)
///
///   let items = try await sut.load()
///
///   #expect(items == [Item(name: "Milk")])
/// }
/// ```
/// Every stub has its own session, so tests run in parallel. No request of the session reaches a network. A request
/// that no route matches records an issue that names the request and the routes, and fails with
/// `URLError.resourceUnavailable`.
///
/// Replies, and the closures that compute them, run in the task context of the test that created the stub: their issues
/// are the test's, and in a `.deterministic` test they run on its schedule and in virtual time. The session itself
/// passes on requests on its own threads, which a schedule does not see: <doc:StubbingTheNetwork> explains what follows
/// from that. WebSockets cannot be stubbed.
public final class HTTPStub: Sendable {
  /// The stub's session, always the same.
  public let session: URLSession

  private let server: StubbedServer

  /// Creates a stub without routes.
  ///
  /// - Parameter sourceLocation: Where an unexpected request records its issue.
  public init(sourceLocation: SourceLocation = #_sourceLocation) {
    server = StubbedServer(sourceLocation: sourceLocation)
    let configuration = URLSessionConfiguration.ephemeral
    server.stub(configuration)
    session = URLSession(configuration: configuration)
  }

  // MARK: Sessions

  /// Returns a configuration for sessions whose requests this stub replies to.
  ///
  /// Use it for code that creates its session from a configuration it is given. It is ephemeral: change what the code
  /// under test needs, such as headers or a delegate of the session.
  ///
  /// - Returns: A new configuration.
  public func configuration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    stub(configuration)
    return configuration
  }

  /// Makes sessions that are created from a configuration use this stub.
  ///
  /// - Parameter configuration: The configuration. Its `protocolClasses` and its `urlCache` are replaced.
  public func stub(_ configuration: URLSessionConfiguration) {
    server.state.withLock { $0.sessionsMayHaveHeaders = true }
    server.stub(configuration)
  }

  // MARK: Routes

  /// Replies to every request of a method and path.
  ///
  /// A path matches by segments: `*` stands for one segment, `**` for any number. A path with a query, such as
  /// `/items?page=2`, matches requests that have these items among theirs. A path that starts with `https://` also
  /// compares the host. If several routes match, the one that was added last replies.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`; `*` for any.
  ///   - path: The path.
  ///   - reply: The reply.
  public func on(_ method: String, _ path: String, reply: HTTPReply) {
    server.state.withLock { $0.add(RoutePattern(method, path), .always(reply)) }
  }

  /// Replies to the requests of a method and path in order, one reply each.
  ///
  /// A request after the last reply records an issue, and gets the last reply again.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`; `*` for any.
  ///   - path: The path, as in ``on(_:_:reply:)``.
  ///   - replies: The replies. Without any, each request is unexpected.
  public func on(_ method: String, _ path: String, replies: [HTTPReply]) {
    server.state.withLock { $0.add(RoutePattern(method, path), .sequence(replies)) }
  }

  /// Replies to the requests of a method and path with what a closure returns.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`; `*` for any.
  ///   - path: The path, as in ``on(_:_:reply:)``.
  ///   - answer: Returns the reply to a request. A `URLError` that it throws fails the request; any other error records
  ///     an issue and fails the request too.
  public func on(
    _ method: String,
    _ path: String,
    answer: @escaping @Sendable (HTTPRequest) throws -> HTTPReply
  ) {
    server.state.withLock { $0.add(RoutePattern(method, path), .closure(answer)) }
  }

  /// Replies to the requests that no route matches with what a closure returns.
  ///
  /// - Parameter answer: Returns the reply to a request, or throws, as in ``on(_:_:answer:)``.
  public func onOtherRequests(answer: @escaping @Sendable (HTTPRequest) throws -> HTTPReply) {
    server.state.withLock { $0.fallback = answer }
  }

  // MARK: Requests

  /// The requests so far, in the order in which they arrived, including unexpected ones.
  public var requests: [HTTPRequest] {
    server.state.withLock { $0.requests }
  }

  /// Waits until requests have arrived.
  ///
  /// Use it to look at a request while its reply is still held at a gate.
  ///
  /// - Parameters:
  ///   - count: How many requests must have arrived since the stub was created.
  ///   - limit: How long to wait in real time. Defaults to the wait limit, in a `.deterministic` test too, since the
  ///     session passes on requests on its own threads; with `outside:`, to that limit.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is recorded if they do not arrive.
  public func waitForRequests(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue(
        "`waitForRequests(_:)` requires a count of 0 or more, not \(count)",
        sourceLocation: sourceLocation
      )
      return
    }
    let waiter = Waiter()
    if server.state.withLock({ $0.hasReached(count, elseAdd: waiter) }) { return }
    // A request is always on its way outside the test, which a schedule does not see.
    let isOutsideExpected = CurrentTestSchedule.schedule?.patience != nil
    let outcome = await waiter.wait(within: limit ?? (isOutsideExpected ? nil : WaitLimit.ofEvents))
    if outcome == .signaled { return }
    let requests = server.state.withLock { state in
      state.stopWaiting(waiter)
      return state.requests
    }
    if requests.count >= count { return }
    let arrived = requests.isEmpty ? "none arrived" : requests.count == 1 ? "1 arrived" : "\(requests.count) arrived"
    let lines = requests.map { "\n- \($0.title)" }.joined()
    recordIssue(
      "Expected \(count) request\(count == 1 ? "" : "s"), but \(arrived)\(lines)\n\(outcome.description)",
      sourceLocation: sourceLocation
    )
  }

  /// Records an issue that names the routes that no request has matched.
  ///
  /// - Parameter sourceLocation: Where the issue is recorded.
  public func expectAllRoutesRequested(sourceLocation: SourceLocation = #_sourceLocation) {
    let unused = server.state.withLock { $0.unusedRoutes }
    guard !unused.isEmpty else { return }
    recordIssue(
      "\(unused.count) route\(unused.count == 1 ? " was" : "s were") never requested"
        + unused.map { "\n- \($0)" }.joined(),
      sourceLocation: sourceLocation
    )
  }
}
