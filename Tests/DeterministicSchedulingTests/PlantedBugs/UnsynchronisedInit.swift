extension PlantedBug {
  /// Settings load themselves from disk in a task started by `init`; a change made before that is overwritten.
  static let unsynchronisedInit = PlantedBug(name: "unsynchronised init") { version in
    let settings = await Settings(version)
    let user = start("user") {
      await roundTrip(turns: 3)  // opens the settings
      await settings.setTheme("dark")
    }
    await user.value
    await settings.loading?.value
    return await settings.theme == "dark"
  }
}

@MainActor
private final class Settings {
  private let version: PlantedBug.Version
  private(set) var theme = "default"
  private(set) var loading: Task<Void, Never>?

  init(_ version: PlantedBug.Version) {
    self.version = version
    loading = start("loading") {
      await roundTrip()  // the disk
      await self.use("light")
    }
  }

  func setTheme(_ theme: String) async {
    if version == .corrected { await loading?.value }
    self.theme = theme
  }

  private func use(_ theme: String) { self.theme = theme }
}
