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

  static func make(_ body: @escaping (ObservedTestCase) throws -> Void = { _ in }) -> ObservedTestCase {
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
  static func run(_ body: @escaping (ObservedTestCase) throws -> Void) -> ObservedTestCase {
    let testCase = make(body)
    testCase.run()
    return testCase
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
