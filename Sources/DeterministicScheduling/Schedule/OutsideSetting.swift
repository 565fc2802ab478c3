/// Where a test says how long it waits for what is outside, as a failure advises it to.
enum OutsideSetting: Sendable {
  case trait
  case function
  case interleavings(count: Int)

  /// What to write in order to wait longer than for so long.
  func text(forMoreThan limit: Duration, atLeast least: Duration = .seconds(30)) -> String {
    let seconds = max(least, limit * 2).components.seconds
    switch self {
    case .trait: return ".deterministic(outside: .seconds(\(seconds)))"
    case .function: return "withDeterministicScheduling(outside: .seconds(\(seconds)))"
    case .interleavings(let count): return ".interleavings(\(count), outside: .seconds(\(seconds)))"
    }
  }
}
