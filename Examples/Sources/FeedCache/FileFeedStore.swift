import Foundation

/// Keeps the feed in a file, also when the app ends.
public actor FileFeedStore: FeedStore {
  private let storeURL: URL

  /// Keeps the feed at a place. The folder is made when it is needed.
  public init(storeURL: URL) {
    self.storeURL = storeURL
  }

  public func retrieve() throws -> CachedFeed? {
    let data: Data
    do {
      data = try Data(contentsOf: storeURL)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
    return try JSONDecoder().decode(CachedFeed.self, from: data)
  }

  public func insert(_ feed: CachedFeed) throws {
    let folder = storeURL.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(feed).write(to: storeURL, options: .atomic)
  }

  public func deleteCachedFeed() throws {
    do {
      try FileManager.default.removeItem(at: storeURL)
    } catch CocoaError.fileNoSuchFile {
      return
    }
  }
}
