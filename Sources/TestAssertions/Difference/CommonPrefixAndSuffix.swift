/// How many bytes two strings have in common at the start and, after that, at the end.
///
/// Compares eight bytes at a time: long strings with a small difference are the usual case.
struct CommonPrefixAndSuffix {
  let prefix: Int
  let suffix: Int

  init(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) {
    let prefix = Self.prefix(of: first, second)
    suffix = Self.commonLength(upTo: min(first.count, second.count) - prefix) { offset, width in
      Self.areEqual(first, first.count - offset - width, second, second.count - offset - width, width: width)
    }
    self.prefix = prefix
  }

  static func prefix(of first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    commonLength(upTo: min(first.count, second.count)) { offset, width in
      areEqual(first, offset, second, offset, width: width)
    }
  }

  private static let word = MemoryLayout<UInt64>.size

  private static func commonLength(upTo limit: Int, areEqual: (_ offset: Int, _ width: Int) -> Bool) -> Int {
    var length = 0
    while length + word <= limit, areEqual(length, word) { length += word }
    while length < limit, areEqual(length, 1) { length += 1 }
    return length
  }

  private static func areEqual(
    _ first: UnsafeRawBufferPointer,
    _ firstOffset: Int,
    _ second: UnsafeRawBufferPointer,
    _ secondOffset: Int,
    width: Int
  ) -> Bool {
    if width == 1 { return first[firstOffset] == second[secondOffset] }
    return first.loadUnaligned(fromByteOffset: firstOffset, as: UInt64.self)
      == second.loadUnaligned(fromByteOffset: secondOffset, as: UInt64.self)
  }
}

extension UnsafeRawBufferPointer {
  static let newline = UInt8(ascii: "\n")

  /// How many of the first bytes are newlines.
  func newlines(before end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = ones * 0x7f
    var count = 0
    var offset = 0
    while offset + 8 <= end {
      // A byte of `other` is zero where there is a newline; the sum sets the high bit of all the others.
      let other = loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ (ones * UInt64(Self.newline))
      count += (~(((other & low) + low) | other | low)).nonzeroBitCount
      offset += 8
    }
    while offset < end {
      if self[offset] == Self.newline { count += 1 }
      offset += 1
    }
    return count
  }

  /// The nearest offset at or before the given one at which a character's encoding may begin.
  func scalarBoundary(before offset: Int) -> Int {
    var offset = Swift.min(offset, count)
    while offset > 0, offset < count, self[offset] & 0xc0 == 0x80 { offset -= 1 }
    return offset
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}
