// conventions:ignore-file yielding - the order of tasks that yield is the subject
// conventions:ignore-file count-only - that so many issues were recorded is what is asked

import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("The interleavings trait", .exactOnly)
struct InterleavingsTraitTests {
  @Suite("when no order fails")
  struct Passing {
    @Test("runs the test as often as it is asked to, each time in another order")
    func whenNoOrderFails_thenTheTestRunsThatOften() async throws {
      let orders = Locked<[[Int]]>([])
      let outcome = try await explore(.interleavings(20, seed: 1)) {
        let order = await takeTurns(4)
        orders.withLock { $0.append(order) }
      }
      #expect(outcome.issues.isEmpty)
      #expect(orders.withLock { $0.count } == 20)
      #expect(Set(orders.withLock { $0 }).count > 4)
    }

    @Test("runs the test 200 times without a count")
    func whenNoCountIsGiven_thenTheTestRuns200Times() async throws {
      let runs = Locked(0)
      _ = try await explore(.interleavings) {
        runs.withLock { $0 += 1 }
        _ = await takeTurns(9)
      }
      #expect(runs.withLock(\.self) == 200)
    }

    @Test("runs the test once if it has one order")
    func whenThereIsNoChoice_thenTheTestRunsOnce() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(200)) {
        runs.withLock { $0 += 1 }
        await Task.yield()
      }
      #expect(outcome.issues.isEmpty)
      #expect(runs.withLock(\.self) == 1)
    }

    @Test("runs the test three times if it awaits one task that yields")
    func whenOneTaskIsCreated_thenTheTestRunsThreeTimes() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(200)) {
        runs.withLock { $0 += 1 }
        await start("only") { await Task.yield() }.value
      }
      #expect(outcome.issues.isEmpty)
      #expect(runs.withLock(\.self) == 3)
    }

    @Test(
      "runs each order once if there are few",
      arguments: [.mixed, .random, .pos, .pct()] as [InterleavingStrategy]
    )
    func whenThereAreFewOrders_thenEachRunsOnce(strategy: InterleavingStrategy) async throws {
      let orders = Locked<[[Int]]>([])
      let outcome = try await explore(.interleavings(200, strategy: strategy)) {
        let order = Locked<[Int]>([])
        // The children of a group end in any order, and each end is a step: what is compared is the steps.
        await withTaskGroup(of: Void.self) { group in
          for number in 1...3 { group.addTask { order.withLock { $0.append(number) } } }
        }
        orders.withLock { $0.append(order.withLock { $0 }) }
      }
      #expect(outcome.issues.isEmpty)

      #expect(Set(orders.withLock { $0 }).count == 6)
    }

    @Test(
      "runs the test as often as it is asked to if it has started work outside, which may be over at once",
      .enabled(if: Runtime.seesStartedWork)
    )
    func whenWorkOutsideIsOverAtOnce_thenNoOrderIsTakenForTheLast() async throws {
      let runs = Locked(0)
      _ = try await explore(.interleavings(5, outside: .seconds(30))) {
        runs.withLock { $0 += 1 }
        await withCheckedContinuation { continuation in
          let semaphore = DispatchSemaphore(value: 0)
          DispatchQueue.global().async {
            continuation.resume()
            semaphore.signal()
          }
          semaphore.wait()
        }
      }
      #expect(runs.withLock(\.self) == 5)
    }

    @Test("runs the test as often as it is asked to if something comes from outside")
    func whenSomethingComesFromOutside_thenNoOrderIsTakenForTheLast() async throws {
      let runs = Locked(0)
      _ = try await explore(.interleavings(5, outside: .seconds(30))) {
        runs.withLock { $0 += 1 }
        await withCheckedContinuation { continuation in
          let schedule = Schedule.current
          DispatchQueue.global().async {
            while schedule?.state.withLock(\.isPumping) == true { usleep(1000) }  // sleep-is-the-subject
            continuation.resume()
          }
        }
      }
      #expect(runs.withLock(\.self) == 5)
    }

    @Test(
      "repeats the same orders for the same first seed",
      arguments: [.random, .pct(depth: 2)] as [InterleavingStrategy]
    )
    func whenTheFirstSeedIsTheSame_thenSoAreTheOrders(strategy: InterleavingStrategy) async throws {
      var series: [[[Int]]] = []
      for _ in 0..<2 {
        let orders = Locked<[[Int]]>([])
        _ = try await explore(.interleavings(10, seed: 5, strategy: strategy)) {
          let order = await takeTurns()
          orders.withLock { $0.append(order) }
        }
        series.append(orders.withLock { $0 })
      }
      #expect(series[0] == series[1])
    }

    @Test("gives each run its seed, for test data")
    func whenARunAsks_thenItsSeedIsInForce() async throws {
      let seeds = Locked<[UInt64?]>([])
      _ = try await explore(.interleavings(3, seed: 7)) {
        seeds.withLock { $0.append(CurrentTestSchedule.schedule?.seed) }
      }
      #expect(seeds.withLock { $0 } == [7, 8, 9])
    }

    @Test("passes a known issue on once, and does not fail for it")
    func whenAnIssueIsKnown_thenItIsPassedOnOnce() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(5)) {
        runs.withLock { $0 += 1 }
        _ = await takeTurns(3)
        withKnownIssue { #expect(Bool(false)) }
      }
      #expect(runs.withLock { $0 } == 5)
      #expect(outcome.issues.isEmpty)
      #if compiler(>=6.2)
        #expect(outcome.harmless.count == 1, "\(outcome.harmless)")
      #endif
    }
  }

  @Suite("when an order fails")
  struct Failing {
    @Test("records the issue as it was, and one at the test that tells how to replay it")
    func whenAnOrderFails_thenItsIssueAndTheReplayAreRecorded() async throws {
      let line = Locked(0)
      let outcome = try await explore(.interleavings(200, seed: 0, strategy: .random)) {
        let order = await takeTurns()
        line.withLock { $0 = #line + 1 }
        #expect(order != [2, 2, 1, 1], "they took turns")
      }
      try #require(outcome.issues.count == 2)
      let (issue, report) = (outcome.issues[0], outcome.issues[1])
      #if compiler(>=6.2)
        guard case .expectationFailed = issue.kind else {
          Issue.record("The kind is \(issue.kind)")
          return
        }
        #expect(issue.comments == ["they took turns"])
      #endif
      #expect(issue.sourceLocation?.line == line.withLock { $0 })
      #expect(issue.sourceLocation?.fileID == #fileID)
      #expect(report.sourceLocation == Test.current?.sourceLocation)
      let text = try #require(report.comments.first?.rawValue)
      #expect(text.hasPrefix("Interleaving "))
      #expect(text.contains(" of 200 failed\nReplay it with `.deterministic(seed: 0x"))
    }

    @Test("can be replayed with the line it gives", arguments: [.random, .pct(depth: 3)] as [InterleavingStrategy])
    func whenTheFailingOrderIsReplayed_thenItFailsTheSameWayEveryTime(strategy: InterleavingStrategy) async throws {
      let failing = Locked<[Int]>([])
      let outcome = try await explore(.interleavings(200, seed: 3, strategy: strategy)) {
        let order = await takeTurns(3)
        let isWorst = order == [2, 2, 2, 1, 1, 1]
        if isWorst, failing.withLock({ $0.isEmpty }) { failing.withLock { $0 = order } }
        #expect(!isWorst)
      }
      let replay = try #require(outcome.replay)
      for _ in 0..<20 {
        let again = try await withDeterministicScheduling(seed: replay.seed, strategy: replay.strategy) {
          await takeTurns(3)
        }
        #expect(again == [2, 2, 2, 1, 1, 1])
      }
    }

    @Test("tells the simplest order that fails, with what was recorded where")
    func whenAnOrderFails_thenTheSimplestIsTold() async throws {
      let outcome = try await explore(.interleavings(200, seed: 0, strategy: .random)) {
        let order = await takeTurns()
        #expect(order != [2, 2, 1, 1])
      }
      let report = try #require(outcome.report)
      #expect(report.contains("Simplest interleaving with this failure: "))
      #expect(report.contains("▸"))
      #expect(report.contains("✘ Expectation failed"))
    }

    @Test("says so when the plain order fails too")
    func whenThePlainOrderFails_thenTheReportSaysSo() async throws {
      let outcome = try await explore(.interleavings(200, seed: 0x2A, strategy: .random)) {
        _ = CurrentTestSchedule.schedule?.seed  // so that one order is not all there is
        #expect(Bool(false))
      }
      let report = try #require(outcome.report)
      #expect(report.hasPrefix("Interleaving 1 of 200 failed\nReplay it with `.deterministic(seed: 0x2A)`.\n"))
      #expect(report.contains("All 200 interleavings that ran fail, so task order is probably not the cause."))
    }

    @Test("throws what the test threw, after the report")
    func whenTheBodyThrows_thenTheErrorIsThrown() async throws {
      let outcome = try await explore(.interleavings(200, seed: 0, strategy: .random)) {
        if await takeTurns() == [2, 2, 1, 1] { throw Lost() }
      }
      #expect(outcome.error is Lost)
      #expect(outcome.issues.count == 1)
      #expect(outcome.report?.contains("✘ Caught error: Lost()") == true)
    }

    @Test("fails for an unmet requirement")
    func whenARequirementIsNotMet_thenItIsRecorded() async throws {
      let outcome = try await explore(.interleavings(200, seed: 0, strategy: .random)) {
        try #require(await takeTurns() != [2, 2, 1, 1])
      }
      #expect(outcome.issues.count == 2)
      #expect(outcome.error != nil)
    }

    @Test("fails for a wait that never ends, with the order that led to it")
    func whenARunStalls_thenThatIsTheFailure() async throws {
      let outcome = try await explore(.interleavings(200, seed: 0, strategy: .random, outside: .milliseconds(10))) {
        guard await takeTurns() == [2, 2, 1, 1] else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        continuation.finish()
      }
      #expect(outcome.issues.count == 1)
      #expect(outcome.report?.hasPrefix("No task in this test can make progress\n") == true)
      #expect(outcome.report?.contains("▸") == true)
    }

    @Test("tells of work that is not under control")
    func whenTheReplayTakesOtherSteps_thenTheReportSaysWhere() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(10, seed: 0)) {
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        if run == 2 { await start("extra") {}.value }
        #expect(Bool(false))
      }
      let report = try #require(outcome.report)
      #expect(report.contains("The test is not reproducible: its replay diverged at step "))
      #expect(report.contains(" of 10 failed\nIt ran as `.deterministic(seed: 0x"), "\(report)")
      #expect(report.contains("\nThe failing interleaving, in "), "\(report)")
      #expect(!report.contains("Simplest") && !report.contains("Replay it"), "\(report)")
      #expect(runs.withLock { $0 } == 2)
    }

    @Test("can be replayed if a piece of the test has a schedule of its own")
    func whenTestHasNestedSchedule_thenItsStepsAreTheSame() async throws {
      for _ in 0..<20 {
        let outcome = try await explore(.interleavings(5, seed: 0)) {
          let value = try await withDeterministicScheduling {
            await Task.yield()
            return 1
          }
          #expect(value == 2)
        }
        let report = try #require(outcome.report)
        #expect(!report.contains("not reproducible"), "\(report)")
      }
    }

    @Test("tells when the same order does not fail again")
    func whenTheReplayPasses_thenTheReportSaysSo() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(10, seed: 0)) {
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        #expect(run != 1)
      }
      #expect(outcome.issues.count == 2)
      let text = "The test is not reproducible: its replay passed\nBoth runs took the same steps."
      #expect(outcome.report?.contains(text) == true)
    }

    #if compiler(>=6.3)
      @Test("knows the issues of its own detached tasks and of work that it starts, and of no others")
      func whenIssuesAreRecordedOutsideOfTests_thenOnlyItsOwnAreSeen() async throws {
        let test = try #require(Test.current)
        let seen = Locked<[Comment]>([])
        let catcher = IssueCatcher { issue in
          seen.withLock { $0 += issue.comments }
          return false
        }
        await catcher.run(for: test, testCase: Test.Case.current) {
          await Task.detached { _ = Issue.record("of another test, a warning only", severity: .warning) }.value
          try await withDeterministicScheduling {
            await Task.detached { _ = Issue.record("of another order, a warning only", severity: .warning) }.value
            catcher.watch(Schedule.current)
            await Task.detached { _ = Issue.record("its own, a warning only", severity: .warning) }.value
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async {
                Issue.record("of its queue, a warning only", severity: .warning)
                continuation.resume()
              }
            }
          }
        }
        let isQueueSeen = Runtime.seesStartedWork
        let expected: [Comment] = ["its own, a warning only", "of its queue, a warning only"]
        #expect(seen.withLock { $0 } == (isQueueSeen ? expected : [expected[0]]))
      }

      @Test("records an issue again, and no other one that comes meanwhile")
      func whenOtherIssuesComeMeanwhile_thenOnlyOneIsRecordedAgain() async throws {
        let test = try #require(Test.current)
        let (first, seen) = (IssueCatcher(), Locked<[Comment]>([]))
        await first.run(for: test, testCase: Test.Case.current) { Issue.record("again") }
        let issue = try #require(first.caught.first?.issue)
        let (isOver, calls) = (Locked(false), Locked(0))
        Thread.detachNewThread {
          for _ in 0..<2 {
            usleep(2000)  // sleep-is-the-subject
            Issue.record("of no test, a warning only", severity: .warning)
          }
          isOver.withLock { $0 = true }
        }
        let catcher: IssueHandlingTrait = .compactMapIssues { issue in
          seen.withLock { $0 += issue.comments }
          return nil
        }
        try await catcher.provideScope(for: test, testCase: Test.Case.current) {
          while !isOver.withLock({ $0 }) {
            calls.withLock { $0 += 1 }
            await issue.recordAgain(for: test, testCase: Test.Case.current)
          }
        }
        #expect(seen.withLock { $0.count { $0 == "again" } } == calls.withLock { $0 })
      }
    #endif

    @Test("lets issues through that come when a run is over")
    func whenATaskOutlivesItsRun_thenItsIssueIsNotLost() async throws {
      let test = try #require(Test.current)
      let catcher = IssueCatcher()
      let late = IssueCatcher()
      let gate = AsyncStream.makeStream(of: Void.self)
      await late.run(for: test, testCase: Test.Case.current) {
        let task = Locked<Task<Void, Never>?>(nil)
        await catcher.run(for: test, testCase: Test.Case.current) {
          task.withLock {
            $0 = Task {
              for await _ in gate.stream {}
              Issue.record("late")
            }
          }
        }
        gate.continuation.finish()
        await task.withLock { $0 }?.value
      }
      #expect(catcher.caught.isEmpty)
      #expect(late.caught.count == 1)
    }
  }
}
