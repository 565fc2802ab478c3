import TestingSupportCore

/// Deals the special values of a choice one after the other in random order, so that a few dozen trials see each of them.
///
/// It is shared by the trials of one property. Where a choice stands in its trial decides its deck: the first parameter
/// sees each special value, and the second one does too.
final class SpecialDecks: Sendable {
  struct Key: Hashable, Sendable {
    let last: UInt64
    let position: Int
    let count: Int
  }

  private struct State {
    var decks: [Key: [Int]] = [:]
    var biases: [TrialBias] = []
  }

  private static let mostPositions = 64
  private let state = Locked(State())

  /// Deals one of `count` special values of the choice at a position.
  func deal(
    _ count: Int,
    last: UInt64,
    at position: Int,
    using generator: inout Xoshiro256
  ) -> Int {
    let key = Key(last: last, position: min(position, Self.mostPositions), count: count)
    return state.withLock { state in
      var deck = state.decks[key] ?? []
      if deck.isEmpty { deck = Array(0..<count).shuffled(using: &generator) }
      let special = deck.removeLast()
      state.decks[key] = deck
      return special
    }
  }

  /// Deals what the next trial leans towards.
  func dealBias(using generator: inout Xoshiro256) -> TrialBias {
    state.withLock { state in
      if state.biases.isEmpty { state.biases = TrialBias.deck.shuffled(using: &generator) }
      return state.biases.removeLast()
    }
  }
}
