import TestingSupportCore

extension PlantedBug {
  /// Events are tagged with the account, which comes in a stream of its own. Events that come before it are dropped.
  static let mergedStreams = PlantedBug(name: "two streams merged") { version in
    let (accounts, account) = AsyncStream.makeStream(of: String.self)
    let (events, event) = AsyncStream.makeStream(of: Int.self)
    let log = TaggedLog(keepsEarlyEvents: version == .corrected)
    account.yield("ada")
    account.finish()
    for number in 1...3 { event.yield(number) }
    event.finish()
    let observers = [
      start("accounts") { for await account in accounts { await log.use(account) } },
      start("events") { for await event in events { await log.add(event) } },
    ]
    for observer in observers { await observer.value }
    return await log.lines == ["ada 1", "ada 2", "ada 3"]
  }
}

private actor TaggedLog {
  private let keepsEarlyEvents: Bool
  private var account: String?
  private var early: [Int] = []
  private(set) var lines: [String] = []

  init(keepsEarlyEvents: Bool) { self.keepsEarlyEvents = keepsEarlyEvents }

  func use(_ account: String) {
    self.account = account
    lines += early.map { "\(account) \($0)" }
    early = []
  }

  func add(_ event: Int) async {
    if let account {
      lines.append("\(account) \(event)")
    } else if keepsEarlyEvents {
      early.append(event)
    }
    await roundTrip()
  }
}
