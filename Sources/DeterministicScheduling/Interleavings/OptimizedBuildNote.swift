internal import TestingSupportCore

/// Notes, once in a process, that an optimized build has fewer orders than a debug build.
final class OptimizedBuildNote: Sendable {
  static let ofProcess = OptimizedBuildNote(isOptimized: isThisBuildOptimized, print: StandardError.print)

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

  private let isPending: Locked<Bool>
  private let print: @Sendable (String) -> Void

  init(isOptimized: Bool, print: @escaping @Sendable (String) -> Void) {
    isPending = Locked(isOptimized)
    self.print = print
  }

  /// Writes the note, unless it was written, or the build isn't optimized.
  func writeOnce() {
    let isFirst = isPending.withLock { isPending in
      defer { isPending = false }
      return isPending
    }
    guard isFirst else { return }
    print(
      """
      Interleavings are explored in an optimized build, which removes consecutive actor hops, and with them some orders.
      Run the tests in a debug build to explore those orders too.
      """
    )
  }
}
