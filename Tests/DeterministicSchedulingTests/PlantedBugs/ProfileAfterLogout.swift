extension PlantedBug {
  /// A profile that is still on its way when the user logs out is put into the emptied cache when it arrives.
  static let profileAfterLogout = PlantedBug(name: "profile after logout") { version in
    let cache = ProfileCache(version)
    let session = await cache.session
    let loading = start("profile") { await cache.load(in: session) }
    let logout = start("logout") {
      await roundTrip(turns: 4)  // the user finds the button
      await cache.clear()
    }
    _ = await (loading.value, logout.value)
    return await cache.profile == nil
  }
}

private actor ProfileCache {
  private let version: PlantedBug.Version
  private(set) var session = 0
  private(set) var profile: String?

  init(_ version: PlantedBug.Version) { self.version = version }

  func load(in session: Int) async {
    await roundTrip(turns: 2)
    if version == .corrected, session != self.session { return }
    profile = "Ada"
  }

  func clear() {
    session += 1
    profile = nil
  }
}
