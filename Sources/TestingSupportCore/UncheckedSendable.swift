/// A value that crosses an isolation boundary where the compiler cannot see that doing so is safe.
// Sendable: each use says why no two threads use the value at once.
package struct UncheckedSendable<Content>: @unchecked Sendable {
  package var content: Content

  package init(_ content: Content) {
    self.content = content
  }
}
