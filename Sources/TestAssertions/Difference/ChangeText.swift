import TestDescriptions
import TestingSupportCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Descriptions of two values that differ, chosen so that they differ too; `nil` if there are none.
struct ChangeText {
  let expected: String
  let actual: String
  /// What the descriptions alone do not show.
  private(set) var note: String?

  private static let limit = 2000

  init?(expected: Any, actual: Any) {
    let types = (type(of: expected), type(of: actual))
    let texts = Self.texts(expected, actual, usesDescriptions: true)
    if types.0 != types.1, !(expected is Any.Type && actual is Any.Type && texts.0 != texts.1) {
      self.init(Self.withType(texts.0, types.0, beside: types.1), Self.withType(texts.1, types.1, beside: types.0))
    } else if texts.0 != texts.1 {
      self.init(texts.0, texts.1)
    } else {
      // Their descriptions are the same; their fields may differ.
      let fields = Self.texts(expected, actual, usesDescriptions: false)
      if fields.0 == fields.1 { return nil }
      self.init(fields.0, fields.1)
      note = Self.timeBetween(expected, actual).map { "both are \(texts.0), \($0) apart" }
    }
  }

  /// Whether only the surrounding spaces differ.
  var differBySpaceAlone: Bool {
    let ends = [expected, actual].flatMap { [$0.first, $0.last] }
    guard ends.contains(where: { $0?.isWhitespace == true }) else { return false }
    let trimmed = [expected, actual].map { text in
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    }
    return trimmed[0].elementsEqual(trimmed[1])
  }

  /// How far dates are apart that read alike to the second.
  private static func timeBetween(_ expected: Any, _ actual: Any) -> String? {
    guard let expected = expected as? Date, let actual = actual as? Date else { return nil }
    let seconds = abs(actual.timeIntervalSince(expected))
    return seconds < 1 ? Duration.seconds(seconds).messageText : nil
  }

  private init(_ expected: String, _ actual: String) {
    self.expected = expected
    self.actual = actual
  }

  private static func texts(_ expected: Any, _ actual: Any, usesDescriptions: Bool) -> (String, String) {
    let texts = [expected, actual].map { value in
      let text = ValueText(value, limit: limit, usesDescriptions: usesDescriptions).text
      return value is Any.Type ? "\(text).self" : text
    }
    return (texts[0], texts[1])
  }

  private static func withType(_ text: String, _ type: Any.Type, beside other: Any.Type) -> String {
    let short = TypeName.of(type)
    let name = short == TypeName.of(other) ? String(reflecting: type) : short
    return text.hasPrefix("\(name)(") ? text : "\(text) as \(name)"
  }
}
