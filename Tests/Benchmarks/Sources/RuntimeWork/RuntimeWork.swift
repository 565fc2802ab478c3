/// What a test asks of the runtime, with nothing of the package in it.
public enum RuntimeWork: String, Sendable, CaseIterable {
  case yields, mainHops, actorHops, tasks

  /// As a figure's name has it.
  public var name: String {
    switch self {
    case .yields: "a yield"
    case .mainHops: "a hop to the main actor"
    case .actorHops: "a hop to an actor"
    case .tasks: "a task"
    }
  }

  /// How many fill a round that is long beside a question to another process.
  public var countOfRound: Int {
    switch self {
    case .yields, .actorHops: 100_000
    case .mainHops: 5_000
    case .tasks: 50_000
    }
  }

  /// How many are done in one deterministic test.
  public static let countInTest = 1000

  /// How often a deterministic test settles, each time with a task to wait for.
  public static let settlesInTest = 100

  /// Does the work so many times.
  public func perform(_ count: Int) async {
    switch self {
    // conventions:ignore yielding - what is measured
    case .yields: for _ in 0..<count { await Task.yield() }
    case .mainHops: for _ in 0..<count { await MainActor.run {} }
    case .actorHops:
      let counter = Counter()
      for _ in 0..<count { await counter.count() }
    case .tasks: for _ in 0..<count { await Task {}.value }
    }
  }
}

private actor Counter {
  private var total = 0

  func count() { total += 1 }
}
