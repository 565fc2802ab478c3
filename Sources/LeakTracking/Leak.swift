package import Testing

/// An object that has outlived its test, or many alike, as the failure reports it.
package struct Leak: Sendable {
  package let text: String
  package let comment: Comment?
  package let sourceLocation: SourceLocation
}
