import DeterministicScheduling
import Foundation
import TestClocks
import Testing

extension Benchmarks {
  /// What a whole test costs: its schedule, a few tasks, and the end of it all.
  static let wholeTestBenchmarks = [
    Benchmark("an empty deterministic scope", baseline: "10 tasks, one after the other", limit: 5) {
      try await withDeterministicScheduling {}
    } against: {
      for _ in 0..<10 { await Task {}.value }
    },
    Benchmark(
      "an empty deterministic scope from the main actor",
      baseline: "the same from elsewhere",
      limit: 1.5,
      operations: 100
    ) {
      try await runOnMain(100) { try await withDeterministicScheduling {} }
    } against: {
      for _ in 0..<100 { try await withDeterministicScheduling {} }
    },
    Benchmark(
      "a debounce test on a test clock",
      baseline: "the same on the main actor, with 20 yields for the clock",
      limit: 1.0,
      operations: 100
    ) {
      for _ in 0..<100 { try await withDeterministicScheduling { await debounce() } }
    } against: {
      try await runOnMain(100) { await debounceByYielding(yields: 20) }
    },
    Benchmark(
      "a debounce test on a test clock, eight at a time",
      baseline: "one after the other on the main actor, with 20 yields for the clock",
      limit: 1.0,
      operations: 104
    ) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<13 { try await withDeterministicScheduling { await debounce() } }
          }
        }
        try await group.waitForAll()
      }
    } against: {
      try await runOnMain(104) { await debounceByYielding(yields: 20) }
    },
    Benchmark("an explored order of 4,000 children", baseline: "the plain order", limit: 2, rounds: 5) {
      try await withDeterministicScheduling(seed: 1) { await children(4000) }
    } against: {
      try await withDeterministicScheduling { await children(4000) }
    },
    // What of that is the runtime's: a task group searches its list for a child that ends before others.
    Benchmark("4,000 children that end in any order, outside", baseline: "in their order", limit: 10, rounds: 5) {
      await children(4000) { ($0 * 1787) % 4000 }
    } against: {
      await children(4000) { $0 }
    },
    Benchmark("an explored order of 4,000 tasks", baseline: "the plain order", limit: 2, rounds: 5) {
      try await withDeterministicScheduling(seed: 1) { await tasks(4000) }
    } against: {
      try await withDeterministicScheduling { await tasks(4000) }
    },
    Benchmark("a partial order of 4,000 tasks", baseline: "the plain order", limit: 3, rounds: 5) {
      try await withDeterministicScheduling(seed: 1, strategy: .pos) { await tasks(4000) }
    } against: {
      try await withDeterministicScheduling { await tasks(4000) }
    },
    Benchmark("an order of 4,000 tasks by priority", baseline: "the plain order", limit: 3, rounds: 5) {
      try await withDeterministicScheduling(seed: 1, strategy: .pct()) { await tasks(4000) }
    } against: {
      try await withDeterministicScheduling { await tasks(4000) }
    },
  ]

  @MainActor
  private static func runOnMain(_ count: Int, _ work: @MainActor () async throws -> Void) async throws {
    for _ in 0..<count { try await work() }
  }

  private static func children(_ count: Int) async {
    await withTaskGroup(of: Int.self) { group in
      for child in 0..<count {
        group.addTask {
          // conventions:ignore yielding - what is measured
          await Task.yield()
          return child
        }
      }
      keep(await group.reduce(0, +))
    }
  }

  /// Children that end one after the other, as told.
  @MainActor
  private static func children(_ count: Int, endingIn order: (Int) -> Int) async {
    let gates = Gates()
    await withTaskGroup(of: Int.self) { group in
      for child in 0..<count {
        group.addTask {
          await gates.wait(as: child)
          return child
        }
      }
      // conventions:ignore yielding - what is measured
      while gates.continuations.count < count { await Task.yield() }
      for index in 0..<count { gates.continuations[order(index)]?.resume() }
      for await child in group { keep(child) }
    }
  }

  private static func tasks(_ count: Int) async {
    let tasks = (0..<count).map { number in
      Task {
        // conventions:ignore yielding - what is measured
        await Task.yield()
        return number
      }
    }
    for task in tasks { keep(await task.value) }
  }

  private static func debounce() async {
    let clock = TestClock()
    let model = SearchModel { try await clock.sleep(for: $0) }
    for text in ["s", "sw", "swift"] { await model.type(text) }
    await clock.advance(by: .milliseconds(300))
    let searches = await model.searches
    precondition(searches == ["swift"])
  }

  @MainActor
  private static func debounceByYielding(yields: Int) async {
    let clock = YieldingClock(yields: yields)
    let model = MainSearchModel { try await clock.sleep(for: $0) }
    for text in ["s", "sw", "swift"] { model.type(text) }
    await clock.advance(by: .milliseconds(300))
    keep(model.searches)
  }
}

/// Searches when nothing has been typed for a while.
private actor SearchModel {
  private let sleep: @Sendable (Duration) async throws -> Void
  private var pending: Task<Void, any Error>?
  private(set) var searches: [String] = []

  init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
  }

  func type(_ text: String) {
    pending?.cancel()
    pending = Task {
      try await sleep(.milliseconds(300))
      searches.append(text)
    }
  }
}

@MainActor
private final class MainSearchModel {
  private let sleep: @MainActor (Duration) async throws -> Void
  private var pending: Task<Void, any Error>?
  private(set) var searches: [String] = []

  init(sleep: @escaping @MainActor (Duration) async throws -> Void) {
    self.sleep = sleep
  }

  func type(_ text: String) {
    pending?.cancel()
    pending = Task {
      try await sleep(.milliseconds(300))
      searches.append(text)
    }
  }
}

@MainActor
private final class Gates {
  private(set) var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]

  func wait(as number: Int) async {
    await withUnsafeContinuation { continuations[number] = $0 }
  }
}

/// A test clock as simple as it can be, which hopes that everything that can run does while it yields.
@MainActor
private final class YieldingClock {
  private let yields: Int
  private var now = Duration.zero
  private var sleepers: [(id: Int, deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = []
  private var count = 0

  init(yields: Int) {
    self.yields = yields
  }

  func sleep(for duration: Duration) async throws {
    count += 1
    let id = count
    try Task.checkCancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleepers.append((id, now + duration, continuation))
      }
    } onCancel: {
      Task { @MainActor in self.cancel(id) }
    }
  }

  func advance(by duration: Duration) async {
    await letOthersRun()
    now += duration
    while let index = sleepers.indices.filter({ sleepers[$0].deadline <= now }).first {
      sleepers.remove(at: index).continuation.resume()
      await letOthersRun()
    }
  }

  private func cancel(_ id: Int) {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return }
    sleepers.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  private func letOthersRun() async {
    // conventions:ignore yielding - what is measured
    for _ in 0..<yields { await Task.yield() }
  }
}
