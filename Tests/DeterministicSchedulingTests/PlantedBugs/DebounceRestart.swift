extension PlantedBug {
  /// A debounced field restarts its pause at every key, but looks for cancellation only before its last `await`.
  static let debounceRestart = PlantedBug(name: "debounce restart") { version in
    let field = await DebouncedField(version)
    await field.type("sw")
    await roundTrip(turns: 2)  // the next key
    await field.type("swift")
    await field.waitForDelivery()
    return await field.hasDeliveredOnlyCurrentText
  }
}

@MainActor
private final class DebouncedField {
  private let version: PlantedBug.Version
  private var pending: [Task<Void, Never>] = []
  private var text = ""
  private(set) var hasDeliveredOnlyCurrentText = true

  init(_ version: PlantedBug.Version) { self.version = version }

  func type(_ text: String) {
    self.text = text
    pending.last?.cancel()
    pending.append(start("pause after \(text)") { await self.deliver(text) })
  }

  func waitForDelivery() async {
    for task in pending { await task.value }
  }

  private nonisolated func deliver(_ text: String) async {
    await roundTrip(turns: 4)  // the pause
    guard !Task.isCancelled else { return }
    await roundTrip(turns: 2)  // looks in the history first
    await record(text)
  }

  private func record(_ text: String) {
    if version == .corrected, Task.isCancelled { return }
    if text != self.text { hasDeliveredOnlyCurrentText = false }
  }
}
