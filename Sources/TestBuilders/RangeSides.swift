/// How many numbers a range has on each side of its simplest one, which decides the places of all of them.
///
/// Index 0 is the simplest number, 1 the next above, 2 the next below, and so on alternately; if one side ends, only
/// the other continues.
struct RangeSides: Equatable, Sendable {
  /// Where a number stands relative to the simplest one.
  struct Offset: Equatable, Sendable {
    var distance: UInt64
    var isBelow: Bool
  }

  let above: UInt64
  let below: UInt64

  /// The place of the last number.
  var last: UInt64 { above &+ below }
  private var shared: UInt64 { min(above, below) }

  func offset(at place: UInt64) -> Offset {
    // Not `2 * shared`, which overflows for the widest ranges.
    if place / 2 < shared || (place / 2 == shared && place % 2 == 0) {
      return Offset(distance: place / 2 &+ place % 2, isBelow: place % 2 == 0 && place > 0)
    }
    return Offset(distance: place &- shared, isBelow: above <= below)
  }

  /// The place of a number; `nil` outside the range.
  func place(of offset: Offset) -> UInt64? {
    let distance = offset.distance
    guard distance > 0 else { return 0 }
    guard distance <= (offset.isBelow ? below : above) else { return nil }
    if distance <= shared { return offset.isBelow ? distance &* 2 : distance &* 2 &- 1 }
    return distance &+ shared
  }

  /// The places of the numbers that break programs most often: the ends, those beside them, and those around zero.
  var specialPlaces: [UInt64] {
    var places: [UInt64] = [0]
    for (side, isBelow) in [(above, false), (below, true)] {
      for distance in [1, side, side &- 1] where distance <= side {
        guard let place = place(of: Offset(distance: distance, isBelow: isBelow)) else { continue }
        if !places.contains(place) { places.append(place) }
      }
    }
    return places
  }
}
