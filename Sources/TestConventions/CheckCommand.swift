import Dispatch
import Foundation

/// The command `check-test-conventions`, but for its process.
public struct CheckCommand: Sendable {
  private let output: @Sendable (String) -> Void
  private let errors: @Sendable (String) -> Void

  /// Writes findings as lines to `output`, and other messages to `errors`.
  public init(output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void) {
    (self.output, self.errors) = (output, errors)
  }

  /// Runs the command with the arguments, and returns the exit status: 1 for findings with `--strict`, 2 for errors.
  public func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options(arguments)
      if options.wantsHelp {
        output(Options.help)
        return 0
      }
      return check(try TestFiles(at: options.paths).paths, options)
    } catch {
      errors("\(error)\n\n\(Options.help)")
      return 2
    }
  }

  private func check(_ files: [String], _ options: Options) -> Int32 {
    if files.isEmpty { errors("There is no Swift file at \(options.paths.map { "“\($0)”" }.joined(separator: ", ")).") }
    let checker = ConventionChecker(without: options.switchedOff)
    let report = Report(output: output, errors: errors, format: options.format)
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let findings = TestFiles.text(at: files[index]).map { checker.findings(in: $0, path: files[index]) }
      report.add(.init(path: files[index], findings: findings), at: index)
    }
    let (hasFindings, hasFailures) = report.summary
    if hasFindings { errors(Options.guide) }
    return hasFailures ? 2 : hasFindings && options.isStrict ? 1 : 0
  }
}

/// Writes what was found, file after file, as soon as all files before are written: a crash loses none of them.
// Sendable: every access is under the lock. It is held while writing too, which keeps the files in their order.
private final class Report: @unchecked Sendable {
  struct Entry {
    let path: String
    /// None for a file that cannot be read.
    let findings: [Finding]?
  }

  private let lock = NSLock()
  private let output: (String) -> Void
  private let errors: (String) -> Void
  private let format: ReportFormat
  private var waiting: [Int: Entry] = [:]
  private var next = 0
  private var hasFindings = false
  private var hasFailures = false

  init(output: @escaping (String) -> Void, errors: @escaping (String) -> Void, format: ReportFormat) {
    (self.output, self.errors, self.format) = (output, errors, format)
  }

  var summary: (hasFindings: Bool, hasFailures: Bool) { lock.withLock { (hasFindings, hasFailures) } }

  func add(_ entry: Entry, at place: Int) {
    lock.withLock {
      waiting[place] = entry
      while let entry = waiting.removeValue(forKey: next) {
        write(entry)
        next += 1
      }
    }
  }

  private func write(_ entry: Entry) {
    guard let findings = entry.findings else {
      hasFailures = true
      return errors("“\(entry.path)” cannot be read as UTF-8 text.")
    }
    guard !findings.isEmpty else { return }
    hasFindings = true
    output(findings.map { $0.report(as: format) }.joined(separator: "\n"))
  }
}
