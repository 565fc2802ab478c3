import Testing

/// Recognizes values that hide what they hold: a password that is described as `<redacted>` must not be shown.
struct Redaction {
  private var describedTypes: [ObjectIdentifier: Bool] = [:]

  /// Whether both values describe themselves as something that is not to be seen.
  mutating func hides(_ expected: Any, _ actual: Any) -> Bool {
    let type = ObjectIdentifier(type(of: expected))
    let isDescribed = describedTypes[type] ?? Self.describesItself(expected)
    describedTypes[type] = isDescribed
    return isDescribed && Self.hides(expected) && Self.hides(actual)
  }

  static func hides(_ value: Any) -> Bool {
    guard let style = Mirror(reflecting: value).displayStyle, [.struct, .class, .enum].contains(style) else {
      return false
    }
    return description(of: value).map(isRedacted) ?? false
  }

  private static let words = ["redacted", "private", "masked", "hidden", "secret", "sensitive"]
  private static let masks: Set<Character> = ["*", "•", "●", "█", "▇", "■", "×"]
  private static let longest = 40

  /// A word in brackets, or a row of marks.
  private static func isRedacted(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longest else { return false }
    if text.count > 2, text.allSatisfy(masks.contains) { return true }
    let word = text.lowercased()
    guard let first = text.first, let closing = brackets[first], text.last == closing else { return word == "redacted" }
    return words.contains(String(word.dropFirst().dropLast()))
  }

  private static let brackets: [Character: Character] = ["<": ">", "[": "]", "(": ")"]

  private static func describesItself(_ value: Any) -> Bool {
    value is any CustomTestStringConvertible || value is any CustomStringConvertible
      || value is any CustomDebugStringConvertible
  }

  private static func description(of value: Any) -> String? {
    (value as? any CustomTestStringConvertible)?.testDescription
      ?? (value as? any CustomStringConvertible)?.description
      ?? (value as? any CustomDebugStringConvertible)?.debugDescription
  }
}
