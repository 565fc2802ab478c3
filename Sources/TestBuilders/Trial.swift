import Testing
import TestingSupportCore

/// One run of a property: makes its choices, or repeats those of another, and keeps them.
///
/// A failing input is an array of choices. It is shrunk by making the array shorter and its numbers smaller, and
/// running the property again: the values derived from the choices get smaller too.
final class Trial: Sendable {
  /// A choice among the numbers from 0 to `last`.
  struct Choice: Equatable, Sendable {
    let value: UInt64
    let last: UInt64
    /// For a number of a range, what the places mean.
    var sides: RangeSides?
  }

  /// What a value is, for another that may be the same.
  enum ValueKind: Hashable, Sendable {
    case type(ObjectIdentifier)
    case text
  }

  /// A created value, to be shown if it belongs to the smallest failing input.
  struct Note: Sendable, Equatable {
    let label: String
    let text: String
  }

  /// What a trial has chosen, and which choices belong together.
  struct Record: Sendable {
    var choices: [Choice] = []
    var spans: [Range<Int>] = []
    var notes: [Note] = []
    /// Whether repeated choices did not fit the requested values.
    var isMisfit = false
    /// Whether its values did not meet what the property assumes.
    var isDiscarded = false
    /// Whether its values are not the requested ones: the failure of such a trial means nothing.
    var isInvalid = false
    /// Whether it has cancelled the test.
    var isCancelled = false
    /// For each class of values, whether these belong to it.
    var classes: [String: TrialClass] = [:]
  }

  private struct State {
    var record = Record()
    var random: RandomChoices
    var identifiers: Set<UInt64> = []
  }

  // How many choices beyond the repeated ones are the simplest possible, before random ones keep loops from going on
  // forever.
  private static let simplestChoices = 1000

  private let repeated: [UInt64]?
  private let takesNotes: Bool
  private let state: Locked<State>

  /// A trial that chooses at random.
  init(seed: UInt64, decks: SpecialDecks = SpecialDecks()) {
    repeated = nil
    takesNotes = false
    state = Locked(State(random: RandomChoices(seed: seed, decks: decks)))
  }

  /// A trial that repeats choices, and makes the simplest ones from there on.
  init(repeating choices: [UInt64], takesNotes: Bool = false) {
    repeated = choices
    self.takesNotes = takesNotes
    state = Locked(State(random: RandomChoices(seed: 0)))
  }

  /// What was chosen so far.
  var record: Record {
    var record = state.withLock { $0.record }
    if let repeated, repeated.count > record.choices.count { record.isMisfit = true }
    return record
  }

  /// Chooses a number from 0 to `last`, where 0 is the simplest.
  func draw(upTo last: UInt64, _ spread: FixtureValues.Spread) -> UInt64 {
    state.withLock { state in
      let value = choose(upTo: last, spread, &state)
      state.record.choices.append(Choice(value: value, last: last, sides: spread.sides))
      return value
    }
  }

  /// Makes a choice with a single option, for a value at the maximum depth of its nesting.
  ///
  /// It is recorded like any other: a value has as many choices at that depth as at any other.
  func take(_ value: UInt64, upTo last: UInt64) -> UInt64 {
    state.withLock { state in
      state.random.pass()
      state.record.choices.append(Choice(value: value, last: last))
      return value
    }
  }

  /// Chooses a number that was not chosen before as an identifier.
  func drawIdentifier(simplest: Bool) -> UInt64 {
    let wanted = simplest ? take(0, upTo: 0xFFFF) : draw(upTo: 0xFFFF, .even)
    return state.withLock { state in
      var identifier = wanted
      while !state.identifiers.insert(identifier).inserted { identifier += 1 }
      return identifier
    }
  }

  /// The choices from here on belong together.
  ///
  /// - Parameter kind: What they make, if another of the same may be that value again.
  func beginSpan(of kind: ValueKind? = nil) -> Int {
    state.withLock { state in
      let start = state.record.choices.count
      if repeated == nil, let kind { state.random.beginValue(of: kind) }
      return start
    }
  }

  /// The choices since `start` belong together.
  func endSpan(_ start: Int, of kind: ValueKind? = nil) {
    state.withLock { state in
      let span = start..<state.record.choices.count
      if !span.isEmpty { state.record.spans.append(span) }
      if repeated == nil, let kind { state.random.endValue(of: kind, state.record.choices, span) }
    }
  }

  /// Suggests special choices, of which one array is occasionally used next.
  ///
  /// - Parameters:
  ///   - count: How many lists of choices there are.
  ///   - choices: Gives the list of each index.
  func suggest(_ count: Int, _ choices: (Int) -> [UInt64]) {
    guard repeated == nil else { return }
    let index = state.withLock { $0.random.special(of: count, at: $0.record.choices.count) }
    guard let index else { return }
    let decided = choices(index)
    state.withLock { $0.random.decide(decided) }
  }

  /// Keeps a value for the report.
  func note<T>(_ label: String, _ value: T) {
    guard takesNotes else { return }
    let note = Note(label: label, text: EscapedValueText.text(of: value))
    state.withLock { $0.record.notes.append(note) }
  }

  /// Keeps a line of code for the report.
  func note(code: String) {
    guard takesNotes else { return }
    state.withLock { $0.record.notes.append(Note(label: "", text: code)) }
  }

  /// Changes what is known of the trial beside its choices.
  func mark(_ change: @Sendable (inout Record) -> Void) {
    state.withLock { change(&$0.record) }
  }

  private func choose(upTo last: UInt64, _ spread: FixtureValues.Spread, _ state: inout State) -> UInt64 {
    let position = state.record.choices.count
    guard let repeated else { return state.random.choose(upTo: last, spread, after: state.record.choices) }
    if position < repeated.count {
      if repeated[position] > last { state.record.isMisfit = true }
      return min(repeated[position], last)
    }
    guard position >= repeated.count + Self.simplestChoices else { return 0 }
    return state.random.choose(upTo: last, .even, after: [])
  }
}
