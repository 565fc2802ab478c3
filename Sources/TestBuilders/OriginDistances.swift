/// The numbers of a range in the order of their simplicity: zero, or the number nearest to it, first, then outwards to
/// both sides by turns.
struct OriginDistances<T: FixedWidthInteger> {
  private let origin: T
  private let above: UInt64
  private let below: UInt64

  /// The place of the last number; the first is at 0.
  var last: UInt64 { above &+ below }

  init(_ range: ClosedRange<T>) {
    origin = min(max(0, range.lowerBound), range.upperBound)
    above = UInt64(truncatingIfNeeded: range.upperBound) &- UInt64(truncatingIfNeeded: origin)
    below = UInt64(truncatingIfNeeded: origin) &- UInt64(truncatingIfNeeded: range.lowerBound)
  }

  func value(at place: UInt64) -> T {
    let start = UInt64(truncatingIfNeeded: origin)
    let shared = min(above, below)
    // Not `2 * shared`, which overflows for the widest ranges.
    if place / 2 < shared || (place / 2 == shared && place % 2 == 0) {
      let distance = place / 2 &+ place % 2
      return T(truncatingIfNeeded: place % 2 == 1 ? start &+ distance : start &- distance)
    }
    let distance = place &- shared
    return T(truncatingIfNeeded: above > below ? start &+ distance : start &- distance)
  }
}
