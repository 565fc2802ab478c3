public import Testing
internal import TestingSupportCore

/// Checks, after a test, that the objects it tracked are deallocated.
///
/// Made by ``Testing/Trait/tracksMemoryLeaks``.
public struct LeakTrackingTrait: TestTrait, SuiteTrait, TestScoping {
  private let origin: Origin
  private let needsTracking: Bool?

  fileprivate init(needsTracking: Bool?) {
    origin = Origin()
    self.needsTracking = needsTracking
  }

  /// Every test of a suite gets it.
  public var isRecursive: Bool { true }

  /// Notes whether the trait was put on a suite.
  public func prepare(for test: Test) async throws {
    if test.isSuite { origin.isSuite.withLock { $0 = true } }
  }

  /// Runs the test and then checks for leaks.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, isInnermost(of: test) else { return try await function() }
    let needsTracking = self.needsTracking ?? !origin.isSuite.withLock { $0 }
    try await LeakScope.run(
      roots: [],
      sourceLocation: needsTracking ? test.sourceLocation : nil,
      advice: "Call `trackForMemoryLeaks(_:)` in `makeSUT()`, or remove the trait.",
      function
    )
  }

  // A test's own trait wins over the one that it has from its suite.
  private func isInnermost(of test: Test) -> Bool {
    let innermost = test.traits.last { $0 is Self } as? Self
    return innermost == nil || innermost?.origin === origin
  }

  private final class Origin: Sendable {
    let isSuite = Locked(false)
  }
}

extension Trait where Self == LeakTrackingTrait {
  /// Checks, after each test, that the objects passed to ``trackForMemoryLeaks(_:_:sourceLocation:)-(T,_,_)`` are
  /// deallocated.
  ///
  /// ```swift
  /// @Suite("Feed", .tracksMemoryLeaks)
  /// struct FeedViewModelTests {
  ///   @Test("When the feed is loaded then its title is shown")
  ///   func whenFeedIsLoaded_thenTitleIsShown() async {
  ///     let (sut, _) = makeSUT()  // tracks what it makes
  ///     await sut.load()
  ///     #expect(sut.title == "Feed")
  ///   }
  /// }
  /// ```
  ///
  /// On a test, it also fails if the test tracks nothing, since that is probably a mistake. On a suite, it accepts
  /// tests that track nothing; use ``tracksMemoryLeaks(needsTracking:)`` to change that.
  ///
  /// With `.deterministic`, before or after it, the leak check is exact: it runs when the test cannot make progress. In
  /// any other test, a test that leaks waits as long as work seems to be in flight, up to the wait limit.
  public static var tracksMemoryLeaks: Self { Self(needsTracking: nil) }

  /// Checks that tracked objects are deallocated, and sets whether a test has to track any.
  ///
  /// - Parameter needsTracking: Whether a test that tracks nothing fails.
  public static func tracksMemoryLeaks(needsTracking: Bool) -> Self { Self(needsTracking: needsTracking) }
}
