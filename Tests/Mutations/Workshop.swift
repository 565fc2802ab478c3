import Foundation

/// A copy of the repository, in which sources are broken and tests run.
struct Workshop {
  let root: String

  /// Copies what git knows of.
  init(root: String) throws {
    self.root = root
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let copy = "git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C '\(root)'"
    guard run(["bash", "-c", copy], in: ".", atMost: 60) == .succeeded else { throw Failure("The copy failed") }
  }

  enum Outcome {
    case succeeded, failed, tookTooLong
  }

  func build() -> Outcome {
    run(["swift", "build", "--build-tests"], in: root, atMost: 900)
  }

  /// Runs the tests of a module, as other platforms would where that makes a difference.
  func test(_ module: String) -> Outcome {
    let test = ["swift", "test", "--skip-build", "--filter", "^\(module)Tests"]
    let outcome = run(test, in: root, atMost: 120)
    guard outcome == .succeeded, module == "DeterministicScheduling" else { return outcome }
    return run(["env", "TESTING_SUPPORT_SCHEDULING=ordered"] + test, in: root, atMost: 120)
  }

  /// Does something while a file is changed.
  func with<R>(_ mutation: Mutation, _ body: () -> R) throws -> R {
    let path = "\(root)/\(mutation.file)"
    let source = try String(contentsOfFile: path, encoding: .utf8)
    var lines = source.components(separatedBy: "\n")
    lines[mutation.line - 1] = mutation.changed
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let result = body()
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    return result
  }

  private func run(_ command: [String], in folder: String, atMost seconds: Double) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // What a crash would start to tell of itself outlives the process, which has not ended for Foundation until then.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let log = "\(root).log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardOutput = FileHandle(forWritingAtPath: log)
    process.standardError = process.standardOutput
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    do { try process.run() } catch { return .failed }
    guard hasEnded.wait(timeout: .now() + seconds) == .timedOut else {
      return process.terminationStatus == 0 ? .succeeded : .failed
    }
    process.terminate()
    // The tests are a process of their own, and may not listen.
    let kill = Process()
    kill.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    kill.arguments = ["pkill", "-KILL", "-f", "\(root)/.*xctest"]
    try? kill.run()
    kill.waitUntilExit()
    hasEnded.wait()
    return .tookTooLong
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
