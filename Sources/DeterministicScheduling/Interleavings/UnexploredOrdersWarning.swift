internal import Testing
internal import TestingSupportCore

/// Warns, once in a process, that interleavings cannot be controlled, or not all of what they depend on.
final class UnexploredOrdersWarning: Sendable {
  static let ofProcess = UnexploredOrdersWarning()

  private let isRecorded = Locked(false)

  /// Records the warning, unless another test has.
  func record(_ support: DeterministicSupport, failure: String?, sourceLocation: SourceLocation) {
    guard let text = text(support, failure), !isRecorded.withLock({ exchange(&$0) }) else { return }
    recordWarning(text, sourceLocation: sourceLocation)
  }

  private func exchange(_ isRecorded: inout Bool) -> Bool {
    defer { isRecorded = true }
    return isRecorded
  }

  // Not a failure: the test checks what this platform allows. But it must be clear that no orders were tried.
  private func text(_ support: DeterministicSupport, _ failure: String?) -> String? {
    let reason = failure.map { "\n\($0)" } ?? ""
    if support == .unavailable {
      return """
        Interleavings cannot be controlled on this platform\(reason)
        Each test with `.interleavings` runs once, as an ordinary test.
        """
    }
    return failure.map {
      """
      Interleavings cannot be controlled in full
      \($0)
      Orders are explored only as far as `DeterministicSupport.explanation` says.
      """
    }
  }
}
