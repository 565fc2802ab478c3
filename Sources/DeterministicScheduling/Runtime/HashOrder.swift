internal import DeterministicSchedulingLoader

/// Whether dictionaries and sets have the same order in every process, if their keys are not hashed by identity: addresses
/// differ from process to process, and from run to run.
enum HashOrder {
  /// What to do where they have not, in a report of a test that may depend on it; `nil` where they have.
  static var advice: String? { advice(isFixed: testing_support_is_hashing_fixed()) }

  static func advice(isFixed: Bool) -> String? {
    if isFixed { return nil }
    return """
      Set `SWIFT_DETERMINISTIC_HASHING=1` in the environment to rule out the order of dictionaries and sets, which is \
      random in this process.
      """
  }
}
