public import Testing

/// Runs code and fails the test if objects that it tracked are not gone afterward.
///
/// For a part of a test, and where there are no traits. What a test holds outside the closure is not gone when it
/// ends: make the system under test inside.
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
/// - Returns: What the code returns. A tracked object among it counts as leaked, and the failure says so.
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
