package import Testing

/// Reports issues that are recorded outside any test of Swift Testing: as failures of the running XCTest where
/// `XCTestSupport` is linked, and else on standard error, once a source location.
///
/// XCTest ignores them. A detached task of a test of Swift Testing is outside too, and the run reports its issues.
package final class UnattributedIssues: Sendable {
  /// Whether a capture of this package takes the issues that are recorded here.
  @TaskLocal package static var areHeard = false
  @TaskLocal package static var current = processWide
  package static let processWide = UnattributedIssues(tell: StandardError.print)

  private let places = Locked<Set<SourceLocation>>([])
  private let warnings = Locked<Set<String>>([])
  private let recorder = Locked<XCTestRecorder?>(nil)
  private let failureCounter = Locked<(@Sendable () -> Int?)?>(nil)
  private let tell: @Sendable (String) -> Void

  package init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Whether an issue that is recorded here reaches a test of Swift Testing, or a capture.
  package static var isAttributed: Bool { Test.current != nil || areHeard }

  /// Fails the running XCTest. Returns whether there is one.
  package typealias XCTestRecorder = @Sendable (_ text: String, SourceLocation) -> Bool

  /// Called once, when `XCTestSupport` is loaded.
  ///
  /// - Parameters:
  ///   - newRecorder: Fails the running XCTest.
  ///   - failureCount: How many failures the running XCTest has; `nil` if there is none.
  package func install(
    _ newRecorder: @escaping XCTestRecorder,
    failureCount: @escaping @Sendable () -> Int? = { nil }
  ) {
    recorder.withLock { $0 = newRecorder }
    failureCounter.withLock { $0 = failureCount }
  }

  /// How many failures the running XCTest has; `nil` if none is running, or `XCTestSupport` is not linked.
  package static var failureCount: Int? {
    isAttributed ? nil : current.failureCounter.withLock(\.self)?()
  }

  /// Shows a warning, once a source location and text, if it belongs to no test of Swift Testing.
  static func reportWarning(_ text: String, at place: SourceLocation) {
    guard !isAttributed, !TestFrameworkInteroperability.isComplete else { return }
    let line = "◇ \(place): warning: \(text)"
    if current.warnings.withLock({ $0.insert(line).inserted }) { current.tell(line) }
  }

  /// Reports an issue that was recorded with the testing library, if it belongs to no Swift Testing test.
  static func report(_ issue: Issue, text: String, at place: SourceLocation) {
    guard !isAttributed, !TestFrameworkInteroperability.isComplete, !issue.isMatchedByKnownIssue else { return }
    current.report(text, at: place)
  }

  private func report(_ text: String, at place: SourceLocation) {
    let recorder = recorder.withLock(\.self)
    if recorder?(text, place) == true { return }
    guard places.withLock({ $0.insert(place).inserted }) else { return }
    let (headline, advice) =
      recorder == nil
      ? (
        "an issue was recorded outside any Swift Testing test",
        " XCTest does not fail for it.\nLink `XCTestSupport` to the test target to make an XCTest fail."
      ) : ("an issue was recorded outside any test", "")
    tell(
      """
      ◇ \(place): \(headline)
      \(text.count > 2000 ? "\(text.prefix(1999))…" : text)
      Swift Testing reports it if it comes from a detached task.\(advice)
      """
    )
  }
}
