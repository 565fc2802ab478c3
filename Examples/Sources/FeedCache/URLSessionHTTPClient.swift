import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a server with the system's URL loading.
public struct URLSessionHTTPClient: HTTPClient {
  /// An answer that is not one of HTTP.
  public struct UnexpectedResponse: Error {}

  private let session: URLSession

  public init(session: URLSession) {
    self.session = session
  }

  public func get(from url: URL) async throws -> (body: Data, statusCode: Int) {
    let (body, response) = try await session.data(from: url)
    guard let response = response as? HTTPURLResponse else { throw UnexpectedResponse() }
    return (body, response.statusCode)
  }
}
