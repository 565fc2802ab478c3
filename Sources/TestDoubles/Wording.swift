import Testing
import TestingSupportCore

/// "1 call", "2 calls".
func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}

/// The values as a failure lists them, one a line, the last few of many.
func listed<Value>(_ values: some Collection<Value>, limit: Int = 10) -> String {
  let shown = values.suffix(limit).enumerated().map { offset, value in
    "  \(values.count - min(limit, values.count) + offset + 1). \(String(describingForTest: value).inOneLine(upTo: 300))"
  }
  let omitted = values.count - shown.count
  return ((omitted > 0 ? ["  … \(omitted) before"] : []) + shown).joined(separator: "\n")
}
