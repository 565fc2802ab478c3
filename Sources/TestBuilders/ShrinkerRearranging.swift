/// What makes a case smaller where leaving out and lowering single choices does not.
extension Shrinker {
  /// Reorders and moves parts, and changes two choices together.
  mutating func rearrange(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    await liftParts(fails)
    await lowerCounts(fails)
    await sortNeighbours(fails)
    await shiftPairs(fails)
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

  /// Replaces a value with a part of it, for values that contain values of their own type.
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

  /// Decrements a number and removes a part after it, in case the number is the count of the parts.
  private mutating func lowerCounts(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var position = 0
    while mayTry, position < smallest.choices.count {
      // A part that was drawn separately has no span.
      let parts = smallest.spans + smallest.choices.indices.map { $0..<$0 + 1 }
      for part in parts.filter({ $0.lowerBound > position }).prefix(32) {
        guard smallest.choices[position].value > 0, part.upperBound <= smallest.choices.count else { break }
        var candidate = values
        candidate[position] -= 1
        candidate.removeSubrange(part)
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

  /// Lowers a choice of a small case and shuffles those after it: what none of the single steps reaches may still be
  /// found by chance, the same in every run.
  mutating func shuffle(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    guard smallest.choices.count <= 24 else { return }
    var generator = Xoshiro256(seed: 0)
    for position in smallest.choices.indices where smallest.choices[position].value > 0 {
      for _ in 0..<160 where mayTry {
        var candidate = values
        candidate[position] = 0
        // What was lowered may be needed elsewhere.
        var tail = Array(values[position...])
        tail.remove(at: tail.indices.filter { tail[$0] == 0 }.randomElement(using: &generator) ?? 0)
        candidate.replaceSubrange((position + 1)..., with: tail.shuffled(using: &generator))
        if await attempt(candidate, fails) { return }
      }
    }
  }
}
