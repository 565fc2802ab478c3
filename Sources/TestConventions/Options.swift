/// The options of the command line.
struct Options {
  /// A mistake on the command line.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  var paths: [String] = []
  var format = ReportFormat.plain
  var switchedOff: Set<Rule> = []
  var isStrict = false
  var wantsHelp = false

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        break
      }
      if !argument.hasPrefix("-") {
        paths.append(argument)
        continue
      }
      // `--format=github` is `--format github`.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count > 1 { rest = parts[1...] + rest }
      switch parts[0] {
      case "--format": format = try Self.value(after: parts[0], in: &rest)
      case "--without": switchedOff.insert(try Self.value(after: parts[0], in: &rest))
      case "--help" where parts.count == 1, "-h" where parts.count == 1: wantsHelp = true
      case "--strict" where parts.count == 1: isStrict = true
      default: throw UsageError(description: "There is no option “\(argument)”.")
      }
    }
    if paths.isEmpty { paths = ["Tests"] }
  }

  private static func value<Value: RawRepresentable<String> & CaseIterable>(
    after option: String,
    in rest: inout ArraySlice<String>
  ) throws(UsageError) -> Value {
    if let value = rest.popFirst().flatMap(Value.init(rawValue:)) { return value }
    let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(description: "“\(option)” takes one of: \(choices).")
  }

  /// Where a reader of findings finds the pages that they name.
  static let guide = """
    The conventions guide: Sources/TestingSupport/TestingSupport.docc in the package swift-testing-support, a page a file \
    (“Clocks and time” is ClocksAndTime.md).
    """

  static let help = """
    usage: check-test-conventions [--format plain|github] [--without RULE]… [--strict] [--] [PATH]…

    Checks the Swift test files at the paths against the conventions guide. As a command of a package its paths begin at
    the package's folder, and without any the test targets are checked; as a program of its own, the folder Tests.

    It ends with 1 when it finds anything with --strict, and with 2 when it could not do what was asked.

    \(Rule.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

    “// conventions:ignore RULE - reason” above a declaration or a statement, or on its line, switches a rule off for it,
    “// conventions:ignore-file RULE - reason” for the file. Several rules are divided by commas; without one, all are
    meant. “// sleep-is-the-subject” is “// conventions:ignore sleeping”.

    \(guide)
    """
}
