package import Testing

/// Records a warning of the running test: it is reported, and does not fail the test.
///
/// Before Swift 6.3 there are no warnings; it is a known issue there. XCTest knows none: outside any test of Swift Testing,
/// standard error shows it.
package func recordWarning(_ text: String, sourceLocation: SourceLocation) {
  UnattributedIssues.reportWarning(text, at: sourceLocation)
  #if compiler(>=6.3)
    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
  #else
    withKnownIssue { _ = Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation) }
  #endif
}
