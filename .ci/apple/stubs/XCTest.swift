// XCTest, as far as it is used.
@_exported import Foundation
@_exported import XCUIAutomation

open class XCTestRun: NSObject {
  open var failureCount: Int { fatalError() }
  open var hasSucceeded: Bool { fatalError() }
}

open class XCTest: NSObject {
  public override init() {}
  open var name: String { fatalError() }
  open var testRun: XCTestRun? { fatalError() }
  open func run() {}
  open func setUp() {}
  open func setUp() async throws {}
  open func setUpWithError() throws {}
  open func tearDown() {}
  open func tearDown() async throws {}
  open func tearDownWithError() throws {}
}

open class XCTestExpectation: NSObject, @unchecked Sendable {
  public init(description: String) {}
  open var assertForOverFulfill: Bool {
    get { fatalError() }
    set {}
  }
  open var expectedFulfillmentCount: Int {
    get { fatalError() }
    set {}
  }
  open var isInverted: Bool {
    get { fatalError() }
    set {}
  }
  open func fulfill() {}
}

open class XCTSourceCodeLocation: NSObject, @unchecked Sendable {
  public init(fileURL: URL, lineNumber: Int) {}
  public convenience init(filePath: String, lineNumber: Int) { fatalError() }
  open var fileURL: URL { fatalError() }
  open var lineNumber: Int { fatalError() }
}

open class XCTSourceCodeContext: NSObject, @unchecked Sendable {
  public convenience override init() { fatalError() }
  public convenience init(location: XCTSourceCodeLocation?) { fatalError() }
  open var location: XCTSourceCodeLocation? { fatalError() }
}

// In Objective-C its requirements are optional.
public protocol XCTestObservation: AnyObject {
  func testBundleWillStart(_ testBundle: Bundle)
  func testBundleDidFinish(_ testBundle: Bundle)
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCaseDidFinish(_ testCase: XCTestCase)
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
}

extension XCTestObservation {
  public func testBundleWillStart(_ testBundle: Bundle) {}
  public func testBundleDidFinish(_ testBundle: Bundle) {}
  public func testCaseWillStart(_ testCase: XCTestCase) {}
  public func testCaseDidFinish(_ testCase: XCTestCase) {}
  public func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {}
}

open class XCTestObservationCenter: NSObject {
  open class var shared: XCTestObservationCenter { fatalError() }
  open func addTestObserver(_ observer: any XCTestObservation) {}
  open func removeTestObserver(_ observer: any XCTestObservation) {}
}

open class XCTAttachment: NSObject {}

public struct XCTIssue {
  public enum IssueType: Int, Sendable {
    case assertionFailure, thrownError, uncaughtException, performanceRegression, system, unmatchedExpectedFailure
  }
  public init(
    type: IssueType,
    compactDescription: String,
    detailedDescription: String? = nil,
    sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(),
    associatedError: (any Error)? = nil,
    attachments: [XCTAttachment] = []
  ) { fatalError() }
  public var type: IssueType
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext
}

open class XCTestCase: XCTest {
  public init(selector: Selector) {}
  open class func setUp() {}
  open class func tearDown() {}
  open var continueAfterFailure: Bool {
    get { fatalError() }
    set {}
  }
  open func invokeTest() {}
  open func record(_ issue: XCTIssue) {}
  @preconcurrency
  public func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) {}
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}
  public func expectation(description: String) -> XCTestExpectation { fatalError() }
  public func fulfillment(
    of expectations: [XCTestExpectation],
    timeout: TimeInterval = .infinity,
    enforceOrder: Bool = false
  ) async {}
  @available(*, noasync)
  public func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) {}
}

public func XCTAssert(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertFalse(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertNil(
  _ expression: @autoclosure () throws -> Any?,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertNotNil(
  _ expression: @autoclosure () throws -> Any?,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertEqual<T: Equatable>(
  _ a: @autoclosure () throws -> T,
  _ b: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertLessThan<T: Comparable>(
  _ a: @autoclosure () throws -> T,
  _ b: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

public func XCTAssertThrowsError<T>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line,
  _ handler: (_ error: any Error) -> Void = { _ in }
) {}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

public func XCTSkipIf(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String? = nil,
  file: StaticString = #filePath,
  line: UInt = #line
) throws {}

public func XCTSkipUnless(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String? = nil,
  file: StaticString = #filePath,
  line: UInt = #line
) throws {}

public func XCTUnwrap<T>(
  _ expression: @autoclosure () throws -> T?,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) throws -> T { fatalError() }

open class XCTNSPredicateExpectation: XCTestExpectation, @unchecked Sendable {
  public init(predicate: NSPredicate, object: Any?) { fatalError() }
}

open class XCTWaiter: NSObject {
  public enum Result: Int, Sendable {
    case completed = 1
    case timedOut, incorrectOrder, invertedFulfillment, interrupted
  }
  @available(*, noasync)
  open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) -> Result { fatalError() }
}

open class XCTNSNotificationExpectation: XCTestExpectation, @unchecked Sendable {
  public init(name notificationName: Notification.Name, object: Any?, notificationCenter: NotificationCenter) {
    fatalError()
  }
  public convenience init(name notificationName: Notification.Name) { fatalError() }
}
