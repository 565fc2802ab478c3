import Foundation
import Testing

@testable import TestBuilders

@Suite("Looking for the smallest failing case")
struct ShrinkerTests {
  @Test(
    "When numbers must be at least as large as limits then the limits are found",
    arguments: 0..<20 as Range<UInt64>
  )
  func whenNumbersMustBeAtLeastAsLargeAsLimits_thenLimitsAreFound(seed: UInt64) async {
    var random = Xoshiro256(seed: seed)
    let limits = (0..<4).map { _ in UInt64.random(in: 0...1000, using: &random) }

    let (smallest, _) = await shrink([2000, 1999, 1001, 1500]) { numbers in
      numbers.count == 4 && zip(numbers, limits).allSatisfy { $0 >= $1 }
    }

    #expect(smallest == limits)
  }

  @Test("When any rule makes a list fail then no element can be left out of the result, and no number be one less")
  func whenAnyRuleMakesListFail_thenResultCannotBeSimpler() async {
    for seed in 0..<steps {
      let rule = Rule(seed: seed)
      guard let start = rule.failingList() else { continue }

      let (smallest, tries) = await shrink(start, rule.fails)

      #expect(rule.fails(smallest), "seed \(seed)")
      #expect(tries < 1000, "seed \(seed)")
      for simpler in simplerByOneStep(than: smallest) where rule.fails(simpler) {
        Issue.record("\(simpler) fails as well as \(smallest), seed \(seed)")
      }
    }
  }

  @Test("When a value is drawn for a property then its choices can be left out together")
  func whenValueIsDrawn_thenItsChoicesBelongTogether() {
    let trial = Trial(seed: 1)

    CurrentValueSource.$trialSource.withValue(ValueSource(seed: 0, trial: trial)) {
      _ = anyInt()
      _ = anyInt()
    }

    let choices = trial.record.choices.count / 2
    #expect(trial.record.spans == [0..<choices, choices..<2 * choices])
  }

  @Test("When the limit is reached then the smallest case so far is the result")
  func whenLimitIsReached_thenSmallestSoFarIsResult() async {
    let (smallest, tries) = await shrink([1 << 40, 1 << 50], limit: 10) { $0.count == 2 && $0[0] > 7 }

    #expect(tries == 10)
    // conventions:ignore count-only - how far it came is of no account
    #expect(smallest.count == 2)
  }

  @Test("When the property fails only with what it has then that is the result")
  func whenPropertyFailsOnlyWithWhatItHas_thenThatIsResult() async {
    let (smallest, _) = await shrink([3, 5, 7]) { $0 == [3, 5, 7] }

    #expect(smallest == [3, 5, 7])
  }
}

// MARK: - Shrinking a list

private var steps: UInt64 {
  ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap(UInt64.init) ?? 200
}

/// Shrinks a list of numbers, which is drawn as arrays of fixtures are.
private func shrink(
  _ start: [UInt64],
  limit: Int = 1000,
  _ fails: ([UInt64]) -> Bool
) async -> (smallest: [UInt64], tries: Int) {
  func run(_ choices: [UInt64]) -> (numbers: [UInt64], record: Trial.Record) {
    let trial = Trial(repeating: choices)
    var values = ValueSource(seed: 0, trial: trial).values()
    let numbers = values.array { values in values.index(upTo: 1 << 60, .even) }
    return (numbers, trial.record)
  }
  var shrinker = Shrinker(run(start.flatMap { [1, $0] }).record, limit: limit)
  await shrinker.shrink { choices in
    let (numbers, record) = run(choices)
    return fails(numbers) ? record : nil
  }
  return (run(shrinker.smallest.choices.map(\.value)).numbers, shrinker.tries)
}

private func simplerByOneStep(than list: [UInt64]) -> [[UInt64]] {
  list.indices.flatMap { index in
    var (shorter, lower) = (list, list)
    shorter.remove(at: index)
    lower[index] = lower[index] == 0 ? 0 : lower[index] - 1
    return list[index] == 0 ? [shorter] : [shorter, lower]
  }
}

// MARK: - Rules

/// A rule, different for each seed, by which a list of numbers makes a property fail.
private struct Rule {
  private let kind: UInt64
  private let limits: [UInt64]
  private var random: Xoshiro256

  init(seed: UInt64) {
    random = Xoshiro256(seed: seed)
    kind = random.next(upperBound: 6 as UInt64)
    limits = [random.next(upperBound: 20 as UInt64), random.next(upperBound: 5 as UInt64)]
  }

  func fails(_ list: [UInt64]) -> Bool {
    switch kind {
    case 0: list.reduce(0, &+) > limits[0]
    case 1: list.contains { $0 % 7 == limits[1] && $0 > limits[0] }
    case 2: zip(list, list.dropFirst()).contains { $0 > $1 + limits[1] }
    case 3: list.count > limits[1] && list.contains { $0 > limits[0] }
    case 4: Set(list).count < list.count && list.contains { $0 >= limits[1] }
    default: list.filter { $0 % 2 == 1 }.count > limits[1]
    }
  }

  func failingList() -> [UInt64]? {
    var random = random
    return (0..<100).lazy.map { _ in
      (0..<random.next(upperBound: 20 as UInt64)).map { _ in random.next(upperBound: 60 as UInt64) }
    }.first(where: fails)
  }
}
