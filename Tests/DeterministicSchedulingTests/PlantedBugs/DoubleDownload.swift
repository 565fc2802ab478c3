import TestingSupportCore

extension PlantedBug {
  /// The prefetch of a list and the screen that opens from it ask for the same image.
  ///
  /// An actor lets other calls in while one awaits: between "not in the cache" and "now it is" there is a second download.
  static let doubleDownload = PlantedBug(name: "double download") { version in
    let server = CountingImageServer()
    let store: any ImageStore = version == .buggy ? CachingImageStore(server) : SingleFlightImageStore(server)
    let prefetch = start("prefetch") { await store.image("cat") }
    let screen = start("screen") {
      await roundTrip(turns: 3)  // the transition to the screen
      return await store.image("cat")
    }
    _ = await (prefetch.value, screen.value)
    return server.downloads.withLock { $0 } == 1
  }
}

private protocol ImageStore: Sendable {
  func image(_ name: String) async -> String
}

private actor CachingImageStore: ImageStore {
  private var cache: [String: String] = [:]
  private let server: CountingImageServer

  init(_ server: CountingImageServer) { self.server = server }

  func image(_ name: String) async -> String {
    if let image = cache[name] { return image }
    let image = await server.download(name)
    cache[name] = image
    return image
  }
}

private actor SingleFlightImageStore: ImageStore {
  private var downloads: [String: Task<String, Never>] = [:]
  private let server: CountingImageServer

  init(_ server: CountingImageServer) { self.server = server }

  func image(_ name: String) async -> String {
    if let download = downloads[name] { return await download.value }
    let download = Task { [server] in await server.download(name) }
    downloads[name] = download
    return await download.value
  }
}

private final class CountingImageServer: Sendable {
  let downloads = Locked(0)

  func download(_ name: String) async -> String {
    downloads.withLock { $0 += 1 }
    await roundTrip()
    return "image of a \(name)"
  }
}
