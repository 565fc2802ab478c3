public import Testing
internal import TestingSupportCore

/// Fails the test, at the line that calls this, if an object outlives the test.
///
/// Call it where the test creates the system under test. The leak check runs after the test body returns, the suite
/// instance is deallocated, and everything the test started has finished, so a task that is about to release the object
/// isn't a leak. The failure reports the references that retain the object, as far as reflection can see.
///
/// ```swift
/// private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (FeedViewModel, FeedLoaderSpy) {
///   let loader = FeedLoaderSpy()
///   let sut = FeedViewModel(loader: loader)
///   trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
///   trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
///   return (sut, loader)
/// }
/// ```
///
/// Tracking requires a scope: a test or a suite with the trait ``Testing/Trait/tracksMemoryLeaks``, or
/// ``withLeakTracking(searching:sourceLocation:isolation:_:)``. Without one the call fails the test immediately. A
/// detached task is outside the scope of the test that started it. An XCTest needs nothing but `XCTestSupport` in its
/// target: each test method is a scope, checked in a teardown block.
///
/// - Parameters:
///   - instance: The object that the test should be the last to hold. It is not retained. Tracking it again changes
///     nothing.
///   - comment: Precedes the failure if the object leaks.
///   - sourceLocation: Where a leak fails the test. Pass on the one that `makeSUT` gets, so that it is the test's line.
/// - Returns: The object.
@discardableResult
public func trackForMemoryLeaks<T: AnyObject>(
  _ instance: T,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> T {
  guard let scope = LeakScope.current else {
    let isOutside = Test.current == nil
    recordIssue(
      """
      No leak check covers this \(type(of: instance))\(isOutside ? "\nA detached task is outside its test." : "")
      Add `.tracksMemoryLeaks` to the test or its suite, or wrap the code in `withLeakTracking { }`.
      """,
      comment: comment,
      sourceLocation: sourceLocation
    )
    return instance
  }
  if !scope.track(instance, comment: comment, sourceLocation: sourceLocation) {
    recordIssue(
      "This \(type(of: instance)) was tracked after the leak check\n\(scope.adviceForLateTracking)",
      comment: comment,
      sourceLocation: sourceLocation
    )
  }
  return instance
}

/// Fails the test, at the line that calls this, if any of several objects outlives the test.
///
/// The same as ``trackForMemoryLeaks(_:_:sourceLocation:)-(T,_,_)`` for each of them.
///
/// - Parameters:
///   - first: An object that the test should be the last to hold.
///   - second: Another one.
///   - others: More of them.
///   - sourceLocation: Where a leak fails the test.
public func trackForMemoryLeaks(
  _ first: any AnyObject,
  _ second: any AnyObject,
  _ others: any AnyObject...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for instance in [first, second] + others {
    trackForMemoryLeaks(instance, sourceLocation: sourceLocation)
  }
}
