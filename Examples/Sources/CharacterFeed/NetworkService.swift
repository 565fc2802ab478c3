import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks the server.
public protocol NetworkService: Sendable {
  /// The server's answer to a question.
  func request<Response: Decodable & Sendable>(_ endpoint: any Endpoint) async throws(NetworkError) -> Response
}

/// Why there is no answer.
public enum NetworkError: Error, Hashable, Sendable {
  case notConnected
  case status(Int)
  case decodingFailed
}

/// Asks the server over HTTP.
public struct URLSessionNetworkService: NetworkService {
  private let baseURL: URL
  private let session: URLSession

  /// Asks the server at an address.
  public init(baseURL: URL, session: URLSession) {
    self.baseURL = baseURL
    self.session = session
  }

  public func request<Response: Decodable & Sendable>(_ endpoint: any Endpoint) async throws(NetworkError) -> Response {
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await session.data(for: urlRequest(for: endpoint))
    } catch {
      throw .notConnected
    }
    guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
      throw .status((response as? HTTPURLResponse)?.statusCode ?? 0)
    }
    do {
      return try JSONDecoder().decode(Response.self, from: data)
    } catch {
      throw .decodingFailed
    }
  }

  private func urlRequest(for endpoint: any Endpoint) -> URLRequest {
    let url = baseURL.appendingPathComponent(endpoint.path)
    guard !endpoint.query.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      return URLRequest(url: url)
    }
    components.queryItems = endpoint.query.map(URLQueryItem.init)
    return URLRequest(url: components.url ?? url)
  }
}
