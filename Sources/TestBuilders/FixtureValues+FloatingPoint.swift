extension FixtureValues {
  /// Any number of a type, for the trials of a property: simple ones, special ones and any pattern of bits.
  mutating func floatingPoint<T: BinaryFloatingPoint>(_ type: T.Type = T.self, isFinite: Bool = false) -> T {
    let special = Self.special(T.self).filter { $0.isFinite || !isFinite }
    // The list of special numbers is the fourth kind; zero, one and minus one are of the first.
    source.trial?.suggest(special.count + 3) {
      $0 < special.count ? [3, UInt64($0)] : [0, UInt64($0 - special.count)]
    }
    switch index(upTo: 4, .even) {
    case 0: return whole(Int64(Int32.min)...Int64(Int32.max), dividedBy: 1)
    case 1: return whole(Int64(Int32.min)...Int64(Int32.max), dividedBy: 1024)
    case 2: return whole(Int64.min...Int64.max, dividedBy: 1)
    case 3: return special[Int(index(upTo: UInt64(special.count - 1), .each))]
    default:
      let value = anyPattern(T.self)
      return value.isFinite ? value : 0
    }
  }

  // What is too large for the type is a multiple of what is left when it is divided.
  private mutating func whole<T: BinaryFloatingPoint>(_ range: ClosedRange<Int64>, dividedBy divisor: T) -> T {
    let value = T(int(in: range)) / divisor
    return value.isFinite ? value : 0
  }

  private mutating func anyPattern<T: BinaryFloatingPoint>(_ type: T.Type) -> T {
    let bits = UInt64(T.exponentBitCount + T.significandBitCount + 1)
    let last = bits >= 64 ? UInt64.max : (1 << bits) - 1
    let pattern = index(upTo: last, .number(RangeSides(above: last, below: 0)))
    let exponent = (pattern >> UInt64(T.significandBitCount)) & ((1 << UInt64(T.exponentBitCount)) - 1)
    return T(
      sign: pattern >> (bits - 1) == 0 ? .plus : .minus,
      exponentBitPattern: T.RawExponent(truncatingIfNeeded: exponent),
      significandBitPattern: T.RawSignificand(truncatingIfNeeded: pattern & ((1 << UInt64(T.significandBitCount)) - 1))
    )
  }

  /// The simplest first.
  private static func special<T: BinaryFloatingPoint>(_ type: T.Type) -> [T] {
    let finite: [T] =
      [-0.0, 0.5, -0.5, T(1) / 3, T.pi, T.ulpOfOne, T(1).nextUp, T(1).nextDown]
      + [T.greatestFiniteMagnitude, -T.greatestFiniteMagnitude, T.leastNormalMagnitude]
      + [T.leastNonzeroMagnitude, -T.leastNonzeroMagnitude]
    return finite + [T.infinity, -T.infinity, T.nan]
  }
}
