import TestConventions

/// What the command line asks for.
struct Options {
  /// A mistake on the command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  var paths: [String] = []
  var format = ReportFormat.plain
  var switchedOff: Set<Rule> = []
  var isStrict = false
  var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--strict": isStrict = true
      case "--format": format = try Self.value(ReportFormat.self, after: argument, in: &rest)
      case "--without": switchedOff.insert(try Self.value(Rule.self, after: argument, in: &rest))
      case _ where argument.hasPrefix("-"): throw Mistake(description: "There is no option “\(argument)”.")
      default: paths.append(argument)
      }
    }
    if paths.isEmpty { paths = ["Tests"] }
  }

  private static func value<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type,
    after option: String,
    in rest: inout ArraySlice<String>
  ) throws(Mistake) -> Value {
    if let value = rest.popFirst().flatMap(Value.init(rawValue:)) { return value }
    let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw Mistake(description: "“\(option)” takes one of: \(choices).")
  }

  static let help = """
    usage: check-test-conventions [--format plain|github] [--without RULE]… [--strict] [PATH]…

    Checks the Swift test files at the paths (all of Tests, if none is given) against the conventions guide.
    With --strict, it fails when it finds anything.

    \(Rule.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

    A line “// conventions:ignore RULE - reason” switches a rule off for the next line,
    “// conventions:ignore-file RULE - reason” for the file.
    """
}
