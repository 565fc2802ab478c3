import Testing
import XCTest

extension SourceLocation {
  /// The place that XCTest names by file and line.
  init(file: StaticString, line: UInt) {
    let path = "\(file)"
    // The last folder stands for the module, which XCTest does not tell.
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

extension XCTestCase {
  /// Records a failure of this test case, in whatever task it is found out.
  func fail(_ text: String, at location: SourceLocation) {
    #if canImport(Darwin)
      let place = XCTSourceCodeLocation(filePath: location.path, lineNumber: location.line)
      let context = XCTSourceCodeContext(location: place)
      record(XCTIssue(type: .assertionFailure, compactDescription: text, sourceCodeContext: context))
    #else
      recordFailure(withDescription: text, inFile: location.path, atLine: location.line, expected: true)
    #endif
  }
}
