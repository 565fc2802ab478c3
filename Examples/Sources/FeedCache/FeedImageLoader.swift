import Foundation

/// Asks a server, and calls back: the form of the app's older code.
public protocol ImageClient: AnyObject {
  /// Calls back with what stands at an address.
  func get(from url: URL, completion: @escaping (Result<Data, any Error>) -> Void)
}

/// Loads the pictures of the feed. Calls back on the thread of its client.
public final class FeedImageLoader {
  /// Why there is no picture.
  public enum Error: Swift.Error, Hashable {
    case connectivity
    case invalidData
  }

  private let client: any ImageClient

  public init(client: any ImageClient) {
    self.client = client
  }

  /// Loads the picture of an item. If the loader is deallocated first, nothing is called.
  public func loadImage(of item: FeedItem, completion: @escaping (Result<Data, Error>) -> Void) {
    client.get(from: item.imageURL) { [weak self] answer in
      guard self != nil else { return }
      completion(answer.mapError { _ in .connectivity }.flatMap { $0.isEmpty ? .failure(.invalidData) : .success($0) })
    }
  }
}
