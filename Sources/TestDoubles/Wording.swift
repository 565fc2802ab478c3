import Testing
import TestingSupportCore

/// "1 call", "2 calls".
func counted(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
  "\(count) \(count == 1 ? thing : things ?? thing + "s")"
}

/// The values as a failure lists them, one a line, the last few of many.
func listed<Value>(_ values: some Collection<Value>, limit: Int = 10) -> String {
  let shown = values.suffix(limit).enumerated().map { offset, value in
    "  \(values.count - min(limit, values.count) + offset + 1). \(String(describingForTest: value).inOneLine(upTo: 300))"
  }
  let omitted = values.count - shown.count
  return ((omitted > 0 ? ["  … \(omitted) before"] : []) + shown).joined(separator: "\n")
}

/// What calls were made with, on lines of their own; nothing for calls without parameters.
///
/// - Parameter introduction: What comes before the first line.
func listedOnLines<Input>(_ calls: [Input], after introduction: String = "") -> String {
  calls.isEmpty || Input.self == Void.self ? "" : "\(introduction)\n\(listed(calls))"
}

/// How many calls were made, as the predicate of a sentence.
func made(_ count: Int) -> String {
  count == 0 ? "none was made" : count == 1 ? "1 was made" : "\(count) were made"
}

/// What one call was made with, as a line of its own; nothing for a call without parameters.
func lineOfInput<Input>(_ input: Input, title: String = "Called with") -> String {
  Input.self == Void.self ? "" : "\n\(title): \(String(describingForTest: input).inOneLine(upTo: 300))"
}
