extension PlantedBug {
  /// A search field asks at every key; the answer that comes last is shown, whichever question it answers.
  static let lastWriteWins = PlantedBug(name: "last write wins") { version in
    let model = await SearchModel(version)
    await model.type("sw")
    await roundTrip()
    await model.type("swift")
    await model.waitForAnswers()
    return await model.results == "results for swift"
  }
}

@MainActor
private final class SearchModel {
  private let version: PlantedBug.Version
  private var query = ""
  private var searches: [Task<Void, Never>] = []
  private(set) var results = ""

  init(_ version: PlantedBug.Version) { self.version = version }

  func type(_ query: String) {
    self.query = query
    searches.append(start("search for \(query)") { await self.search(query) })
  }

  func waitForAnswers() async {
    for search in searches { await search.value }
  }

  private func search(_ query: String) async {
    let answer = await answer(query)
    if version == .corrected, query != self.query { return }
    results = answer
  }

  private nonisolated func answer(_ query: String) async -> String {
    await roundTrip(turns: 3)
    return "results for \(query)"
  }
}
