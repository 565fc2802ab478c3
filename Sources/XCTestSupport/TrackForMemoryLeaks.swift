import LeakTracking
import Testing
import TestingSupportCore
public import XCTest

extension XCTestCase {
  /// Fails the test, at the line that calls this, if an object outlives the test method.
  ///
  /// Call it where the system under test is made:
  ///
  /// ```swift
  /// private func makeSUT(file: StaticString = #filePath, line: UInt = #line) -> (FeedViewModel, FeedLoaderSpy) {
  ///   let loader = FeedLoaderSpy()
  ///   let sut = FeedViewModel(loader: loader)
  ///   trackForMemoryLeaks(sut, file: file, line: line)
  ///   trackForMemoryLeaks(loader, file: file, line: line)
  ///   return (sut, loader)
  /// }
  /// ```
  ///
  /// The look is taken in a teardown block, when the test method has ended and what it has started has settled. Teardown
  /// blocks run before `tearDown()`, the last one first: an object in a property of the test case is still there, unless a
  /// teardown block that was added later lets go of it. The failure tells how the object is held, as far as reflection
  /// can see, starting from the test case too.
  ///
  /// Track in `setUp()` or in the test method: what is tracked in teardown, after the look, fails the test.
  ///
  /// - Parameters:
  ///   - instance: The object that the test should be the last to hold. It is not retained. Tracking it again changes
  ///     nothing.
  ///   - message: Is told first if the object leaks.
  ///   - file: Where a leak fails the test. Pass on the one that `makeSUT` gets, so that it is the test's line.
  ///   - line: The same.
  /// - Returns: The object.
  @discardableResult
  public func trackForMemoryLeaks<T: AnyObject>(
    _ instance: T,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> T {
    let comment = message.isEmpty ? nil : Comment(rawValue: message)
    track(instance, comment, at: SourceLocation(file: file, line: line))
    return instance
  }

  /// Fails the test, at the line that calls this, if any of several objects outlives the test method.
  ///
  /// The same as ``trackForMemoryLeaks(_:_:file:line:)`` for each of them.
  ///
  /// - Parameters:
  ///   - first: An object that the test should be the last to hold.
  ///   - second: Another one.
  ///   - others: More of them.
  ///   - file: Where a leak fails the test.
  ///   - line: The same.
  public func trackForMemoryLeaks(
    _ first: any AnyObject,
    _ second: any AnyObject,
    _ others: any AnyObject...,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for instance in [first, second] + others {
      track(instance, nil, at: SourceLocation(file: file, line: line))
    }
  }

  private func track(_ instance: AnyObject, _ comment: Comment?, at location: SourceLocation) {
    if let scope = leakScope() {
      scope.track(instance, comment: comment, sourceLocation: location)
    } else {
      fail(
        """
        Nothing looks whether this \(type(of: instance)) leaks: the look was taken before, in a teardown block. \
        Track it in setUp() or in the test method.
        """,
        at: location
      )
    }
  }

  /// The one scope of the running test method, so that a cycle is told once; `nil` once the look has been taken.
  private func leakScope() -> LeakScope? {
    let reference = TestCaseReference(testCase: self)
    let newScope = LeakScope(roots: [self])
    let look = looks.withLock { looks in
      if let look = looks[reference.id], look.reference.testCase != nil { return look }
      let look = Look(reference: reference, scope: newScope)
      looks[reference.id] = look
      return look
    }
    if look.scope === newScope { addTeardownBlock(look.take) }
    return look.scope
  }
}

/// By test case. What remains of a look that was taken is a note that it was.
private let looks = Locked<[ObjectIdentifier: Look]>([:])

/// The look at what one test method has left behind.
private struct Look: Sendable {
  let reference: TestCaseReference
  var scope: LeakScope?

  func take() async {
    looks.withLock { $0[reference.id]?.scope = nil }
    for leak in await scope?.leaks() ?? [] {
      let text = [leak.comment?.rawValue, leak.text].compactMap(\.self).joined(separator: "\n")
      reference.testCase?.fail(text, at: leak.sourceLocation)
    }
  }
}

// Sendable: the test case is used in one of its own teardown blocks alone, in which XCTest waits for nothing else.
private struct TestCaseReference: @unchecked Sendable {
  let id: ObjectIdentifier
  weak var testCase: XCTestCase?

  init(testCase: XCTestCase) {
    id = ObjectIdentifier(testCase)
    self.testCase = testCase
  }
}
