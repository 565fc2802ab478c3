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

  /// An e-mail address that no other call in this test gets, in a domain that belongs to nobody.
  public mutating func email() -> String {
    "user-" + code() + "@example.com"
  }

  /// A web address that no other call in this test gets, in a domain that belongs to nobody.
  public mutating func url() -> URL {
    let text = "https://example.com/" + code()
    return URL(string: text) ?? URL(fileURLWithPath: text)
  }

  /// An identifier that no other call in this test gets. The first six characters are enough to tell two apart.
  public mutating func uuid() -> UUID {
    let serial = serial()
    guard source.trial == nil else { return UUID(high: 0, low: serial) }
    let start = source.unique.scatter(serial, over: 1 << 24)
    return UUID(high: start << 40 | index(upTo: .max, .even) >> 24, low: index(upTo: .max, .even))
  }

  /// A day and time that no other call in this test gets: a full hour from 2024 on.
  public mutating func date() -> Date {
    // 2024 begins 725,760,000 seconds after the reference date.
    guard source.trial == nil else {
      return Date(timeIntervalSinceReferenceDate: 725_760_000 + Double(int(in: -1_000_000_000...1_000_000_000)))
    }
    return Date(timeIntervalSinceReferenceDate: 725_760_000 + 3600 * Double(source.unique.number(serial())))
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
    let (value, digits) = source.trial == nil ? source.unique.code(serial) : (serial, 4)
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private mutating func anyText() -> String {
    let characters = array { values in
      TextAlphabet.characters[Int(values.index(upTo: UInt64(TextAlphabet.characters.count - 1), .even))]
    }
    return String(characters)
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
