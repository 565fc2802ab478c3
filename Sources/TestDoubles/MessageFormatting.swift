import Testing
import TestingSupportCore

/// "1 call", "2 calls".
func pluralized(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
  "\(count) \(count == 1 ? thing : things ?? thing + "s")"
}

/// The values as a failure lists them, one a line, the last few of many.
func numberedList<Value>(_ values: some Collection<Value>, limit: Int = 10) -> String {
  let shown = values.suffix(limit).enumerated().map { offset, value in
    "  \(values.count - min(limit, values.count) + offset + 1). \(String(describingForMessage: value).inOneLine(upTo: 300))"
  }
  let omitted = values.count - shown.count
  return ((omitted > 0 ? ["  … \(omitted) before"] : []) + shown).joined(separator: "\n")
}

/// A numbered line for the arguments of each call; empty for calls without parameters.
///
/// - Parameter introduction: What comes before the first line.
func numberedLines<Input>(_ calls: [Input], after introduction: String = "") -> String {
  calls.isEmpty || Input.self == Void.self ? "" : "\(introduction)\n\(numberedList(calls))"
}

/// How many calls were made, as the predicate of a sentence.
func made(_ count: Int) -> String {
  count == 0 ? "none was made" : count == 1 ? "1 was made" : "\(count) were made"
}

/// A line with the arguments of one call; empty for a call without parameters.
func lineOfInput<Input>(_ input: Input, title: String = "Called with") -> String {
  Input.self == Void.self ? "" : "\n\(title): \(String(describingForMessage: input).inOneLine(upTo: 300))"
}
