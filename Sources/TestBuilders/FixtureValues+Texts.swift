import Foundation
import Testing
import TestingSupportCore

extension FixtureValues {
  /// A short text that no other call in this test gets: `"string-7f3a"`.
  ///
  /// In a property, with no prefix, any text: empty, with spaces, with characters of several scalars.
  ///
  /// - Parameter prefix: What the text stands for, to be read in a failure: `values.string("name")`.
  public mutating func string(_ prefix: String? = nil) -> String {
    guard let prefix else { return source.trial == nil ? "string-" + code() : anyText() }
    return prefix + "-" + code()
  }

  /// An email address that no other call in this test returns, in a reserved domain.
  public mutating func email() -> String {
    "user-" + code() + "@example.com"
  }

  /// A web address that no other call in this test returns, in a reserved domain.
  ///
  /// In a property, with a query, a fragment or a port as often as not.
  public mutating func url() -> URL {
    let code = code()
    return source.trial == nil ? URL(text: "https://example.com/" + code) : anyURL(code, Self.webAddressForms)
  }

  /// An address for the trials of a property, which may be the same as another.
  mutating func anyURL() -> URL {
    let code = Self.padded(String(int(in: UInt16.min...UInt16.max), radix: 16))
    return anyURL(code, Self.webAddressForms + Self.otherAddressForms)
  }

  private mutating func anyURL(_ code: String, _ forms: [(start: String, end: String)]) -> URL {
    let (start, end) = forms[Int(index(upTo: UInt64(forms.count - 1), .each))]
    return URL(text: start + code + end)
  }

  private static let webAddressForms = [
    ("https://example.com/", ""), ("https://example.com/", "?q=1"), ("https://example.com/", "?q=a%20b&q=%26&empty="),
    ("https://example.com/", "#part"), ("https://example.com/", "?q=1#part"), ("https://example.com/", "/"),
    ("https://example.com:8080/", ""), ("http://user:pass@example.com/", ""), ("https://example.com/%C3%A4/../", ""),
    ("https://example.com?code=", ""), ("https://example.com/", "?list[]=1&list[]=2"),
  ]

  private static let otherAddressForms = [
    ("file:///tmp/", ".txt"), ("mailto:user-", "@example.com"), ("", "/relative?q=1"),
  ]

  /// An identifier that no other call in this test gets. The first six characters are enough to distinguish two.
  public mutating func uuid() -> UUID {
    let serial = serial()
    guard source.trial == nil else { return UUID(high: 0, low: serial) }
    let start = source.unique.scatter(serial, over: 1 << 24)
    return UUID(high: start << 40 | index(upTo: .max, .even) >> 24, low: index(upTo: .max, .even))
  }

  /// A day and time that no other call in this test gets: a full hour from 2024 on.
  public mutating func date() -> Date {
    source.trial == nil ? Date(secondsIn2024: 3600 * Double(source.unique.number(serial()))) : anyDate()
  }

  /// A day and time of a range.
  ///
  /// - Parameters:
  ///   - range: The times to choose from.
  ///   - sourceLocation: The line to fail at.
  public mutating func date(in range: ClosedRange<Date>, sourceLocation: SourceLocation = #_sourceLocation) -> Date {
    let lowest = range.lowerBound.timeIntervalSinceReferenceDate
    let highest = range.upperBound.timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: double(in: lowest...highest, sourceLocation: sourceLocation))
  }

  /// A day and time of a range.
  ///
  /// - Parameters:
  ///   - range: The times to choose from. An empty range is recorded as an issue; its lower bound is given then.
  ///   - sourceLocation: The line to fail at.
  public mutating func date(in range: Range<Date>, sourceLocation: SourceLocation = #_sourceLocation) -> Date {
    let lowest = range.lowerBound.timeIntervalSinceReferenceDate
    let highest = range.upperBound.timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: double(in: lowest..<highest, sourceLocation: sourceLocation))
  }

  /// Random bytes.
  ///
  /// - Parameters:
  ///   - count: How many. A negative count is recorded as an issue; no bytes are given then.
  ///   - sourceLocation: The line to fail at.
  public mutating func data(count: Int = 8, sourceLocation: SourceLocation = #_sourceLocation) -> Data {
    guard count >= 0 else {
      recordIssue("A count of bytes cannot be negative: \(count).", sourceLocation: sourceLocation)
      return Data()
    }
    var bytes = Data(capacity: count)
    for _ in 0..<count { bytes.append(UInt8(index(upTo: 255, .even))) }
    return bytes
  }

  private mutating func code() -> String {
    let serial = serial()
    guard source.trial == nil else { return Self.padded(String(serial, radix: 16)) }
    let (value, digits) = source.unique.code(serial)
    return Self.padded(String(value, radix: 16), to: digits)
  }

  private static func padded(_ text: String, to digits: Int = 4) -> String {
    String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private mutating func anyText() -> String {
    let span = source.trial?.beginSpan(of: .text)
    defer { if let span { source.trial?.endSpan(span, of: .text) } }
    let special = TextAlphabet.specialTexts
    source.trial?.suggest(special.count) { index in special[index].flatMap { [1, UInt64($0)] } + [0] }
    return String(array { $0.character() })
  }

  /// Any of the characters that a property uses in strings.
  mutating func character() -> Character {
    TextAlphabet.characters[Int(index(upTo: UInt64(TextAlphabet.characters.count - 1), .character))]
  }
}

extension URL {
  fileprivate init(text: String) {
    self = URL(string: text) ?? URL(fileURLWithPath: text)
  }
}

extension UUID {
  /// An identifier of version 4 from 128 bits.
  fileprivate init(high: UInt64, low: UInt64) {
    let high = (high & ~0xF000) | 0x4000
    let low = (low & ~(0b11 << 62)) | (0b10 << 62)
    let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) }
    self.init(uuid: bytes)
  }
}
