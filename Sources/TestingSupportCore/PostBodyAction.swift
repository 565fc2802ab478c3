/// What is to be done when the body of a deterministic test has ended, while its schedule is still there.
///
/// For a trait that stands around one that runs the test under a schedule, and has to look at the test exactly when it
/// has settled. Such a trait calls the action after each run of the body: `.interleavings` has many.
package struct PostBodyAction: Sendable {
  // A value around the closure: binding an optional closure directly makes optimized code crash.
  @TaskLocal package static var current: PostBodyAction?

  package let action: @Sendable () async -> Void

  package init(action: @escaping @Sendable () async -> Void) {
    self.action = action
  }
}
