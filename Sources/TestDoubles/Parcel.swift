/// A value that passes a lock, where the compiler cannot see that doing so is safe.
// Sendable: each place that makes a parcel says why its content is not used by two threads at once.
struct Parcel<Content>: @unchecked Sendable {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}
