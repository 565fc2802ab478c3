internal import Testing
internal import TestingSupportCore

/// Warns, once in a process, that sleeps are to be skipped, and take real time.
final class SleepsNotSkippedWarning: Sendable {
  static let ofProcess = SleepsNotSkippedWarning()

  private let isRecorded = Locked(false)

  /// Records the warning, unless sleeps are seen, or another test has recorded it.
  func record(_ level: Runtime.Level, sourceLocation: SourceLocation) {
    guard level.support != .exact, level.hooks?.seesSleep != true else { return }
    let isFirst = isRecorded.withLock { isRecorded in
      defer { isRecorded = true }
      return !isRecorded
    }
    guard isFirst else { return }
    recordWarning(
      """
      The sleeps of this test are not skipped
      They take real time, because the runtime does not show them.
      \(level.explanation)
      Inject a clock from `TestClocks` instead of sleeping.
      """,
      sourceLocation: sourceLocation
    )
  }
}
