/// Looks for the smallest failing case: the shortest list of choices, and among equally long ones the one with the
/// smaller numbers.
///
/// It knows nothing of values, and of the property only whether it fails.
struct Shrinker {
  typealias Choice = Trial.Choice

  /// The smallest case so far.
  private(set) var smallest: Trial.Record
  /// How often the property was tried.
  private(set) var tries = 0
  private let limit: Int
  /// Whether the limit is not reached.
  var mayTry: Bool { tries < limit }
  private var known: Set<[UInt64]> = []

  init(_ failing: Trial.Record, limit: Int = 1000) {
    smallest = failing
    self.limit = limit
  }

  /// Shrinks the input until it can't be smaller, or the limit is reached.
  ///
  /// - Parameter fails: Runs the property; what it chose if it fails, `nil` if it holds.
  mutating func shrink(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var before: [UInt64]
    var round = 0
    repeat {
      round += 1
      before = values
      await deleteSpans(fails)
      await deleteRuns(fails)
      await simplifySpans(fails)
      await lowerEach(fails)
      await lowerTogether(fails)
      // What costs more tries, and seldom helps, when nothing else does, or only a little each time.
      if values == before || round > 2 { await rearrange(fails) }
      if values == before { await renumber(fails) }
      if values == before { await moveForward(fails) }
      if values == before { await lowerRemainders(fails) }
      if values == before { await shuffle(fails) }
    } while values != before && mayTry
  }

  var values: [UInt64] { smallest.choices.map { $0.value } }

  // A range's own count is slow in a debug build, and the spans of a large case are many.
  private var spansByLength: [Range<Int>] {
    smallest.spans.sorted { $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound }
  }

  /// Tries one case, and keeps it if it fails and is smaller.
  mutating func attempt(
    _ candidate: [UInt64],
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async -> Bool {
    guard mayTry, known.insert(candidate).inserted else { return false }
    tries += 1
    guard let record = await fails(candidate), isSmaller(record) else { return false }
    smallest = record
    return true
  }

  private func isSmaller(_ record: Trial.Record) -> Bool {
    let (new, old) = (record.choices, smallest.choices)
    if new.count != old.count { return new.count < old.count }
    return new.lazy.map(\.value).lexicographicallyPrecedes(old.lazy.map(\.value))
  }

  /// Leaves out values and elements, the longest first.
  private mutating func deleteSpans(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    var spans = spansByLength
    while mayTry, index < spans.count {
      var candidate = values
      candidate.removeSubrange(spans[index])
      if await attempt(candidate, fails) {
        spans = spansByLength
      } else {
        index += 1
      }
    }
  }

  /// Leaves out runs of choices that belong to nothing, from the end.
  private mutating func deleteRuns(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    for length in [8, 4, 2, 1] {
      var start = smallest.choices.count - length
      while mayTry, start >= 0 {
        var candidate = values
        if start + length <= candidate.count {
          candidate.removeSubrange(start..<start + length)
          _ = await attempt(candidate, fails)
        }
        start -= 1
      }
    }
  }

  /// Makes whole values as simple as possible.
  private mutating func simplifySpans(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    while mayTry, index < smallest.spans.count {
      var candidate = values
      for position in smallest.spans[index] { candidate[position] = 0 }
      _ = await attempt(candidate, fails)
      index += 1
    }
  }

  /// Makes each number as small as possible.
  private mutating func lowerEach(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var index = 0
    while mayTry, index < smallest.choices.count {
      let position = index
      await lower([position], fails)
      await lowerWithFollower(position, fails)
      index += 1
    }
  }

  /// Makes a number smaller that decides what the next one means, and gives the next one a small value.
  private mutating func lowerWithFollower(
    _ position: Int,
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    for follower in [1, 2] as [UInt64] {
      guard position + 1 < smallest.choices.count, smallest.choices[position].value > 0 else { return }
      for number in Set([0, smallest.choices[position].value - 1]).sorted() {
        var candidate = values
        candidate.replaceSubrange(position...position + 1, with: [number, follower])
        if await attempt(candidate, fails) { break }
      }
    }
  }

  /// Makes equal numbers smaller together, for properties that fail only while they are equal.
  private mutating func lowerTogether(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    var seen: [Choice] = []
    // Choices are alike only if they have the same number of options: a number, and whether an array continues, are
    // not.
    for choice in smallest.choices where choice.value > 0 && !seen.contains(choice) && mayTry {
      seen.append(choice)
      let choices = smallest.choices
      let positions = choices.indices.filter { choices[$0] == choice }
      if positions.count > 1 { await lower(positions, fails) }
    }
  }

  /// Makes the number at the given positions, the same at all of them, as small as possible.
  private mutating func lower(
    _ positions: [Int],
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    // Even and odd numbers stand for the two sides of zero: first the smallest of the same side, by halving, then of
    // any, then the next few below.
    for step in [2, 1] as [UInt64] {
      guard let current = Self.number(at: positions, in: smallest.choices), current > 0 else { return }
      let remainder = current % step
      var (holds, failing) = (0 as UInt64, current / step)
      if await set(positions, to: remainder, fails) { continue }
      while failing - holds > 1 {
        let middle = holds + (failing - holds) / 2
        if await set(positions, to: remainder + middle * step, fails) { failing = middle } else { holds = middle }
      }
    }
    // Halving ends far up where only some numbers fail, for instance those of one remainder.
    guard let current = Self.number(at: positions, in: smallest.choices) else { return }
    for distance in 1...(current > 0xFFFF ? 32 : 4) as ClosedRange<UInt64> {
      await lower(positions, by: distance, fails)
    }
  }

  /// Makes the number smaller by the largest possible multiple of a distance: a property may fail only for numbers with
  /// the same remainder.
  mutating func lower(
    _ positions: [Int],
    by distance: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async {
    await stride(fails) { choices, multiple in
      let (whole, isTooLarge) = distance.multipliedReportingOverflow(by: multiple)
      guard !isTooLarge, let current = Self.number(at: positions, in: choices), current >= whole else { return nil }
      var candidate = choices.map(\.value)
      for position in positions { candidate[position] = current - whole }
      return candidate
    }
  }

  /// Tries candidates that are one, two, four … steps away while they fail, then those of half as many, down to one.
  mutating func stride(
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?,
    to candidate: (_ from: [Choice], _ steps: UInt64) -> [UInt64]?
  ) async {
    var steps: UInt64 = 1
    while steps < 1 << 63, let next = candidate(smallest.choices, steps), await attempt(next, fails) { steps *= 2 }
    while steps > 1 {
      steps /= 2
      if let next = candidate(smallest.choices, steps) { _ = await attempt(next, fails) }
    }
  }

  /// The number at all of the positions; `nil` if they now differ.
  private static func number(at positions: [Int], in choices: [Choice]) -> UInt64? {
    guard let last = positions.last, last < choices.count else { return nil }
    let numbers = Set(positions.map { choices[$0].value })
    return numbers.count == 1 ? numbers.first : nil
  }

  private mutating func set(
    _ positions: [Int],
    to value: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    _ fails: ([UInt64]) async -> Trial.Record?
  ) async -> Bool {
    guard let last = positions.last, last < smallest.choices.count else { return false }
    var candidate = values
    for position in positions { candidate[position] = value }
    return candidate != values ? await attempt(candidate, fails) : false
  }
}
