import DeterministicScheduling
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Values inside a deterministic test")
struct DeterministicValuesTests {
  @Test(
    "When the same seed runs a program twice then each of its tasks gets the same values",
    .exactOnly,
    arguments: 1...20
  )
  func whenSameSeedRunsProgramTwice_thenEachTaskGetsSameValues(seed: UInt64) async throws {
    let first = try await withDeterministicScheduling(seed: seed) { await valuesOfTasks() }
    let second = try await withDeterministicScheduling(seed: seed) { await valuesOfTasks() }

    #expect(first == second)
  }

  @Test("When seeds differ then the values differ")
  func whenSeedsDiffer_thenValuesDiffer() async throws {
    let first = try await withDeterministicScheduling(seed: 1) { anyString() }
    let second = try await withDeterministicScheduling(seed: 2) { anyString() }

    #expect(first != second)
  }

  @Test("When child and detached tasks make values then no two are the same", .exactOnly, .deterministic)
  func whenChildAndDetachedTasksMakeValues_thenNoTwoAreSame() async throws {
    try #require(CurrentTestSchedule.schedule != nil)
    let values = await valuesOfTasks()

    #expect(Set(values.values.joined()).count == 6 * 4)
  }

  @Test("When a schedule has a seed then it is the seed of the values", .exactOnly, .deterministic(seed: 42))
  func whenScheduleHasSeed_thenItIsSeedOfValues() throws {
    try #require(CurrentTestSchedule.schedule != nil)

    #expect(CurrentValueSource.seedOrigin == .schedule(42))
    #expect(withSeed(1) { CurrentValueSource.seedOrigin } == .chosen(1))
  }

  @Test(
    "When a property is checked in a deterministic test then its tasks keep to the schedule",
    .exactOnly,
    .deterministic
  )
  func whenPropertyIsCheckedInDeterministicTest_thenItsTasksKeepToSchedule() async {
    await expectAll(trials: 20) { (numbers: [Int8]) in
      let sorted = await withTaskGroup(of: Int8.self, returning: [Int8].self) { group in
        for number in numbers {
          group.addTask {
            try? await Task.sleep(for: .seconds(Int(number) + 129))  // sleep-is-the-subject
            return number
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(sorted == numbers.sorted())
    }
  }
}

// MARK: - The program

/// What each of some tasks, by its name, gets for values.
private func valuesOfTasks() async -> [String: [String]] {
  let values = Locked<[String: [String]]>([:])
  @Sendable func draw(_ task: String) async {
    for _ in 0..<4 {
      let value = anyString()
      values.withLock { $0[task, default: []].append(value) }
      // conventions:ignore yielding - to let other tasks in between
      await Task.yield()
    }
  }
  await withTaskGroup(of: Void.self) { group in
    for child in 0..<4 { group.addTask { await draw("child \(child)") } }
    group.addTask { await Task { await draw("unstructured") }.value }
    group.addTask { await Task.detached { await draw("detached") }.value }
  }
  return values.withLock { $0 }
}
