import Foundation
import RuntimeWork

/// Another process that does the work of a benchmark.
final class WorkerProcess: Sendable {
  /// A process without the package, to tell what the package's presence costs all that does not use it.
  static let bare = WorkerProcess("BareRuntime")
  /// A process whose deterministic tests are `ordered`, as on a platform that has hooks alone.
  static let ordered = WorkerProcess("OrderedRuntime", ["TESTING_SUPPORT_SCHEDULING": "ordered"])

  private let questions = Pipe()
  private let answers = Pipe()

  private init(_ name: String, _ additions: [String: String] = [:]) {
    let process = Process()
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent(name)
    process.environment = ProcessInfo.processInfo.environment.merging(additions) { $1 }
    process.standardInput = questions
    process.standardOutput = answers
    do { try process.run() } catch { fatalError("\(error): \(folder.path) has no \(name)") }
  }

  /// Has one round of work done there.
  func perform(_ work: RuntimeWork) { perform(work.rawValue) }

  /// Has one round done of what is named.
  func perform(_ name: String) {
    questions.fileHandleForWriting.write(Data("\(name)\n".utf8))
    precondition(answers.fileHandleForReading.readData(ofLength: 1).count == 1)
  }
}
