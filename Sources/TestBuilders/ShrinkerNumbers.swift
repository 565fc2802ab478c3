/// What makes a case smaller by changing numbers that depend on one another.
extension Shrinker {
  /// Brings two numbers closer to zero by the same, for properties of their difference, and one at the other's cost, for
  /// those of their sum.
  mutating func shiftPairs(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var first = 0
    while mayTry, first < numberPositions.count {
      for second in first + 1..<first + 6 {
        for isSum in [true, false] {
          await stride(fails) { Self.shifted($0, first, second, by: $1, isSum: isSum) }
        }
      }
      first += 1
    }
  }

  /// Leaves out a part and lowers the numbers that may be places after it; or adds what it was to another number.
  mutating func renumber(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    while mayTry, index < smallest.spans.count {
      let span = smallest.spans[index]
      var isSmaller = false
      for candidate in candidates(without: span) where !isSmaller { isSmaller = await attempt(candidate, fails) }
      index = isSmaller ? 0 : index + 1
    }
  }

  /// Puts a smaller choice in front of greater ones.
  mutating func moveForward(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var position = 0
    while mayTry, position < smallest.choices.count {
      var isSmaller = false
      for source in position + 1..<max(position + 1, min(smallest.choices.count, position + 24)) where !isSmaller {
        guard values[source] < values[position] else { continue }
        for length in 1...2 where !isSmaller && source + length <= values.count {
          var candidate = values
          candidate.removeSubrange(source..<source + length)
          candidate.insert(contentsOf: values[source..<source + length], at: position)
          isSmaller = await attempt(candidate, fails)
        }
      }
      position += isSmaller ? 0 : 1
    }
  }

  /// Where the numbers of ranges are, zeros among them.
  private var numberPositions: [Int] {
    smallest.choices.indices.filter { smallest.choices[$0].sides != nil }
  }

  private func candidates(without span: Range<Int>) -> [[UInt64]] {
    let choices = smallest.choices
    let others = choices.indices.filter { !span.contains($0) && choices[$0].sides != nil }
    var candidates: [[UInt64]] = []
    for limit in Set(others.compactMap { choices[$0].distanceAbove }).sorted(by: >).prefix(12) {
      candidates.append(
        choices.indices.filter { !span.contains($0) }.map { index in
          guard let distance = choices[index].distanceAbove, distance >= limit else { return choices[index].value }
          return choices[index].shifted(by: 1, isUp: false) ?? choices[index].value
        }
      )
    }
    let numbers = span.filter { choices[$0].sides != nil }
    guard numbers.count == 1, let number = numbers.first else { return candidates }
    for other in others {
      guard let sum = choices[other].adding(choices[number]) else { continue }
      var values = choices.map(\.value)
      values[other] = sum
      values.removeSubrange(span)
      candidates.append(values)
    }
    return candidates
  }

  /// Two numbers, the first closer to zero and the second changed by as much.
  private static func shifted(
    _ choices: [Choice],
    _ first: Int,
    _ second: Int,
    by distance: UInt64,
    isSum: Bool
  ) -> [UInt64]? {
    let positions = choices.indices.filter { choices[$0].sides != nil }
    guard second < positions.count, let sides = choices[positions[first]].sides else { return nil }
    let offset = sides.offset(at: choices[positions[first]].value)
    guard offset.distance >= distance else { return nil }
    let isUp = offset.isBelow
    var values = choices.map(\.value)
    guard let lower = choices[positions[first]].shifted(by: distance, isUp: isUp),
      let other = choices[positions[second]].shifted(by: distance, isUp: isSum ? !isUp : isUp)
    else { return nil }
    values[positions[first]] = lower
    values[positions[second]] = other
    return values
  }
}

extension Trial.Choice {
  /// How far the number is above the simplest one; `nil` for what is no number, below it or equal.
  fileprivate var distanceAbove: UInt64? {
    guard let offset = sides?.offset(at: value), offset.distance > 0, !offset.isBelow else { return nil }
    return offset.distance
  }

  /// The place of the number that is greater or less by a distance; `nil` outside the range.
  fileprivate func shifted(by distance: UInt64, isUp: Bool) -> UInt64? {
    guard let sides else { return nil }
    var offset = sides.offset(at: value)
    if offset.isBelow != isUp || offset.distance == 0 {
      if offset.distance == 0 { offset.isBelow = !isUp }
      let (sum, isTooLarge) = offset.distance.addingReportingOverflow(distance)
      guard !isTooLarge else { return nil }
      offset.distance = sum
    } else if offset.distance >= distance {
      offset.distance -= distance
    } else {
      offset = RangeSides.Offset(distance: distance - offset.distance, isBelow: !isUp)
    }
    return sides.place(of: offset)
  }

  /// The place of the sum of two numbers, which begins anew at the other end of the range if it is outside it.
  fileprivate func adding(_ other: Trial.Choice) -> UInt64? {
    guard let sides, let offset = other.sides?.offset(at: other.value), offset.distance > 0 else { return nil }
    if let place = shifted(by: offset.distance, isUp: !offset.isBelow) { return place }
    let (count, isTooLarge) = sides.last.addingReportingOverflow(1)
    guard !isTooLarge, offset.distance < count else { return nil }
    return shifted(by: count - offset.distance, isUp: offset.isBelow)
  }
}
