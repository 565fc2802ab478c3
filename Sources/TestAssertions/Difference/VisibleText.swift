extension String {
  /// The text on one line, with everything that cannot be seen written as Swift would escape it.
  var visible: String {
    utf8.allSatisfy { (0x20...0x7e).contains($0) } ? self : map(\.visible).joined()
  }

  /// The same, with a backslash doubled: as between quotes in Swift.
  var visibleInQuotes: String {
    utf8.contains(UInt8(ascii: "\\")) ? map(\.visibleInQuotes).joined() : visible
  }
}

extension Character {
  /// The character, or its escape sequence if it is invisible.
  var visible: String {
    if let ascii = asciiValue, (0x20...0x7e).contains(ascii) { return String(self) }
    // The parts of an emoji are invisible by themselves, and meant to be.
    if unicodeScalars.count > 1, unicodeScalars.contains(where: \.isPicture) { return String(self) }
    return unicodeScalars.map(\.visible).joined()
  }

  var visibleInQuotes: String { self == "\\" ? "\\\\" : visible }

  /// Whether it is shown by an escape sequence.
  var isSpeltOut: Bool { self != "\\" && visible.first == "\\" }
}

extension Unicode.Scalar {
  fileprivate var isPicture: Bool { value > 0xff && properties.isEmoji }

  fileprivate var visible: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    case " ": " "
    default: isInvisible ? "\\u{\(String(value, radix: 16, uppercase: true))}" : String(self)
    }
  }

  private var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Int {
  /// The number with its thousands set apart: 1,240.
  var grouped: String {
    let digits = String(magnitude)
    let head = digits.count % 3
    var groups = head > 0 ? [String(digits.prefix(head))] : []
    var rest = digits.dropFirst(head)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
