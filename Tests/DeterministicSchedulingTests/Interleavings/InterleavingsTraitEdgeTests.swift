// conventions:ignore-file yielding - the order of tasks that yield is the subject
// conventions:ignore-file count-only - that so many issues were recorded is what is asked

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("The interleavings trait at its edges", .exactOnly)
struct InterleavingsTraitEdgeTests {
  @Suite("when it is used wrongly or cut short")
  struct Misused {
    @Test("records at the trait that it cannot run no order", arguments: [0, -1])
    func whenTheCountIsNotPositive_thenThatIsRecorded(count: Int) async throws {
      let runs = Locked(0)
      let line = #line + 1
      let outcome = try await explore(.interleavings(count)) { runs.withLock { $0 += 1 } }
      #expect(runs.withLock { $0 } == 1)
      #expect(
        outcome.issues.first?.comments.first?.rawValue
          == "`.interleavings` requires a count of at least 1, not \(count)\nThe test ran once, as an ordinary test."
      )
      #expect(outcome.issues.first?.sourceLocation?.line == line)
      #expect(outcome.issues.count == 1)
    }

    @Test("records at the trait that a strategy makes no sense")
    func whenTheDepthIsZero_thenThatIsRecorded() async throws {
      let line = #line + 1
      let outcome = try await explore(.interleavings(5, strategy: .pct(depth: 0))) {}
      #expect(
        outcome.issues.first?.comments.first?.rawValue
          == "`depth` must be at least 1, not 0\nThe test ran once, as an ordinary test."
      )
      #expect(outcome.issues.first?.sourceLocation?.line == line)
    }

    @Test("records that a replay makes no sense, and runs the test all the same")
    func whenAReplayMakesNoSense_thenThatIsRecorded() async throws {
      let line = #line + 2
      let calls = await capturingIssues {
        try await withDeterministicScheduling(strategy: .pct(depth: 2)) {}
        try await withDeterministicScheduling(seed: 1, strategy: .pct(depth: 2, steps: 0)) {}
      }
      #expect(
        calls.map(\.comments) == [
          ["Strategy .pct(depth: 2) has no effect without a seed\nPass one, for example `seed: 1`."],
          ["`steps` must be at least 1, not 0"],
        ]
      )
      #expect(calls.map(\.sourceLocation?.line) == [line, line + 1])
      let test = try #require(Test.current)
      let runs = Locked(0)
      let traits = await capturingIssues {
        try await DeterministicTrait.deterministic(seed: 1, strategy: .pct(depth: 0))
          .provideScope(for: test, testCase: Test.Case.current) { runs.withLock { $0 += 1 } }
      }
      #expect(traits.map(\.comments) == [["`depth` must be at least 1, not 0"]])
      #expect(traits.first?.sourceLocation == test.sourceLocation)
      #expect(runs.withLock { $0 } == 1)
    }

    @Test("warns where orders cannot be explored, and runs the test once")
    func whenThePlatformHasNoSupport_thenTheTestRunsOnceWithAWarning() async throws {
      let runs = Locked(0)
      var trait: InterleavingsTrait = .interleavings(5)
      trait.level = Runtime.Level(support: .unavailable, explanation: "The runtime has no hook.")
      trait.warning = OneTimeWarning { $0.textOfOrders }
      let first = try await explore(trait) { runs.withLock { $0 += 1 } }
      let second = try await explore(trait) { runs.withLock { $0 += 1 } }
      #expect(runs.withLock { $0 } == 2)
      #expect(first.issues.isEmpty)
      #expect(second.issues.isEmpty)
      #expect(second.harmless.isEmpty)
      #if compiler(>=6.2)
        let text = """
          Interleavings cannot be controlled
          The runtime has no hook.
          Each test with `.interleavings` runs once, as an ordinary test.
          """
        #expect(first.harmless.count == 1)
        #expect(first.harmless.first?.contains(text) == true)
      #endif
    }

    @Test("warns once where the engine has failed its trials, and explores orders all the same")
    func whenTheEngineHasFailed_thenTheFirstTestWarns() async throws {
      var trait: InterleavingsTrait = .interleavings(5)
      trait.level.failure = EngineTrials(seesHop: false).failure
      trait.warning = OneTimeWarning { $0.textOfOrders }
      let runs = Locked(0)
      let first = try await explore(trait) {
        runs.withLock { $0 += 1 }
        _ = await takeTurns(3)
      }
      let second = try await explore(trait) {}
      #expect(runs.withLock { $0 } > 1)
      #expect(second.harmless.isEmpty)
      #if compiler(>=6.2)
        let text = """
          Interleavings cannot be controlled in full
          The exact engine was tried, and did not see a hop to an actor.
          Orders are explored only as far as `DeterministicSupport.explanation` says.
          """
        #expect(first.harmless.count == 1)
        #expect(first.harmless.first?.contains(text) == true)
      #endif
    }

    @Test("stops when the test is cancelled")
    func whenTheTestIsCancelled_thenNoFurtherOrderIsTried() async throws {
      let runs = Locked(0)
      let test = try #require(Test.current)
      let testCase = Test.Case.current
      let exploring = Locked<Task<Void, any Error>?>(nil)
      let gate = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in gate.stream {}
        try await InterleavingsTrait.interleavings(50).provideScope(for: test, testCase: testCase) {
          let run = runs.withLock { runs in
            runs += 1
            return runs
          }
          guard run == 3 else { return _ = await takeTurns(3) }
          exploring.withLock { $0 }?.cancel()
          while !Task.isCancelled { await Task.yield() }
          try Task.checkCancellation()
        }
      }
      exploring.withLock { $0 = task }
      gate.continuation.finish()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(runs.withLock { $0 } == 3)
    }

    @Test("reports what it has found when the test is cancelled while it looks for a simpler order")
    func whenTheTestIsCancelledWhileSimplifying_thenTheFailureIsReported() async throws {
      let runs = Locked(0)
      let cancel = Locked<(@Sendable () -> Void)?>(nil)
      let outcome = Locked<Outcome?>(nil)
      let gate = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in gate.stream {}
        let found = try await explore(.interleavings(50)) {
          let run = runs.withLock { runs in
            runs += 1
            return runs
          }
          if run == 2 {
            cancel.withLock { $0 }?()
            while !Task.isCancelled { await Task.yield() }
          }
          #expect(Bool(false))
        }
        outcome.withLock { $0 = found }
      }
      cancel.withLock { $0 = { task.cancel() } }
      gate.continuation.finish()
      try await task.value
      #expect(runs.withLock { $0 } == 2)
      #expect(outcome.withLock { $0?.report }?.hasPrefix("Interleaving 1 of 50 failed") == true)
    }
  }

  @Suite("and its first seed")
  struct Seeds {
    @Test(
      "is read in decimal and hexadecimal",
      arguments: [("42", 42), ("0x2A", 42), ("0X2a", 42)] as [(String, UInt64)]
    )
    func whenTheEnvironmentGivesASeed_thenItIsRead(text: String, seed: UInt64) {
      #expect(InterleavingSeed.parse(text) == seed)
    }

    @Test("is not read from nonsense", arguments: [nil, "", "x", "-1", "0x"])
    func whenTheEnvironmentGivesNoSeed_thenThereIsNone(text: String?) {
      #expect(InterleavingSeed.parse(text) == nil)
    }

    @Test("is written as in code")
    func whenASeedIsTold_thenItIsHexadecimal() {
      #expect(InterleavingSeed.text(of: 42) == "0x2A")
    }
  }
}
