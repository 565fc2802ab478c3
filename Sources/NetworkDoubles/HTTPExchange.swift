import Foundation
import TestingSupportCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a session and what is sent back for it.
final class HTTPExchange: Sendable {
  private enum Phase {
    case active
    /// The session has stopped the request, or has got all of it.
    case over
  }

  private struct State {
    var phase = Phase.active
    var cancel: (@Sendable () -> Void)?
  }

  let request: HTTPRequest
  private let state = Locked(State())
  // Safe: a protocol's client may be called from any thread, and is called by one task alone, step by step.
  private nonisolated(unsafe) let client: URLProtocol

  init(request: HTTPRequest, client: URLProtocol) {
    self.request = request
    self.client = client
  }

  /// Whether the session would end the process when the request succeeds.
  var cannotBeStubbed: Bool {
    #if canImport(Darwin)
      false
    #else
      client.task is URLSessionDownloadTask
    #endif
  }

  // MARK: The end

  /// Says how to cancel the work on the reply when the session stops the request, which it may have done already.
  func whenStopped(_ cancel: @escaping @Sendable () -> Void) {
    let isActive = state.withLock { state in
      if state.phase == .active { state.cancel = cancel }
      return state.phase == .active
    }
    if !isActive { cancel() }
  }

  func stop() {
    finish()?()
  }

  private func finish() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.phase = .over
      defer { state.cancel = nil }
      return state.cancel
    }
  }

  private var isActive: Bool { state.withLock { $0.phase == .active } }

  // MARK: Sending

  func fail(_ code: URLError.Code) {
    guard isActive else { return }
    _ = finish()
    client.client?.urlProtocol(client, didFailWithError: URLError(code))
  }

  /// Sends a reply.
  ///
  /// - Returns: The request to reply to instead, if the session does not follow redirects.
  func deliver(_ reply: HTTPReply, to request: HTTPRequest) async throws -> HTTPRequest? {
    for wait in reply.waits { try await wait() }
    switch reply.content {
    case .failure(let code): fail(code)
    case .redirect(let location, let status): return redirect(from: request, to: location, status: status)
    case .response(let status, let headers, let chunks, let failure):
      guard begin(status, headers, to: request) else { return nil }
      for (index, chunk) in pieces(chunks).enumerated() {
        if index > 0 { try await reply.chunkWait?() }
        send(chunk)
      }
      end(failure)
    }
    return nil
  }

  /// Sends a reply that waits for nothing and is no redirect, from the thread that asks for it.
  ///
  /// - Returns: Whether the reply is one.
  func deliverImmediately(_ reply: HTTPReply) -> Bool {
    guard reply.waits.isEmpty, reply.chunkWait == nil else { return false }
    switch reply.content {
    case .redirect: return false
    case .failure(let code): fail(code)
    case .response(let status, let headers, let chunks, let failure):
      guard begin(status, headers, to: request) else { return true }
      for chunk in pieces(chunks) { send(chunk) }
      end(failure)
    }
    return true
  }

  private func begin(_ status: Int, _ headers: [String: String], to request: HTTPRequest) -> Bool {
    guard isActive, let response = makeResponse(to: request, status, headers) else { return false }
    client.client?.urlProtocol(client, didReceive: response, cacheStoragePolicy: .notAllowed)
    return true
  }

  private func send(_ chunk: Data) {
    if isActive { client.client?.urlProtocol(client, didLoad: chunk) }
  }

  private func end(_ failure: URLError.Code?) {
    if let failure { return fail(failure) }
    guard isActive else { return }
    _ = finish()
    client.client?.urlProtocolDidFinishLoading(client)
  }

  // Without a delegate, the session of other platforms keeps the last piece alone.
  private func pieces(_ chunks: [Data]) -> [Data] {
    #if canImport(Darwin)
      chunks
    #else
      chunks.count > 1 && client.task?.session?.delegate == nil ? [chunks.reduce(Data(), +)] : chunks
    #endif
  }

  private func makeResponse(to request: HTTPRequest, _ status: Int, _ headers: [String: String]) -> URLResponse? {
    HTTPURLResponse(url: request.url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
  }

  // MARK: Redirects

  private func redirect(from request: HTTPRequest, to location: String, status: Int) -> HTTPRequest? {
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL else {
      fail(.badURL)
      return nil
    }
    // As browsers do: only 307 and 308 keep the method and the body.
    let keepsBody = status == 307 || status == 308 || request.method == "GET" || request.method == "HEAD"
    let target = HTTPRequest(
      method: keepsBody ? request.method : "GET",
      url: url,
      headers: request.headers,
      body: keepsBody ? request.body : Data()
    )
    #if canImport(Darwin)
      var next = URLRequest(url: target.url)
      next.httpMethod = target.method
      next.allHTTPHeaderFields = target.headers
      if !target.body.isEmpty { next.httpBody = target.body }
      if isActive, let response = makeResponse(to: request, status, ["Location": location]) {
        _ = finish()
        client.client?.urlProtocol(client, wasRedirectedTo: next, redirectResponse: response)
        client.client?.urlProtocol(client, didFailWithError: URLError(.cancelled))
      }
      return nil
    #else
      return target
    #endif
  }
}
