import TestingSupportCore

/// The source of the random values of one test.
///
/// It returns separate generators, so that no lock is held while a user's fixture runs.
final class ValueSource: Sendable {
  private struct State {
    var generator: Xoshiro256
    var serial: UInt64
  }

  /// Turns the serial numbers of this source into numbers that are never the same twice.
  let unique: UniqueNumbers
  /// The trial of a property that the values are created for, if any.
  let trial: Trial?
  private let state: Locked<State>

  init(seed: UInt64, firstSerial: UInt64 = 0, trial: Trial? = nil) {
    var generator = Xoshiro256(seed: seed)
    unique = UniqueNumbers(key: generator.next())
    self.trial = trial
    state = Locked(State(generator: generator, serial: firstSerial))
  }

  /// Values that no other code receives.
  func values() -> FixtureValues {
    FixtureValues(generator: Xoshiro256(seed: nextSeed()), source: self)
  }

  /// A seed for values, or for trials, that no other code receives.
  func nextSeed() -> UInt64 {
    state.withLock { $0.generator.next() }
  }

  /// The next `count` serial numbers.
  func takeSerials(_ count: UInt64) -> Range<UInt64> {
    state.withLock { state in
      defer { state.serial += count }
      return state.serial..<state.serial + count
    }
  }
}
