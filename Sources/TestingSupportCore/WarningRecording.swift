package import Testing

/// Records a warning of the running test: it is reported, and does not fail the test.
///
/// Before Swift 6.3 there are no warnings; it is a known issue there.
package func recordWarning(_ text: String, sourceLocation: SourceLocation) {
  #if compiler(>=6.3)
    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
  #else
    withKnownIssue { _ = Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation) }
  #endif
}
