/// The choices of a trial that makes them at random.
struct RandomChoices: Sendable {
  private var generator: Xoshiro256
  private let decks: SpecialDecks?
  private let bias: TrialBias
  /// Choices that are already decided: those of a repeated value, or of a special one.
  private var decided: ArraySlice<UInt64> = []
  /// The choices of earlier values, by the values they created.
  private var earlier: [Trial.ValueKind: [[UInt64]]] = [:]
  /// How many values are being created, one inside the other, and which of them is repeated.
  private var depth = 0
  private var repetitionDepth: Int?

  // Beyond these, collections end soon, so that nested ones do not grow without end.
  private static let manyChoices = 2000
  private static let mostEarlierValues = 32

  init(seed: UInt64, decks: SpecialDecks? = nil) {
    generator = Xoshiro256(seed: seed)
    self.decks = decks
    bias = decks?.dealBias(using: &generator) ?? .none
  }

  /// Chooses a number from 0 to `last`.
  mutating func choose(
    upTo last: UInt64,
    _ spread: FixtureValues.Spread,
    after choices: [Trial.Choice]
  ) -> UInt64 {
    if let next = decided.popFirst(), next <= last { return varied(next, spread) }
    decided = []
    switch spread {
    case .even: return even(upTo: last)
    case .each: return last < 100 ? UInt64(deal(Int(last) + 1, last, choices.count)) : even(upTo: last)
    case .ending: return ending(upTo: last, choices.count)
    case .character: return character(upTo: last, choices.count)
    case .number(let sides): return number(sides, after: choices)
    }
  }

  /// Skips a choice that was decided in advance.
  mutating func pass() {
    _ = decided.popFirst()
  }

  /// A value begins, which may be the same as an earlier one.
  mutating func beginValue(of kind: Trial.ValueKind) {
    depth += 1
    guard decided.isEmpty, let values = earlier[kind], chance(bias.repetitionPercentage) else { return }
    decided = values[Int(even(upTo: UInt64(values.count - 1)))][...]
    repetitionDepth = depth
  }

  /// A value has ended.
  mutating func endValue(of kind: Trial.ValueKind, _ choices: [Trial.Choice], _ span: Range<Int>) {
    if repetitionDepth == depth {
      decided = []
      repetitionDepth = nil
    }
    depth -= 1
    guard !span.isEmpty, span.count <= Self.manyChoices else { return }
    if earlier[kind, default: []].count < Self.mostEarlierValues {
      earlier[kind, default: []].append(choices[span].map(\.value))
    }
  }

  /// Occasionally picks one of the special values.
  mutating func special(of count: Int, at position: Int) -> Int? {
    guard decided.isEmpty, chance(bias == .extremes ? 60 : 30) else { return nil }
    return deal(count, UInt64.max, position)
  }

  /// Decides what is chosen next.
  mutating func decide(_ choices: [UInt64]) {
    decided = choices[...]
  }

  private mutating func even(upTo last: UInt64) -> UInt64 {
    last == .max ? generator.next() : generator.next(upperBound: last + 1)
  }

  private mutating func chance(_ percentage: UInt64) -> Bool {
    generator.next(upperBound: 100 as UInt64) < percentage
  }

  private mutating func deal(_ count: Int, _ last: UInt64, _ position: Int) -> Int {
    decks?.deal(count, last: last, at: position, using: &generator) ?? Int(even(upTo: UInt64(count - 1)))
  }

  private mutating func ending(upTo last: UInt64, _ position: Int) -> UInt64 {
    let average = position > Self.manyChoices ? 2 : bias.averageCount
    if even(upTo: average - 1) == 0 { return 0 }
    return 1 + even(upTo: last - 1)
  }

  private mutating func character(upTo last: UInt64, _ position: Int) -> UInt64 {
    if bias == .equivalentTexts, chance(60) {
      let accented = TextAlphabet.equivalents.keys.sorted()
      return UInt64(accented[Int(even(upTo: UInt64(accented.count - 1)))])
    }
    guard chance(bias.specialPercentage) else { return even(upTo: last) }
    return UInt64(TextAlphabet.firstUnusual + deal(TextAlphabet.countOfUnusual, last, position))
  }

  private mutating func number(_ sides: RangeSides, after choices: [Trial.Choice]) -> UInt64 {
    let last = sides.last
    if bias == .small, chance(60) { return even(upTo: min(last, 8)) }
    if chance(bias.specialPercentage) {
      let places = sides.specialPlaces
      return places[deal(places.count, last, choices.count)]
    }
    switch even(upTo: 7) {
    case 0, 1:
      // A number of any length is as likely as one of any other.
      let number = generator.next() >> even(upTo: 63)
      return number <= last ? number : even(upTo: last)
    case 2:
      // Beside a power of two.
      let distance = (1 as UInt64) << even(upTo: 63) &+ even(upTo: 2) &- 1
      let offset = RangeSides.Offset(distance: distance, isBelow: even(upTo: 1) == 1)
      return sides.place(of: offset) ?? even(upTo: last)
    case 3:
      // Equal values and close ones are rare where there are many, and properties that fail for them are not.
      guard let earlier = choices.randomElement(using: &generator), earlier.last == last else {
        return even(upTo: last)
      }
      let distance = even(upTo: 1) * even(upTo: 8)
      return earlier.value - min(distance, earlier.value)
    default: return even(upTo: last)
    }
  }

  /// A decided choice, or one that looks the same in a string.
  private mutating func varied(_ choice: UInt64, _ spread: FixtureValues.Spread) -> UInt64 {
    guard bias == .equivalentTexts, case .character = spread, chance(50) else { return choice }
    return TextAlphabet.equivalents[Int(choice)].map(UInt64.init) ?? choice
  }
}
