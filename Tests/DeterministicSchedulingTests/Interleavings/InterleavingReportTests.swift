// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("The report of a failing interleaving")
struct InterleavingReportTests {
  @Suite("when the plain order fails too", .exactOnly)
  struct PlainOrderFails {
    @Test("says that the order is not the cause, if no order has passed")
    func whenNoOrderHasPassed_thenTheOrderIsNotTheCause() async throws {
      let outcome = try await explore(.interleavings(10, seed: 1, strategy: .random)) {
        _ = CurrentTestSchedule.schedule?.seed  // so that one order is not all there is
        #expect(Bool(false))
      }
      #expect(
        outcome.report == """
          Interleaving 1 of 10 failed
          Replay it with `.deterministic(seed: 0x1)`.
          The test also fails in FIFO order
          All 10 interleavings that ran fail, so task order is probably not the cause. The 1 step:
               1  test body  starts
                  ✘ Expectation failed: Bool(false)
          """
      )
    }

    @Test("tells of what may differ from run to run, if the orders before have passed")
    func whenStateOutlivesARun_thenTheReportHintsAtIt() async throws {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(10, seed: 1, strategy: .random)) {
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        _ = CurrentTestSchedule.schedule?.seed  // so that one order is not all there is
        #expect(run < 4)
      }
      #expect(
        outcome.report == """
          Interleaving 4 of 10 failed
          Replay it with `.deterministic(seed: 0x4)`.
          The test also fails in FIFO order
          7 of 10 interleavings fail: either order matters, or something differs between runs.
          Look for state that outlives a run, real time, and random values, seeded ones included. The 1 step:
               1  test body  starts
                  ✘ Expectation failed: (run → 13) < 4
          """
      )
    }

    @Test("tells of values that follow the seed, if the orders before have passed")
    func whenValuesFollowTheSeed_thenTheReportHintsAtThem() async throws {
      let outcome = try await explore(.interleavings(10, seed: 6, strategy: .random)) {
        #expect(CurrentTestSchedule.schedule?.seed != 7)
      }
      let report = try #require(outcome.report)
      #expect(report.contains("\nThe test also fails in FIFO order\n1 of 10 interleavings fails: "))
      #expect(!report.contains("not the cause"))
    }

    @Test("says in how many orders it fails, if the first of them does and most pass")
    func whenMostOrdersPass_thenTheReportSaysHowManyFail() throws {
      let program = ToyProgram.fork(1, 1, 1)
      let fails: ([TaskStep]) -> Bool = { $0.map(\.task) == [0, 1, 2, 3] }
      let seed = try #require((UInt64(0)...).first { fails(program.run(RandomStrategy(seed: $0)).turns) })
      var search = InterleavingSearch(count: 200, firstSeed: seed, strategy: .random)
      while let order = search.order { search.record(program.run(order, failingWhen: fails)) }
      let finding = try #require(search.finding)
      let failed = (seed..<seed + 200).count { fails(program.run(RandomStrategy(seed: $0)).turns) }
      #expect((finding.number, finding.drawn, finding.failed) == (1, 200, failed))
      #expect(failed < 100)
      let text = InterleavingReport(finding, count: 200).text
      #expect(text.contains("\nThe test also fails in FIFO order\n\(failed) of 200 interleavings fail: "))
      #expect(!text.contains("not the cause"))
    }

    @Test("does not judge by a single order")
    func whenOnlyOneOrderIsTried_thenTheReportSaysSo() async throws {
      let outcome = try await explore(.interleavings(1, seed: 1)) {
        _ = CurrentTestSchedule.schedule?.seed  // so that one order is not all there is
        #expect(Bool(false))
      }
      #expect(outcome.report?.contains("also fails in FIFO order\nNo other interleaving ran. The 1 step:") == true)
    }

    @Test("says that there is no other order, if there is none")
    func whenTheTestHasOneOrder_thenTheReportSaysSo() async throws {
      let outcome = try await explore(.interleavings(200)) { #expect(Bool(false)) }
      #expect(
        outcome.report?.contains("also fails in FIFO order\nThe test has no other interleaving. The 1 step:") == true
      )
    }

    @Test("does not say that the order is not the cause, if it is")
    func whenTheOrderDecides_thenTheReportDoesNotDenyIt() throws {
      let report = try #require(report(of: .fork(1, 1)) { $0.map(\.task) == [0, 1, 2] })
      #expect(!report.hasPrefix("Interleaving 1 of 200"))
      #expect(report.contains("\nThe test also fails in FIFO order\n"))
      #expect(!report.contains("not the cause"))
    }

    @Test("says that the order is not the cause for sure only if every order has run")
    func whenEveryOrderHasRun_thenTheOrderIsNotTheCause() throws {
      var search = InterleavingSearch(count: 200, firstSeed: 1, strategy: .random)
      while let order = search.order {
        search.record(ToyProgram.fork(1, 1).run(order, avoiding: search.seenOrders) { _ in true })
      }
      let report = InterleavingReport(try #require(search.finding), count: 200).text
      #expect(report.contains(" interleavings that ran fail, so task order is not the cause. "))
    }

    @Test("does not judge by orders that vary only in part")
    func whenTheRuntimeHasHooksOnly_thenTheOrderMayBeTheCause() throws {
      let report = try #require(report(of: .fork(1, 1), hooks: HookFindings(seesYield: false)) { _ in true })
      #expect(
        report.contains(
          " interleavings that ran fail, but they vary only part of the task order, which may still be the cause. "
        )
      )
      #expect(report.contains("\nSupport is `ordered`: the orders did not vary hops to idle actors, nor yields"))
    }

    private func report(
      of program: ToyProgram,
      hooks: HookFindings? = nil,
      failingWhen condition: ([TaskStep]) -> Bool
    ) -> String? {
      let random = (UInt64(0)..<1000).first { !condition(program.run(RandomStrategy(seed: $0)).turns) }
      var search = InterleavingSearch(count: 200, firstSeed: random ?? 0, strategy: .random)
      while let order = search.order { search.record(program.run(order, failingWhen: condition)) }
      return search.finding.map { InterleavingReport($0, count: 200, hooks: hooks).text }
    }
  }

  @Test("has one line for each issue, the first that says something", .exactOnly)
  func whenAnIssueHasSeveralLines_thenTheTraceHasTheFirst() async throws {
    let outcome = try await explore(.interleavings(10, seed: 1, strategy: .random)) {
      Issue.record("\nThe carts differ:\n- tea\n+ coffee")
      #expect(Bool(false), "the till\nis open")
    }
    let report = try #require(outcome.report)
    #expect(
      report.hasSuffix(
        """
             1  test body  starts
                ✘ The carts differ:
                ✘ Expectation failed: Bool(false), the till
        """
      )
    )
    #expect(outcome.issues.first?.comments == ["\nThe carts differ:\n- tea\n+ coffee"])
  }
}
