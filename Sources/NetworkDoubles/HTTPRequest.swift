public import Foundation

/// A request as a stub has received it.
public struct HTTPRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  public let method: String
  /// The whole URL.
  public let url: URL
  /// The headers, with those of the session's configuration.
  public let headers: [String: String]
  /// The body, also if it was given as a stream or a file; empty if there is none.
  public let body: Data

  /// Creates a request, for tests of what handles one.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL.
  ///   - headers: The headers.
  ///   - body: The body.
  public init(method: String = "GET", url: URL, headers: [String: String] = [:], body: Data = Data()) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The path of the URL, as it was sent; `/` at least.
  public var path: String {
    let path = components?.percentEncodedPath ?? url.path
    return path.isEmpty ? "/" : path
  }

  /// The query of the URL by name. Of items with the same name it has the last one; ``queryItems`` has all.
  public var query: [String: String] {
    Dictionary(queryItems.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
  }

  /// The items of the query, in order.
  public var queryItems: [URLQueryItem] { components?.queryItems ?? [] }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns a header, whatever the case of its name.
  ///
  /// - Parameter name: The name, such as `Content-Type`.
  /// - Returns: The header, or `nil` if the request does not have it.
  public func header(_ name: String) -> String? {
    headers[name] ?? headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// Decodes the body.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder.
  /// - Returns: The decoded value.
  /// - Throws: What the decoder throws.
  public func json<T: Decodable>(as type: T.Type = T.self, decoder: JSONDecoder = JSONDecoder()) throws -> T {
    try decoder.decode(type, from: body)
  }

  private var components: URLComponents? { URLComponents(url: url, resolvingAgainstBaseURL: true) }

  /// The scheme, host and port, as a route compares them.
  var origin: String {
    let port = components?.port.map { ":\($0)" } ?? ""
    return "\(components?.scheme ?? "")://\(components?.host ?? "")\(port)".lowercased()
  }

  /// How a failure names the request.
  var title: String { "\(method) \(url.absoluteString)" }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the URL, with the size of the body.
  public var description: String { body.isEmpty ? title : "\(title) (\(body.count) bytes)" }
}
