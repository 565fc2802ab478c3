import Testing
import XCTest

/// A failure of an XCTest, in the terms of that framework.
struct XCTestFailure: Sendable {
  let text: String
  let location: SourceLocation

  /// Records the failure, from whatever thread it is found on.
  func record(in testCase: XCTestCase) {
    #if canImport(Darwin)
      let place = XCTSourceCodeLocation(filePath: location.path, lineNumber: location.line)
      let context = XCTSourceCodeContext(location: place)
      testCase.record(XCTIssue(type: .assertionFailure, compactDescription: text, sourceCodeContext: context))
    #else
      testCase.recordFailure(withDescription: text, inFile: location.path, atLine: location.line, expected: true)
    #endif
  }
}

extension SourceLocation {
  /// The location that XCTest names by file and line.
  init(file: StaticString, line: UInt) {
    let path = "\(file)"
    // The last folder stands for the module, which XCTest does not report.
    let components = path.split(separator: "/").suffix(2)
    let fileID = components.count == 2 ? components.joined(separator: "/") : "Tests/\(components.first ?? "?")"
    self.init(fileID: fileID, filePath: path, line: max(1, Int(clamping: line)), column: 1)
  }

  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
