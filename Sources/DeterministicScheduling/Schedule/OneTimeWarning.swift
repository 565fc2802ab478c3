internal import Testing
internal import TestingSupportCore

/// Warns, once in a process, that an option or a trait of a test has no effect, or not all of it.
final class OneTimeWarning: Sendable {
  /// Sleeps are to be skipped, and take real time.
  static let sleepsNotSkipped = OneTimeWarning { $0.textOfSleeps }
  /// Unhandled errors are to fail a test, and are not seen.
  static let errorsNotSeen = OneTimeWarning { $0.textOfErrors }
  /// Tasks that outlive a test are to fail it, and are not seen.
  static let leftoversNotSeen = OneTimeWarning { $0.textOfLeftovers }
  /// Dates are to be virtual, and are real.
  static let datesNotVirtual = OneTimeWarning { $0.textOfDates }
  /// Interleavings cannot be controlled, or not all of what they depend on.
  static let ordersNotExplored = OneTimeWarning { $0.textOfOrders }

  private let text: @Sendable (Runtime.Level) -> String?
  private let isRecorded = Locked(false)

  /// - Parameter text: What the warning says, or `nil` if there is nothing to warn of.
  init(_ text: @escaping @Sendable (Runtime.Level) -> String?) {
    self.text = text
  }

  /// Records the warning, if there is something to warn of and no other test has recorded it.
  func record(_ level: Runtime.Level, sourceLocation: SourceLocation) {
    guard let text = text(level) else { return }
    let isFirst = isRecorded.withLock { isRecorded in
      defer { isRecorded = true }
      return !isRecorded
    }
    if isFirst { recordWarning(text, sourceLocation: sourceLocation) }
  }
}

extension Runtime.Level {
  var textOfSleeps: String? {
    guard support != .exact, hooks?.seesSleep != true else { return nil }
    return """
      The sleeps of this test are not skipped
      They take real time, because the runtime does not show them.
      \(explanation)
      Inject a clock from `TestClocks` instead of sleeping.
      """
  }

  var textOfErrors: String? {
    guard !seesErrors else { return nil }
    return """
      Unhandled errors do not fail this test
      The errors of its tasks are not seen.
      \(explanation)
      Await the tasks, or check what they should have done.
      """
  }

  var textOfLeftovers: String? {
    guard support != .exact else { return nil }
    return """
      Tasks that outlive this test do not fail it
      They are not seen.
      \(explanation)
      Await or cancel each task before the test ends, and check that it has ended.
      """
  }

  var textOfDates: String? {
    guard support != .exact else { return nil }
    return """
      `Date()` shows the real date in this test
      Dates do not follow virtual time.
      \(explanation)
      Give the code the date, such as the one of a `ManualDate`.
      """
  }

  // Not a failure: the test checks what this platform allows. But it must be clear that no orders were tried.
  var textOfOrders: String? {
    if support == .unavailable {
      return """
        Interleavings cannot be controlled
        \(explanation)
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
