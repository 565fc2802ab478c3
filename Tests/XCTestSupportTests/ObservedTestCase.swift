import XCTest

/// A test case that fails for the eyes of another one: what it records can be read, and fails nothing.
final class ObservedTestCase: XCTestCase {
  struct Failure: Equatable {
    let text: String
    let file: String
    let line: Int

    init(text: String, file: String = #filePath, line: Int) {
      self.text = text
      self.file = file
      self.line = line
    }
  }

  private(set) var failures: [Failure] = []
  /// What many test cases have: a property that is set for the length of a test.
  var sut: AnyObject?
  private var body: (ObservedTestCase) throws -> Void = { _ in }

  private var tearDownBody: (ObservedTestCase) -> Void = { _ in }

  private static func make(_ body: @escaping (ObservedTestCase) throws -> Void) -> ObservedTestCase {
    #if canImport(Darwin)
      let testCase = ObservedTestCase(selector: #selector(observed))
    #else
      let testCase = ObservedTestCase(name: "ObservedTestCase.observed") { testCase in
        (testCase as? ObservedTestCase)?.observed()
      }
    #endif
    testCase.body = body
    return testCase
  }

  /// Runs a test method, and what XCTest does before and after one.
  ///
  /// Assert with the methods of the test case afterwards, not with XCTest's functions: on Linux they take notice of the
  /// innermost run alone.
  static func run(
    tearDown: @escaping (ObservedTestCase) -> Void = { _ in },
    _ body: @escaping (ObservedTestCase) throws -> Void
  ) -> ObservedTestCase {
    let testCase = make(body)
    testCase.tearDownBody = tearDown
    testCase.run()
    return testCase
  }

  /// The same for a test method that is `async`. The test that calls this must not be.
  static func runAsync(_ body: @escaping @Sendable (ObservedTestCase) async throws -> Void) -> ObservedTestCase {
    run { testCase in
      let ended = XCTestExpectation(description: "The method has ended")
      // Sendable: the test case waits below until the task has ended.
      nonisolated(unsafe) let testCase = testCase
      Task {
        do { try await body(testCase) } catch { testCase.failures.append(Failure(text: "threw \(error)", line: 0)) }
        ended.fulfill()
      }
      testCase.wait(for: [ended], timeout: 60)
    }
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      let place = issue.sourceCodeContext.location
      let path = place?.fileURL.path ?? ""
      failures.append(Failure(text: issue.compactDescription, file: path, line: place?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(withDescription text: String, inFile path: String, atLine line: Int, expected: Bool) {
      failures.append(Failure(text: text, file: path, line: line))
    }
  #endif

  override func tearDown() {
    tearDownBody(self)
  }

  #if canImport(Darwin)
    @objc
  #endif
  private func observed() {
    do {
      try body(self)
    } catch {
      failures.append(Failure(text: "threw \(error)", line: 0))
    }
  }
}
