extension PlantedBug {
  /// Two requests are refused for their old token. The session joins refreshes that run at the same time, but an answer
  /// that was refused before the refresh and arrives after it starts another one, with a refresh token already used.
  static let refreshStampede = PlantedBug(name: "refresh-token stampede") { version in
    let session = Session(version)
    let profile = start("profile") { await session.request() }
    let feed = start("feed") { await session.request() }
    _ = await (profile.value, feed.value)
    return await session.refreshes == 1
  }
}

private actor Session {
  private let version: PlantedBug.Version
  private var token = 0
  private var refresh: Task<Int, Never>?
  private(set) var refreshes = 0

  init(_ version: PlantedBug.Version) { self.version = version }

  func request() async {
    let used = token
    await roundTrip()  // refused: the token has expired
    if used == 0 { await renew(used) }
  }

  private func renew(_ refused: Int) async {
    if version == .corrected, refused != token { return }
    if let refresh {
      _ = await refresh.value
      return
    }
    refreshes += 1
    let next = token + 1
    let task = start("refresh") {
      await roundTrip()
      return next
    }
    refresh = task
    token = await task.value
    refresh = nil
  }
}
