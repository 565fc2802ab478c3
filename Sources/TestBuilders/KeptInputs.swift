import Foundation
import Testing
import TestingSupportCore

/// The failing inputs of one property, kept in a file from one run of the tests to the next.
///
/// A file contains the replay tokens of one property, one on each line, below a line that names the property.
struct KeptInputs: Sendable {
  static let variable = "TESTING_SUPPORT_CASES"
  private static let defaultFolder = ".failing-inputs"
  private static let mostInputs = 20

  /// A folder for a piece of code, in place of that of the environment.
  @TaskLocal static var folder: String?

  private let file: URL
  private let title: String

  /// The inputs of the property that is checked at a line.
  ///
  /// - Returns: `nil` if nothing is stored: the environment names no folder, and there is none beside the test. Without
  ///   a test, properties can't be distinguished.
  init?(of sourceLocation: SourceLocation, in environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folder = Self.folder ?? environment[Self.variable] ?? ""
    guard let test = Test.current, let identity = TestIdentity.current else { return nil }
    guard let folder = Self.folder(folder, beside: sourceLocation) else { return nil }
    let isInTest = sourceLocation.fileID == test.sourceLocation.fileID
    let line = isInTest ? sourceLocation.line - test.sourceLocation.line : sourceLocation.line
    let key = "\(identity.name) \(identity.arguments) \(sourceLocation.fileID) \(line):\(sourceLocation.column)"
    let hash = String(SeedDerivation.hash(of: key), radix: 36)
    let name = test.name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.prefix(80)
    file = folder.appendingPathComponent("\(name)-\(hash).txt")
    title = "Failing inputs of \(identity.name), \(sourceLocation.fileID):\(sourceLocation.line)"
  }

  /// The inputs that are kept, the latest first.
  var inputs: [[UInt64]] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { ReplayToken.decode(String($0)) }
  }

  /// Keeps an input that fails; what is wrong if that cannot be done.
  func keep(_ input: [UInt64]) -> String? {
    write([input] + inputs.filter { $0 != input }.prefix(Self.mostInputs - 1))
  }

  /// Removes an input that no longer fails.
  func drop(_ input: [UInt64]) {
    _ = write(inputs.filter { $0 != input })
  }

  private func write(_ inputs: [[UInt64]]) -> String? {
    do {
      guard !inputs.isEmpty else {
        try FileManager.default.removeItem(at: file)
        return nil
      }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let lines = ["# \(title)"] + inputs.map(ReplayToken.encode) + [""]
      try Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func folder(_ path: String, beside sourceLocation: SourceLocation) -> URL? {
    guard path.isEmpty else { return URL(fileURLWithPath: path, isDirectory: true) }
    #if compiler(>=6.3)
      let source = sourceLocation.filePath
    #else
      let source = sourceLocation._filePath
    #endif
    let folder = URL(fileURLWithPath: source).deletingLastPathComponent()
      .appendingPathComponent(defaultFolder)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
