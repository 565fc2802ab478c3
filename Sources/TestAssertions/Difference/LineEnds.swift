/// Two strings with the same lines and different line endings.
struct LineEnds {
  let note: String

  /// `nil` where more differs than the ends of lines, and where a single one does: that is seen without a word.
  init?(expected: String, actual: String) {
    guard Self.hasCarriageReturnAtFirstDifference(expected, actual) else { return nil }
    let ends = [expected, actual].map(Self.ends)
    guard ends[0] != ends[1], Self.hasSeveralLineEnds(expected), Self.hasSameLines(expected, actual) else { return nil }
    note = "only the line ends differ: \(ends[0]) expected, \(ends[1]) found"
  }

  // Most strings differ first in something else than an end of a line, and need not be read any further.
  private static func hasCarriageReturnAtFirstDifference(_ expected: String, _ actual: String) -> Bool {
    var (expected, actual) = (expected, actual)
    return expected.withUTF8 { expected in
      actual.withUTF8 { actual in
        let offset = CommonPrefixAndSuffix.prefix(of: UnsafeRawBufferPointer(expected), UnsafeRawBufferPointer(actual))
        return expected[..<offset].last == carriageReturn || expected[offset...].first == carriageReturn
          || actual[offset...].first == carriageReturn
      }
    }
  }

  private static func hasSeveralLineEnds(_ text: String) -> Bool {
    var rest = text.utf8[...]
    var count = 0
    while count < 2, let byte = nextByte(&rest) { count += byte == lineFeed ? 1 : 0 }
    return count > 1
  }

  private static func hasSameLines(_ expected: String, _ actual: String) -> Bool {
    var (rest, other) = (expected.utf8[...], actual.utf8[...])
    while let byte = nextByte(&rest) {
      guard byte == nextByte(&other) else { return false }
    }
    return other.isEmpty
  }

  /// The next byte, or a line feed for any end of a line.
  private static func nextByte(_ text: inout Substring.UTF8View) -> UInt8? {
    guard let byte = text.popFirst() else { return nil }
    guard byte == carriageReturn else { return byte }
    if text.first == lineFeed { text.removeFirst() }
    return lineFeed
  }

  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  private static func ends(of text: String) -> String {
    var kinds: Set<String> = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == lineFeed { kinds.insert(previous == carriageReturn ? "CRLF" : "LF") }
      if previous == carriageReturn, byte != lineFeed { kinds.insert("CR") }
      previous = byte
    }
    if previous == carriageReturn { kinds.insert("CR") }
    return kinds.isEmpty ? "no line end" : kinds.sorted().joined(separator: " and ")
  }
}
