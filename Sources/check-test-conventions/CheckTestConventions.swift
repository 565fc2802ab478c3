import Dispatch
import Foundation
import TestConventions

/// Checks test files against the conventions of the guide.
@main
struct CheckTestConventions {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Options.help) }
      let findings = check(try swiftFiles(below: options.paths), without: options.switchedOff)
      for finding in findings { print(finding.report(as: options.format)) }
      if options.isStrict, !findings.isEmpty { exit(1) }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\n\(Options.help)\n".utf8))
      exit(2)
    }
  }

  private static func check(_ files: [String], without switchedOff: Set<Rule>) -> [Finding] {
    let checker = ConventionChecker(without: switchedOff)
    let results = Results(count: files.count)
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      guard let source = try? String(contentsOfFile: files[index], encoding: .utf8) else { return }
      results.set(checker.findings(in: source, path: files[index]), at: index)
    }
    return results.all
  }

  private static func swiftFiles(below paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Options.Mistake(description: "There is nothing at “\(path)”.")
      }
      guard isFolder.boolValue else { return [path] }
      let below = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return below.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
        .sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
  }

  // Sendable: every access is under the lock.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var findings: [[Finding]]

    init(count: Int) {
      findings = Array(repeating: [], count: count)
    }

    func set(_ found: [Finding], at index: Int) {
      lock.withLock { findings[index] = found }
    }

    var all: [Finding] { lock.withLock { findings.flatMap { $0 } } }
  }
}
