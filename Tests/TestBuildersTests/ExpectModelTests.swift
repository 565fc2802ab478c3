import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Systems and their models")
struct ExpectModelTests {
  @Test("When a system does what its model does then nothing fails")
  func whenSystemDoesWhatModelDoes_thenNothingFails() async {
    await expectModel(
      system: { Stack() },
      model: { [Int]() },
      commands: [
        ModelCommand("stack.push(_:)") { (stack: inout Stack, model: inout [Int], number: Int) in
          stack.push(number)
          model.append(number)
          #expect(stack.top == model.last)
        },
        ModelCommand("stack.pop()", when: { !$0.isEmpty }) { (stack: inout Stack, model: inout [Int]) in
          #expect(stack.pop() == model.popLast())
        },
      ]
    )
  }

  @Test(
    "When a cache loses an entry then the shortest program that shows it is reported",
    arguments: 0..<10 as Range<UInt64>
  )
  func whenCacheLosesEntry_thenShortestProgramIsReported(seed: UInt64) async {
    let issues = await recordedIssues { await withSeed(seed) { await checkCache() } }

    let lines = (issues.last?.text ?? "").split(separator: "\n").filter { $0.hasPrefix("  ") }
    // Two programs are equally short: which key comes first is of no account.
    let programs = [(0, 1), (1, 0)].map { removed, lost in
      [
        "  cache.insert(0, for: \(removed))", "  cache.insert(0, for: \(lost))", "  cache.remove(\(removed))",
        "  cache.value(for: \(lost))",
      ]
    }
    #expect(programs.contains(lines.map(String.init)))
  }

  @Test("When the test is on the main actor then so are the commands") @MainActor
  func whenTestIsOnMainActor_thenSoAreCommands() async {
    await expectModel(
      trials: 5,
      system: { 0 },
      model: { 0 },
      commands: [
        ModelCommand("add()") { (system: inout Int, model: inout Int) in
          MainActor.assertIsolated()
          system += 1
          model += 1
        }
      ]
    )
  }

  @Test("When there are no commands then an issue says so")
  func whenThereAreNoCommands_thenIssueSaysSo() async {
    let issues = await recordedIssues { await expectModel(system: { 0 }, model: { 0 }, commands: []) }

    #expect(issues.map(\.text) == ["`expectModel` requires at least one command\nNothing was checked."])
    #expect(issues.first?.sourceLocation?.line == #line - 3)
  }
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func checkCache() async {
  await expectModel(
    trials: 500,
    system: { LossyCache() },
    model: { [UInt8: UInt8]() },
    commands: [
      ModelCommand("cache.insert(_:for:)") {
        (cache: inout LossyCache, model: inout [UInt8: UInt8], value: UInt8, key: UInt8) in
        cache.insert(value, for: key)
        model[key] = value
      },
      ModelCommand("cache.remove(_:)", from: { $0.keys.sorted() }) {
        (cache: inout LossyCache, model: inout [UInt8: UInt8], key: UInt8) in
        cache.remove(key)
        model[key] = nil
      },
      ModelCommand("cache.value(for:)") { (cache: inout LossyCache, model: inout [UInt8: UInt8], key: UInt8) in
        #expect(cache.value(for: key) == model[key])
      },
    ]
  )
}

// MARK: - Production code

struct Stack {
  private var numbers: [Int] = []
  var top: Int? { numbers.last }
  mutating func push(_ number: Int) { numbers.append(number) }
  mutating func pop() -> Int? { numbers.popLast() }
}

/// A cache whose removal takes the entry beside it along.
private struct LossyCache {
  private var entries: [(key: UInt8, value: UInt8)] = []

  mutating func insert(_ value: UInt8, for key: UInt8) {
    entries.removeAll { $0.key == key }
    entries.append((key, value))
  }

  mutating func remove(_ key: UInt8) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
    entries.removeSubrange(index..<min(index + 2, entries.count))
  }

  func value(for key: UInt8) -> UInt8? { entries.first { $0.key == key }?.value }
}
