import Testing
import TestingSupportCore

/// Draws random inputs of any kind, such as scenarios, and makes a failing one smaller, for helpers of other modules.
///
/// As in a property, an input consists of choices: fewer and smaller choices make it simpler.
package struct InputGenerator<Input: Sendable> {
  /// An input, and what draws it again.
  package struct Drawn: Sendable {
    package let input: Input
    /// The text that ``replay(_:)`` takes.
    package var token: String { ReplayToken.encode(record.choices.map(\.value)) }
    /// A seed for whatever else is random, which is the same whenever the input is.
    package var seed: UInt64 { SeedDerivation.hash(of: token) }
    fileprivate let record: Trial.Record

    /// The choices without the zeros at the end, as a file keeps them.
    fileprivate var choices: [UInt64] { ReplayToken.decode(token) ?? [] }
  }

  /// What a token stands for.
  package enum Replay: Sendable {
    case input(Drawn)
    /// The text is no token.
    case noToken
    /// The token was created for different choices.
    case misfit
  }

  private let source: ValueSource
  private let decks = SpecialDecks()
  private let kept: KeptInputs?
  private let draw: (InputChoices) -> Input

  /// - Parameters:
  ///   - sourceLocation: The line that asks, which decides the inputs outside any test, and where they are kept.
  ///   - draw: Creates an input.
  package init(at sourceLocation: SourceLocation, _ draw: @escaping (InputChoices) -> Input) {
    source = CurrentValueSource.source(at: "\(sourceLocation.fileID):\(sourceLocation.line):\(sourceLocation.column)")
    kept = KeptInputs(of: sourceLocation)
    self.draw = draw
  }

  /// A random input.
  package func next() -> Drawn {
    drawn(by: Trial(seed: source.nextSeed(), decks: decks))
  }

  /// The input of a token.
  package func replay(_ token: String) -> Replay {
    guard let choices = ReplayToken.decode(token) else { return .noToken }
    let drawn = drawn(by: Trial(repeating: choices))
    return drawn.record.isMisfit ? .misfit : .input(drawn)
  }

  /// The inputs that failed in earlier runs, if they are kept.
  package var keptInputs: [Drawn] {
    (kept?.inputs ?? []).map { drawn(by: Trial(repeating: $0)) }.filter { !$0.record.isMisfit }
  }

  /// Keeps a failing input for the next run; what is wrong if that cannot be done.
  package func keep(_ drawn: Drawn) -> String? {
    kept?.keep(drawn.choices)
  }

  /// Keeps an input no longer.
  package func drop(_ drawn: Drawn) {
    kept?.drop(drawn.choices)
  }

  /// Looks for the smallest input that fails.
  ///
  /// - Parameters:
  ///   - failing: An input that fails.
  ///   - limit: How many smaller ones to try.
  ///   - fails: Whether an input fails in the same way.
  /// - Returns: The input, and how many were tried.
  package func smallest(
    from failing: Drawn,
    limit: Int,
    isolation: isolated (any Actor)? = #isolation,
    _ fails: (Drawn) async -> Bool
  ) async -> (drawn: Drawn, tries: Int) {
    var shrinker = Shrinker(failing.record, limit: limit)
    await shrinker.shrink { choices in
      _ = isolation
      let smaller = drawn(by: Trial(repeating: choices))
      return await fails(smaller) ? smaller.record : nil
    }
    return (drawn(by: Trial(repeating: shrinker.values)), shrinker.tries)
  }

  private func drawn(by trial: Trial) -> Drawn {
    let input = draw(InputChoices(source: ValueSource(seed: 0, trial: trial), trial: trial))
    return Drawn(input: input, record: trial.record)
  }
}

/// The choices that make up an input.
package struct InputChoices {
  fileprivate let source: ValueSource
  fileprivate let trial: Trial

  /// A number from 0 to one less than `count`, where 0 is the simplest.
  package func index(below count: Int) -> Int {
    var values = source.values()
    return Int(values.index(upTo: UInt64(max(count, 1) - 1), .each))
  }

  /// A value of a type that has a fixture.
  package func any<T: Fixture>(_ type: T.Type) -> T {
    var values = source.values()
    return values.any(type)
  }

  /// Creates a part of an input, which a smaller input can omit.
  package func part<Part>(_ make: () -> Part) -> Part {
    let span = trial.beginSpan()
    defer { trial.endSpan(span) }
    return make()
  }
}
