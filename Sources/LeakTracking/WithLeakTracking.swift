public import Testing

/// Runs code and fails the test if objects that it tracked are not deallocated afterward.
///
/// Use this function to check part of a test, or where traits aren't available, such as in XCTest. Create the system
/// under test inside the closure: objects that the test retains outside it are still alive when the check runs.
///
/// ```swift
/// await withLeakTracking {
///   let sut = trackForMemoryLeaks(FeedViewModel(loader: FeedLoaderSpy()))
///   await sut.load()
///   #expect(sut.title == "Feed")
/// }
/// ```
///
/// - Parameters:
///   - roots: Objects that live longer than the code, such as a cache or a coordinator. They are no leaks, but how they
///     retain one is reported. They are not retained.
///   - sourceLocation: Where it fails if nothing was tracked.
///   - isolation: The isolation of the caller.
///   - body: The code.
/// - Returns: What the code returns. If it contains a tracked object, that object counts as leaked, and the failure
///   says so.
/// - Throws: What the code throws.
@discardableResult
public func withLeakTracking<R>(
  searching roots: [any AnyObject] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> R
) async rethrows -> R {
  try await LeakScope.run(
    roots: roots,
    sourceLocation: sourceLocation,
    advice: "Call `trackForMemoryLeaks(_:)` with the objects that the closure should release.",
    body
  )
}
