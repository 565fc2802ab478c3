/// A value on its way from one isolation to another, where the compiler cannot see that it is safe.
// Sendable: whoever makes a parcel says beside it why its content is not used by two at once.
struct Parcel<Content>: @unchecked Sendable {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}
