#if os(Linux) || os(macOS)
  import Foundation

  /// This test executable, run once more in a process of its own.
  enum TestRun {
    /// Whether the process is one that `swift test` starts, and can be started again in the same way.
    static var canBeRepeated: Bool {
      executable.pathExtension == "xctest" || executable.lastPathComponent == "swiftpm-testing-helper"
    }

    /// Runs the tests whose names match, and gives back what the run printed.
    static func log(ofOnly filter: String, environment: [String: String]) async throws -> String {
      let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
      try Data().write(to: log)
      defer { try? FileManager.default.removeItem(at: log) }
      let handle = try FileHandle(forWritingTo: log)

      let process = Process()
      process.executableURL = executable
      process.arguments = bundle + ["--filter", filter, "--testing-library", "swift-testing"]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        .merging(environment) { $1 }
      process.standardOutput = handle
      process.standardError = handle
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { ended.resume(throwing: error) }
      }
      try handle.close()
      return try String(decoding: Data(contentsOf: log), as: UTF8.self)
    }

    private static var executable: URL { URL(fileURLWithPath: CommandLine.arguments[0]) }

    /// On Apple platforms a helper runs the tests, and is told where they are.
    private static var bundle: [String] {
      let arguments = CommandLine.arguments
      guard let flag = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(flag + 1) else {
        return []
      }
      return Array(arguments[flag...(flag + 1)])
    }
  }
#endif
