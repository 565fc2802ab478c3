extension PlantedBug {
  /// A like is shown before the server has it and taken back when it is refused, also when the user has liked again.
  static let staleRollback = PlantedBug(name: "stale rollback") { version in
    let post = await Post(version)
    let first = start("first like") { await post.like(accepted: false) }
    let second = start("second like") {
      await roundTrip(turns: 5)  // sees it fail, tries again
      await post.like(accepted: true)
    }
    _ = await (first.value, second.value)
    return await post.showsLatestAnswer
  }
}

@MainActor
private final class Post {
  private let version: PlantedBug.Version
  private var attempt = 0
  private var isLiked = false
  private var latestIsAccepted = false

  init(_ version: PlantedBug.Version) { self.version = version }

  var showsLatestAnswer: Bool { isLiked == latestIsAccepted }

  func like(accepted: Bool) async {
    attempt += 1
    let mine = attempt
    latestIsAccepted = accepted
    isLiked = true
    await roundTrip()
    if accepted { return }
    if version == .corrected, attempt != mine { return }
    isLiked = false
  }
}
