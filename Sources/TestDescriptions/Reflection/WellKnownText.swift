import TestingSupportCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Descriptions of common values: strings, identifiers, dates, addresses, bytes, and types.
enum WellKnownText {
  private static let longestText = 120
  private static let mostBytes = 8

  static func of(_ value: Any) -> String? {
    switch value {
    case let text as any StringProtocol: quoted(String(text))
    case let character as Character: quoted(String(character))
    case let id as UUID: IdentifierText.short(id)
    case let url as URL: url.absoluteString
    case let date as Date: moment(date)
    case let bytes as Data: dump(bytes)
    case let type as Any.Type: TypeName.of(type)
    case let text as StaticString: quoted("\(text)")
    case let scalar as Unicode.Scalar: quoted(String(scalar))
    default: isClosure(value) ? "closure" : nil
    }
  }

  private static func quoted(_ text: String) -> String {
    let count = text.count
    guard count > longestText else { return text.debugDescription }
    return "\(text.prefix(longestText / 2).debugDescription)…\(text.suffix(longestText / 4).debugDescription)"
      + " (\(count) characters)"
  }

  /// As ISO 8601 has it, with milliseconds only where there are some. Far from our calendar, seconds have to do.
  private static func moment(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, (Date.distantPast...Date.distantFuture).contains(date) else {
      return "\(seconds) s since 2001-01-01"
    }
    let isWhole = seconds == seconds.rounded(.down)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }

  private static func dump(_ bytes: Data) -> String {
    let digits = bytes.prefix(mostBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let size = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    return bytes.isEmpty ? size : "\(size) \(digits)\(bytes.count > mostBytes ? "…" : "")"
  }
}

/// The short form of what identifies a value.
enum IdentifierText {
  private static let length = 6

  static func short(_ id: Any) -> String {
    switch unwrapped(id) {
    case nil: "nil"
    case let text as any StringProtocol: text.isEmpty ? "\"\"" : String(String(text).onOneLine.prefix(length))
    case let uuid as UUID: short(uuid)
    case let wrapper as any RawRepresentable: short(wrapper.rawValue)
    case let id?: wrapped(id).map(short) ?? ValueText.of(id)
    }
  }

  /// The first digits, and the last ones too if others probably begin alike: those made by hand, or from the time.
  private static func short(_ uuid: UUID) -> String {
    let digits = Array(uuid.uuidString.filter { $0 != "-" })
    let (start, end) = (String(digits.prefix(length)), String(digits.suffix(length)))
    guard isMadeByHand(digits) || "167".contains(digits[versionIndex]) else { return start }
    if Set(end) != ["0"] { return "\(start)…\(end)" }
    return Set(start).count == 1 && Set(digits).count > 1 ? uuid.uuidString : start
  }

  private static func isMadeByHand(_ digits: [Character]) -> Bool {
    let counts = digits.dropFirst(length).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.values.contains { $0 >= mostRepetitions } || Set(digits.prefix(length)).count == 1
  }

  // The digit that says how an identifier was made: 1, 6, and 7 from the time.
  private static let versionIndex = 12
  // Of 26 random digits, ten are the same in three identifiers of 100,000.
  private static let mostRepetitions = 10

  /// The value inside a type that has no other field, and no description of its own.
  private static func wrapped(_ id: Any) -> Any? {
    let mirror = Mirror(readable: id)
    guard mirror.displayStyle == .struct, mirror.children.count == 1, !(id is any CustomStringConvertible) else {
      return nil
    }
    return mirror.children.first?.value
  }
}
