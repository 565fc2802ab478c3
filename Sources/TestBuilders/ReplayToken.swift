/// A failing case as text: its choices to the base of 36, with dots between them.
enum ReplayToken {
  /// The text for the given choices. Zeros at the end go without saying.
  static func encode(_ choices: [UInt64]) -> String {
    let significant = choices.lastIndex { $0 != 0 }.map { choices[...$0] } ?? choices[..<0]
    return significant.isEmpty ? "0" : significant.map { String($0, radix: 36) }.joined(separator: ".")
  }

  /// The choices of a token; `nil` if it isn't valid.
  static func decode(_ text: String) -> [UInt64]? {
    var choices: [UInt64] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let choice = UInt64(part, radix: 36), !part.hasPrefix("+") else { return nil }
      choices.append(choice)
    }
    return choices == [0] ? [] : choices
  }
}
