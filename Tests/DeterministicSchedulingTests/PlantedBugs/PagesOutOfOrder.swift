extension PlantedBug {
  /// A list that is scrolled fast asks for its next page while the one before is still on its way.
  static let pagesOutOfOrder = PlantedBug(name: "pages out of order") { version in
    let feed = Feed(version)
    let first = start("page 1") { await feed.loadNextPage() }
    let second = start("page 2") { await feed.loadNextPage() }
    _ = await (first.value, second.value)
    let items = await feed.items
    return items == items.sorted()
  }
}

private actor Feed {
  private let version: PlantedBug.Version
  private var nextPage = 0
  private var loading: Task<Void, Never>?
  private(set) var items: [Int] = []

  init(_ version: PlantedBug.Version) { self.version = version }

  func loadNextPage() async {
    let page = nextPage
    nextPage += 1
    switch version {
    case .buggy:
      await append(page)
    case .corrected:
      let before = loading
      let task = Task {
        await before?.value
        await append(page)
      }
      loading = task
      await task.value
    }
  }

  private func append(_ page: Int) async {
    await roundTrip(turns: 2)
    items += [page * 2, page * 2 + 1]
  }
}
