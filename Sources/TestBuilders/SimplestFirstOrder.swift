/// The numbers of a range in order of simplicity: zero, or the number nearest to it, first, then alternately outward on
/// both sides.
struct SimplestFirstOrder<T: FixedWidthInteger> {
  private let origin: T
  let sides: RangeSides

  /// The place of the last number; the first is at 0.
  var last: UInt64 { sides.last }

  init(_ range: ClosedRange<T>) {
    origin = min(max(0, range.lowerBound), range.upperBound)
    sides = RangeSides(
      above: UInt64(truncatingIfNeeded: range.upperBound) &- UInt64(truncatingIfNeeded: origin),
      below: UInt64(truncatingIfNeeded: origin) &- UInt64(truncatingIfNeeded: range.lowerBound)
    )
  }

  func value(at place: UInt64) -> T {
    let start = UInt64(truncatingIfNeeded: origin)
    let offset = sides.offset(at: place)
    return T(truncatingIfNeeded: offset.isBelow ? start &- offset.distance : start &+ offset.distance)
  }
}
