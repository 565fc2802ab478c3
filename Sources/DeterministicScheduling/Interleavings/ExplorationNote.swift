internal import TestingSupportCore

/// Notes, once in a process, which orders are not explored in it.
///
/// Not a warning of a test: the build, or the platform, is chosen for all tests, and each run would have the warning.
final class ExplorationNote: Sendable {
  static let ofProcess = ExplorationNote(
    level: Runtime.level,
    isOptimized: isThisBuildOptimized,
    print: StandardError.print
  )

  // Tests are built like this package: an assertion is evaluated only where code isn't optimized.
  private static var isThisBuildOptimized: Bool {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }()
    )
    return isOptimized
  }

  private let texts: Locked<[String]>
  private let print: @Sendable (String) -> Void

  init(level: Runtime.Level, isOptimized: Bool, print: @escaping @Sendable (String) -> Void) {
    texts = Locked([level.noteOfOrders, isOptimized ? Self.noteOfOptimizedBuild : nil].compactMap(\.self))
    self.print = print
  }

  /// Writes the note, unless it was written, or all orders are explored.
  func writeOnce() {
    let texts = texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
    for text in texts { print(text) }
  }

  private static let noteOfOptimizedBuild = """
    Interleavings are explored in an optimized build, which removes consecutive actor hops, and with them some orders.
    Run the tests in a debug build to explore those orders too.
    """
}

extension Runtime.Level {
  // An engine that has failed is reported by a warning.
  fileprivate var noteOfOrders: String? {
    guard support == .ordered, failure == nil, let hooks else { return nil }
    return """
      Interleavings are explored at the level `ordered`. The orders do not vary \(hooks.notVaried).
      A test passes if it fails only in other orders. Run it at the level `exact` too, such as on Linux with Swift 6.3.
      """
  }
}
