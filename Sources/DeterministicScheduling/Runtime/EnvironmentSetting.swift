internal import DeterministicSchedulingLoader
internal import TestingSupportCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An environment variable that has one of a few values.
struct EnvironmentSetting: Sendable {
  let name: String
  let acceptedValues: [String]

  static let scheduling = EnvironmentSetting(
    name: "TESTING_SUPPORT_SCHEDULING",
    acceptedValues: ["exact", "ordered", "unavailable"]
  )
  static let hashing = EnvironmentSetting(name: "TESTING_SUPPORT_HASHING", acceptedValues: ["fixed", "random"])

  /// Reports, once in a process, the variables whose values have no effect.
  static func reportUnknownValues() {
    _ = report
  }

  private static let report: Void = {
    if testing_support_scheduling() == .unknown { StandardError.print(scheduling.textOfUnknownValue) }
    if testing_support_hashing() == .unknown { StandardError.print(hashing.textOfUnknownValue) }
  }()

  private var textOfUnknownValue: String {
    text(ofUnknownValue: getenv(name).map { String(cString: $0) } ?? "")
  }

  /// What to report of a value that is none of those accepted.
  func text(ofUnknownValue value: String) -> String {
    let accepted = acceptedValues.map { "`\($0)`" }.joined(separator: ", ")
    return "\(name)=\(value) has no effect: the value is none of \(accepted)."
  }
}
