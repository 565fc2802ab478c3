/// Which fixtures are being created inside one another, and what that means for a fixture that contains itself.
struct FixtureNesting: Sendable {
  /// How choices are made at this depth.
  enum Choice: Sendable {
    case free
    case simplest
    case last
  }

  private struct Level {
    let type: ObjectIdentifier
    /// How often the most repeated type is there, this level included.
    let repetitions: Int
  }

  /// The fixtures that use `T.fixture` or `any…()` instead of the values passed to them.
  @TaskLocal static var around = FixtureNesting()

  private var levels: [Level] = []
  private(set) var choice = Choice.free

  /// Whether fixtures request one another endlessly.
  var isEndless: Bool { (levels.last?.repetitions ?? 0) > 50 }

  /// A fixture of the given type begins.
  mutating func enter(_ type: Any.Type) {
    let repetitions = max(count(of: type) + 1, levels.last?.repetitions ?? 0)
    levels.append(Level(type: ObjectIdentifier(type), repetitions: repetitions))
    choice = Self.choice(afterRepetitions: repetitions)
  }

  /// The nesting within a fixture of the given type.
  func entered(_ type: Any.Type) -> FixtureNesting {
    var nesting = self
    nesting.enter(type)
    return nesting
  }

  /// The fixture that began last has ended.
  mutating func leave() {
    levels.removeLast()
    choice = Self.choice(afterRepetitions: levels.last?.repetitions ?? 0)
  }

  /// Whether a collection or optional of the given type should be empty, since it would hold what it is a part of.
  func isDeep(in type: Any.Type) -> Bool {
    count(of: type) >= 2
  }

  private func count(of type: Any.Type) -> Int {
    let id = ObjectIdentifier(type)
    return levels.reduce(0) { $1.type == id ? $0 + 1 : $0 }
  }

  // The simplest choice leads out of most recursions, the last one out of those written the other way round, and a free
  // one out of what is left.
  private static func choice(afterRepetitions repetitions: Int) -> Choice {
    switch repetitions {
    case ...4: .free
    case ...12: .simplest
    case ...20: .last
    default: .free
    }
  }
}
