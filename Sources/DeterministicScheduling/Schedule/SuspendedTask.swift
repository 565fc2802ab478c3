/// A task that waits, or yields, and where in the code.
struct SuspendedTask: Sendable, Equatable {
  // The package's own modules, and those of the toolchain: a user looks for the function that called them.
  private static let supportingModules: Set = [
    "Swift", "_Concurrency", "Testing", "XCTest", "Foundation", "Dispatch", "DeterministicScheduling",
    "FoundationDoubles", "LeakTracking", "LinearizabilityTesting", "NetworkDoubles", "StoreTesting",
    "StreamExpectations", "TestAssertions",
    "TestBuilders", "TestClocks", "TestDoubles", "TestingSupport", "TestingSupportCore", "XCTestSupport",
  ]

  let title: String
  /// Where it continues, and where the functions do that await it there.
  var frames: [UInt] = []

  /// The task and its function. Takes a while: the symbols of the program are searched.
  var text: String { functionName.map { "\(title) in `\($0)`" } ?? title }

  private var functionName: String? {
    frames.lazy.compactMap { FunctionName(at: $0) }.first { name in
      let isWritten = !name.text.hasPrefix("(") && !name.text.contains("specialization")
      return isWritten && !Self.supportingModules.contains(name.module)
    }?.text
  }
}
