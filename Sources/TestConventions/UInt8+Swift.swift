// The meaning of single bytes in Swift source. All bytes beyond ASCII count as parts of names: where they are not (in
// an operator made of arrows, for example), nothing that the checks inspect is near.
extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let quote = UInt8(ascii: "\"")
  static let backtick = UInt8(ascii: "`")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let hash = UInt8(ascii: "#")
  static let dot = UInt8(ascii: ".")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  var isSpace: Bool { self == .space || self == .tab || self == .newline || self == .carriageReturn }

  var isDigit: Bool { self >= 48 && self <= 57 }

  var isWordStart: Bool {
    (self >= 97 && self <= 122) || (self >= 65 && self <= 90) || self == 95 || self == 36 || self >= 128
  }

  /// For each byte, whether it can stand inside a name.
  static let wordParts: [Bool] = (0...255).map { (byte: Int) in UInt8(byte).isWordStart || UInt8(byte).isDigit }

  var isOperator: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
