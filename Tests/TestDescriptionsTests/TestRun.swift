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
      let environment = ProcessInfo.processInfo.environment
        .merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        .merging(environment) { $1 }
      let arguments = [executable.path] + bundle + ["--filter", filter, "--testing-library", "swift-testing"]
      let child = try start(arguments, environment: environment, writingTo: log)
      await withCheckedContinuation { ended in
        Thread.detachNewThread {
          var status: Int32 = 0
          while waitpid(child, &status, 0) == -1, errno == EINTR {}
          ended.resume()
        }
      }
      return try String(decoding: Data(contentsOf: log), as: UTF8.self)
    }

    // Foundation's Process now and then does not see the end of its child while exit tests run beside it.
    private static func start(
      _ arguments: [String],
      environment: [String: String],
      writingTo log: URL
    ) throws -> pid_t {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = posix_spawn_file_actions_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.path, O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
      var texts = arguments.map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { for text in texts + variables { free(text) } }
      var child: pid_t = 0
      let failure = posix_spawn(&child, arguments[0], &actions, nil, &texts, &variables)
      guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
      return child
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
