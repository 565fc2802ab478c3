import Testing
import TestingSupportCore

/// One run of a property: makes its choices, or repeats those of another, and keeps them.
///
/// A failing case is a list of choices. It is made smaller by making the list shorter and its numbers smaller, and
/// running the property again: whatever is made of the choices gets smaller with them.
final class Trial: Sendable {
  /// A choice among the numbers from 0 to `last`.
  struct Choice: Equatable, Sendable {
    let value: UInt64
    let last: UInt64
  }

  /// A value that was made, to be shown if it is the smallest failing case.
  struct Note: Sendable, Equatable {
    let label: String
    let text: String
  }

  /// What a trial has chosen, and which choices belong together.
  struct Record: Sendable {
    var choices: [Choice] = []
    var spans: [Range<Int>] = []
    var notes: [Note] = []
    /// Whether choices to be repeated did not fit what was asked for.
    var isMisfit = false
  }

  private struct State {
    var record = Record()
    var generator: Xoshiro256
    var identifiers: Set<UInt64> = []
  }

  // How many choices beyond the repeated ones are the simplest possible, before random ones keep loops from going on
  // for ever.
  private static let simplestChoices = 1000

  private let repeated: [UInt64]?
  private let takesNotes: Bool
  private let state: Locked<State>

  /// A trial that chooses at random.
  init(seed: UInt64) {
    repeated = nil
    takesNotes = false
    state = Locked(State(generator: Xoshiro256(seed: seed)))
  }

  /// A trial that repeats choices, and makes the simplest ones from there on.
  init(repeating choices: [UInt64], takesNotes: Bool = false) {
    repeated = choices
    self.takesNotes = takesNotes
    state = Locked(State(generator: Xoshiro256(seed: 0)))
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
      state.record.choices.append(Choice(value: value, last: last))
      return value
    }
  }

  /// Chooses a number that was not chosen before as an identifier.
  func drawIdentifier(simplest: Bool) -> UInt64 {
    let wanted = simplest ? 0 : draw(upTo: 0xFFFF, .even)
    return state.withLock { state in
      var identifier = wanted
      while !state.identifiers.insert(identifier).inserted { identifier += 1 }
      return identifier
    }
  }

  /// The choices from here on belong together.
  func beginSpan() -> Int {
    state.withLock { $0.record.choices.count }
  }

  /// The choices since `start` belong together.
  func endSpan(_ start: Int) {
    state.withLock { state in
      let span = start..<state.record.choices.count
      if !span.isEmpty { state.record.spans.append(span) }
    }
  }

  /// Keeps a value for the report.
  func note<T>(_ label: String, _ value: T) {
    guard takesNotes else { return }
    let note = Note(label: label, text: ShownValue.text(of: value))
    state.withLock { $0.record.notes.append(note) }
  }

  private func choose(upTo last: UInt64, _ spread: FixtureValues.Spread, _ state: inout State) -> UInt64 {
    guard let repeated else { return Self.random(upTo: last, spread, &state) }
    let position = state.record.choices.count
    if position < repeated.count {
      if repeated[position] > last { state.record.isMisfit = true }
      return min(repeated[position], last)
    }
    return position < repeated.count + Self.simplestChoices ? 0 : Self.random(upTo: last, spread, &state)
  }

  private static func random(
    upTo last: UInt64,
    _ spread: FixtureValues.Spread,
    _ state: inout State
  ) -> UInt64 {
    let even = last == .max ? state.generator.next() : state.generator.next(upperBound: last + 1)
    guard case .extremes = spread else { return even }
    switch state.generator.next(upperBound: 8 as UInt64) {
    case 0: return min(state.generator.next(upperBound: 3 as UInt64), last)
    case 1: return last &- min(state.generator.next(upperBound: 2 as UInt64), last)
    case 2, 3, 4:
      // A number of any length is as likely as one of any other.
      let number = state.generator.next() >> state.generator.next(upperBound: 64 as UInt64)
      return number <= last ? number : even
    case 5:
      // Equal values and close ones are rare where there are many, and properties that fail for them are not.
      guard let earlier = state.record.choices.randomElement(using: &state.generator), earlier.last == last else {
        return even
      }
      let distance = state.generator.next(upperBound: 2 as UInt64) * state.generator.next(upperBound: 9 as UInt64)
      return earlier.value - min(distance, earlier.value)
    default: return even
    }
  }
}
