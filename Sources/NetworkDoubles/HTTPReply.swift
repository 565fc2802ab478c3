public import Foundation
public import TestDoubles

/// What a stub replies to a request.
///
/// ```swift
/// stub.on("GET", "/items", reply: try .json(encoding: items))
/// stub.on("GET", "/items/*", reply: .status(404))
/// stub.on("POST", "/items", reply: .failure(.notConnectedToInternet))
/// stub.on("GET", "/image", reply: .data(png).held(at: gate))
/// stub.on("GET", "/token", replies: [.status(401), .json(#"{"token": "new"}"#)])
/// stub.on("GET", "/old/**", reply: .redirect(to: "/items"))
/// stub.on("GET", "/video", reply: .data(png).dropped(afterBytes: 1000))
/// ```
public struct HTTPReply: Sendable {
  enum Content: Sendable {
    case response(status: Int, headers: [String: String], chunks: [Data], failure: URLError.Code?)
    case redirect(to: String, status: Int)
    case failure(URLError.Code)
  }

  var content: Content
  /// What has to finish before the reply is sent, in order.
  var waits: [@Sendable () async throws -> Void] = []
  /// What has to finish before each chunk but the first.
  var chunkWait: (@Sendable () async throws -> Void)?

  private init(_ content: Content) {
    self.content = content
  }

  // MARK: Responses

  /// Replies with JSON text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status code.
  ///   - headers: Headers, besides `Content-Type`.
  /// - Returns: The reply.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
    data(Data(text.utf8), status: status, headers: headers, contentType: "application/json")
  }

  /// Replies with a value, encoded as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: Headers, besides `Content-Type`.
  ///   - encoder: The encoder.
  /// - Returns: The reply.
  /// - Throws: What the encoder throws.
  public static func json(
    encoding value: some Encodable,
    status: Int = 200,
    headers: [String: String] = [:],
    encoder: JSONEncoder = JSONEncoder()
  ) throws -> HTTPReply {
    data(try encoder.encode(value), status: status, headers: headers, contentType: "application/json")
  }

  /// Replies with plain text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status code.
  ///   - headers: Headers, besides `Content-Type`.
  /// - Returns: The reply.
  public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
    data(Data(text.utf8), status: status, headers: headers, contentType: "text/plain; charset=utf-8")
  }

  /// Replies with data.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - status: The status code.
  ///   - headers: Headers, besides `Content-Length`.
  /// - Returns: The reply.
  public static func data(_ data: Data, status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
    self.data(data, status: status, headers: headers, contentType: nil)
  }

  /// Replies with a status code and no body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The headers.
  /// - Returns: The reply.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> HTTPReply {
    data(Data(), status: status, headers: headers)
  }

  /// Replies with data that arrives in pieces.
  ///
  /// A delegate of the session and `bytes(for:)` get the pieces one by one, `data(for:)` gets all of them at the end.
  ///
  /// - Parameters:
  ///   - chunks: The pieces.
  ///   - status: The status code.
  ///   - headers: The headers.
  /// - Returns: The reply.
  public static func chunks(_ chunks: [Data], status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
    HTTPReply(.response(status: status, headers: headers, chunks: chunks, failure: nil))
  }

  private static func data(
    _ data: Data,
    status: Int,
    headers: [String: String],
    contentType: String?
  ) -> HTTPReply {
    var all = ["Content-Length": "\(data.count)"]
    if let contentType { all["Content-Type"] = contentType }
    all.merge(headers) { $1 }
    return HTTPReply(.response(status: status, headers: all, chunks: data.isEmpty ? [] : [data], failure: nil))
  }

  // MARK: Other endings

  /// Redirects the client to another URL, which needs its own route.
  ///
  /// - Parameters:
  ///   - location: The URL, or a path on the same host.
  ///   - status: The status code.
  /// - Returns: The reply.
  public static func redirect(to location: String, status: Int = 302) -> HTTPReply {
    HTTPReply(.redirect(to: location, status: status))
  }

  /// Fails the request as a network does.
  ///
  /// - Parameter code: The code of the `URLError`, such as `.timedOut`.
  /// - Returns: The reply.
  public static func failure(_ code: URLError.Code) -> HTTPReply {
    HTTPReply(.failure(code))
  }

  /// Breaks the connection after a part of the body has arrived.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes arrive.
  ///   - code: The code of the `URLError`.
  /// - Returns: The reply, with a shorter body. A reply without a response is returned as it is.
  public func dropped(
    afterBytes byteCount: Int,
    with code: URLError.Code = .networkConnectionLost
  ) -> HTTPReply {
    guard case .response(let status, let headers, let chunks, _) = content else { return self }
    var left = max(0, byteCount)
    let arriving = chunks.compactMap { chunk -> Data? in
      defer { left -= min(left, chunk.count) }
      return left > 0 ? chunk.prefix(left) : nil
    }
    var copy = self
    copy.content = .response(status: status, headers: headers, chunks: arriving, failure: code)
    return copy
  }

  // MARK: Slow replies

  /// Holds the reply until the test opens a gate.
  ///
  /// - Parameter gate: The gate.
  /// - Returns: The held reply.
  public func held(at gate: Gate) -> HTTPReply {
    waiting { await gate.wait() }
  }

  /// Delays the reply on a clock: a test clock, or the continuous clock, whose time is virtual in a `.deterministic`
  /// test.
  ///
  /// - Parameters:
  ///   - duration: How long.
  ///   - clock: The clock.
  /// - Returns: The delayed reply.
  public func delayed(by duration: Duration, on clock: any Clock<Duration> = ContinuousClock()) -> HTTPReply {
    waiting { try await clock.sleep(for: duration) }
  }

  /// Delays each piece of the body but the first.
  ///
  /// - Parameters:
  ///   - interval: How long between two pieces.
  ///   - clock: The clock.
  /// - Returns: The delayed reply.
  public func chunks(every interval: Duration, on clock: any Clock<Duration> = ContinuousClock()) -> HTTPReply {
    var copy = self
    copy.chunkWait = { try await clock.sleep(for: interval) }
    return copy
  }

  private func waiting(_ wait: @escaping @Sendable () async throws -> Void) -> HTTPReply {
    var copy = self
    copy.waits.append(wait)
    return copy
  }
}
