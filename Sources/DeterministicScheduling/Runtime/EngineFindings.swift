internal import DeterministicSchedulingLoader

/// What was found when the exact engine's means were tried at load.
struct EngineFindings: Sendable {
  /// The first function of the runtime that the process does not find in this library, if any.
  var missingReplacement: String?
  var layoutVersion: UInt32 = 1
  /// Whether a trial task was read as the runtime sees it.
  var readsTask = true

  /// What is found in this process.
  static var current: EngineFindings {
    EngineFindings(
      missingReplacement: testing_support_missing_replacement().map { String(cString: $0) },
      layoutVersion: testing_support_layout_version(),
      readsTask: testing_support_reads_trial_task()
    )
  }

  static let noExecutor = "The default executor cannot be replaced."

  /// Why the exact engine cannot be used, if it cannot.
  var failure: String? {
    if let missingReplacement {
      return """
        `\(missingReplacement)` of the runtime is not replaced. Link this package statically into the test bundle, not \
        through a dynamic library.
        """
    }
    if layoutVersion != 1 { return "The concurrency runtime has layout version \(layoutVersion), not 1." }
    return readsTask ? nil : "A trial task cannot be read: the concurrency runtime has an unknown layout."
  }
}
