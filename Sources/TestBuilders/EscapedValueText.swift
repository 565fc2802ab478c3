import Foundation
import TestingSupportCore

/// A value of a failing case as text in which nothing is hidden: invisible characters are shown as code points.
package enum EscapedValueText {
  private static let mostBytes = 64

  package static func text<T>(of value: T) -> String {
    // A string on its own would be printed as it is, with its line breaks and quotes, and bytes only as their count.
    if let text = value as? any StringProtocol { return visible(String(text).debugDescription) }
    if let data = value as? Data { return hexadecimal(data) }
    return visible(String(describingForMessage: value))
  }

  private static func hexadecimal(_ data: Data) -> String {
    guard !data.isEmpty else { return "\(data)" }
    let bytes = data.prefix(mostBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\(data): " + bytes.joined(separator: " ") + (data.count > mostBytes ? " …" : "")
  }

  private static func visible(_ text: String) -> String {
    text.map { character in
      let isAlone = character.unicodeScalars.count == 1
      return character.unicodeScalars.map { scalar in
        isHidden(scalar, isAlone: isAlone) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
      }.joined()
    }.joined()
  }

  private static func isHidden(_ scalar: Unicode.Scalar, isAlone: Bool) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: !["\n", "\r", "\t"].contains(scalar)
    // Part of an emoji, they are what joins it.
    case .format: isAlone
    case .spaceSeparator: scalar != " "
    case .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    // A separate accent looks like a letter with an accent.
    default: ("\u{300}"..."\u{36F}").contains(scalar)
    }
  }
}
