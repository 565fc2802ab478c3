internal import Testing

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Tells on standard error of issues that were recorded outside of any test of Swift Testing, once a place.
///
/// An XCTest takes no notice of them. A detached task of a test of Swift Testing is outside too, and the run tells its
/// issues; the two cannot be told apart without XCTest.
package final class UnheardIssues: Sendable {
  /// Whether somebody takes the issues that are recorded here.
  @TaskLocal package static var areHeard = false
  @TaskLocal package static var current = UnheardIssues(tell: writeToStandardError)

  private let places = Locked<Set<SourceLocation>>([])
  private let tell: @Sendable (String) -> Void

  package init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Tells of an issue, unless there is a test, or somebody who takes it.
  static func note(_ text: String, at place: SourceLocation) {
    if Test.current == nil, !areHeard { current.note(text, at: place) }
  }

  private func note(_ text: String, at place: SourceLocation) {
    guard places.withLock({ $0.insert(place).inserted }) else { return }
    tell(
      """
      ◇ \(place): an issue was recorded outside of any test of Swift Testing. An XCTest does not fail for it: put \
      failOnIssues { } of XCTestSupport around the code. (That of a detached task is told by Swift Testing.) \
      The issue: \(text.inOneLine(upTo: 2000))
      """
    )
  }

  private static func writeToStandardError(_ line: String) {
    var bytes = ContiguousArray((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
