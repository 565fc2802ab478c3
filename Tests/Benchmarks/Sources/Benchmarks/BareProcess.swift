import Foundation
import RuntimeWork

/// A process without the package, to tell what the package's presence costs all that does not use it.
final class BareProcess: Sendable {
  static let shared = BareProcess()

  private let questions = Pipe()
  private let answers = Pipe()

  private init() {
    let process = Process()
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("BareRuntime")
    process.standardInput = questions
    process.standardOutput = answers
    do { try process.run() } catch { fatalError("\(error): \(folder.path) has no BareRuntime") }
  }

  /// Has one round of work done there.
  func perform(_ work: RuntimeWork) {
    questions.fileHandleForWriting.write(Data("\(work.rawValue)\n".utf8))
    precondition(answers.fileHandleForReading.readData(ofLength: 1).count == 1)
  }
}
