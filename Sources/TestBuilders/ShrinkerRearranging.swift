/// What makes a case smaller where leaving out and lowering single choices does not.
extension Shrinker {
  /// Puts parts in another order or place, and changes two choices at once.
  mutating func rearrange(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    await liftParts(fails)
    await lowerCounts(fails)
    await sortNeighbours(fails)
    await lowerPairs(fails)
  }

  /// Lowers numbers that are not the smallest possible because of what they leave when divided.
  mutating func lowerRemainders(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var position = 0
    while mayTry, position < smallest.choices.count {
      for distance in 5...32 as ClosedRange<UInt64> { await lower([position], by: distance, fails) }
      position += 1
    }
  }

  /// Puts a part in the place of the whole that contains it, for values that contain values of their own type.
  private mutating func liftParts(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    while mayTry, index < smallest.spans.count {
      let (spans, whole) = (smallest.spans, smallest.spans[index])
      for part in spans
      where part.count < whole.count && whole.contains(part.lowerBound) && part.upperBound <= whole.upperBound {
        var candidate = values
        candidate.replaceSubrange(whole, with: values[part])
        if await attempt(candidate, fails) { break }
      }
      index += 1
    }
  }

  /// Makes a number one less and leaves out a part after it, of those whose count the number may be.
  private mutating func lowerCounts(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var position = 0
    while mayTry, position < smallest.choices.count {
      for span in smallest.spans.filter({ $0.lowerBound > position }).prefix(16) {
        guard smallest.choices[position].value > 0, span.upperBound <= smallest.choices.count else { break }
        var candidate = values
        candidate[position] -= 1
        candidate.removeSubrange(span)
        if await attempt(candidate, fails) { break }
      }
      position += 1
    }
  }

  /// Puts the smaller of two neighbours first.
  private mutating func sortNeighbours(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    while mayTry, index < smallest.spans.count {
      let first = smallest.spans[index]
      for second in smallest.spans where second.lowerBound == first.upperBound {
        guard values[second].lexicographicallyPrecedes(values[first]) else { continue }
        var candidate = values
        candidate.replaceSubrange(first.lowerBound..<second.upperBound, with: values[second] + values[first])
        if await attempt(candidate, fails) { break }
      }
      index += 1
    }
  }

  /// Lowers two numbers by the same, for properties of their difference, and one at the other's cost, for those of
  /// their sum.
  private mutating func lowerPairs(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var position = 0
    while mayTry, position < smallest.choices.count {
      for other in position + 1..<position + 9 {
        // Even and odd numbers stand for the two sides of zero: a step of two keeps to the side.
        for step in [2, 1] as [UInt64] {
          await stride(fails) { Self.moved($0, position, other, by: $1, step, together: true) }
          await stride(fails) { Self.moved($0, position, other, by: $1, step, together: false) }
        }
      }
      position += 1
    }
  }

  private static func moved(
    _ choices: [Choice],
    _ first: Int,
    _ second: Int,
    by steps: UInt64,
    _ step: UInt64,
    together: Bool
  ) -> [UInt64]? {
    let (distance, isTooLarge) = steps.multipliedReportingOverflow(by: step)
    guard !isTooLarge, second < choices.count, choices[first].value >= distance else { return nil }
    let other = choices[second]
    guard together ? other.value >= distance : other.value > 0 && other.last - other.value >= distance else {
      return nil
    }
    var values = choices.map(\.value)
    values[first] -= distance
    values[second] = together ? other.value - distance : other.value + distance
    return values
  }
}
