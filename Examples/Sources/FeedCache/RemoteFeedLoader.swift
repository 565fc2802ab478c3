import Foundation

/// Asks a server.
public protocol HTTPClient: Sendable {
  /// What stands at an address: the body, and the status code of the answer.
  func get(from url: URL) async throws -> (body: Data, statusCode: Int)
}

/// Loads the feed from the server.
public final class RemoteFeedLoader: FeedLoader {
  /// Why there is no feed.
  public enum Error: Swift.Error, Hashable {
    case connectivity
    case invalidData
  }

  private let url: URL
  private let client: any HTTPClient

  public init(url: URL, client: any HTTPClient) {
    self.url = url
    self.client = client
  }

  public func load() async throws -> [FeedItem] {
    let answer: (body: Data, statusCode: Int)
    do {
      answer = try await client.get(from: url)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw Error.connectivity
    }
    return try Self.items(in: answer)
  }

  private static func items(in answer: (body: Data, statusCode: Int)) throws(Error) -> [FeedItem] {
    guard answer.statusCode == 200, let root = try? JSONDecoder().decode(Root.self, from: answer.body) else {
      throw .invalidData
    }
    return root.items.map {
      FeedItem(id: $0.id, description: $0.description, location: $0.location, imageURL: $0.image)
    }
  }

  private struct Root: Decodable {
    let items: [Item]

    struct Item: Decodable {
      let id: UUID
      let description: String?
      let location: String?
      let image: URL
    }
  }
}
