import TestingSupportCore

/// The routes of a stub and what was requested: the transitions, without any session.
struct HTTPStubState: Sendable {
  typealias Answer = @Sendable (HTTPRequest) throws -> HTTPReply

  enum Replies: Sendable {
    case always(HTTPReply)
    case closure(Answer)
    case sequence([HTTPReply])
  }

  /// What to do about a request.
  enum Decision: Sendable {
    case closure(Answer)
    case reply(HTTPReply)
    /// All replies of the route were used; with their number.
    case lastReplyAgain(HTTPReply, count: Int)
    /// No route matches: these are there.
    case unexpected(routes: [String])
  }

  private struct Route: Sendable {
    let pattern: RoutePattern
    let replies: Replies
    var requestCount = 0
  }

  private var routes: [Route] = []
  private(set) var requests: [HTTPRequest] = []
  private var waiters = ThresholdWaiters()
  var fallback: Answer?
  /// Whether sessions may have headers of their own: not if the stub's session is the only one.
  var sessionsMayHaveHeaders = false

  mutating func add(_ pattern: RoutePattern, _ replies: Replies) {
    routes.append(Route(pattern: pattern, replies: replies))
  }

  /// Takes a request, and returns the waiters for it, to be signaled after the lock is released.
  mutating func receive(_ request: HTTPRequest) -> (decision: Decision, reached: [Waiter]) {
    requests.append(request)
    return (decide(request), waiters.takeReached(by: requests.count))
  }

  private mutating func decide(_ request: HTTPRequest) -> Decision {
    guard let index = routes.lastIndex(where: { $0.pattern.matches(request) }) else {
      return fallback.map(Decision.closure) ?? .unexpected(routes: routes.map(\.pattern.description))
    }
    let used = routes[index].requestCount
    routes[index].requestCount += 1
    switch routes[index].replies {
    case .always(let reply): return .reply(reply)
    case .closure(let answer): return .closure(answer)
    case .sequence(let replies):
      guard let last = replies.last else { return .unexpected(routes: routes.map(\.pattern.description)) }
      return used < replies.count ? .reply(replies[used]) : .lastReplyAgain(last, count: replies.count)
    }
  }

  /// The routes without a request. One that was replaced before its first request is not among them.
  var unusedRoutes: [String] {
    routes.indices.filter { index in
      routes[index].requestCount == 0
        && !routes[(index + 1)...].contains { $0.pattern == routes[index].pattern }
    }.map { routes[$0].pattern.description }
  }

  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if requests.count >= count { return true }
    waiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.remove(waiter)
  }
}
