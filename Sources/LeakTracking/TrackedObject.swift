internal import Testing

/// An object that should be deallocated when its test has finished. Sendable: the object is only ever asked whether it
/// is still there, and looked into once its test has settled; all else is immutable.
struct TrackedObject: @unchecked Sendable {
  weak var instance: AnyObject?
  let comment: Comment?
  let sourceLocation: SourceLocation
}

/// An object that is known to live on. Not retained, so that it does not live on for being known.
// Sendable: as above.
struct Root: @unchecked Sendable {
  weak var instance: AnyObject?
}
