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
          interleaving 1 of 10 failed; replay with .deterministic(seed: 0x1)
          It fails in plain first-in, first-out order too, and in all 10 orders that have run: the order of its tasks is not \
          what makes it fail. The 1 step:
               1  the test  begins
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
          interleaving 4 of 10 failed; replay with .deterministic(seed: 0x4)
          It fails in plain first-in, first-out order too, and in 7 of 10 orders. Either the order matters all the same, or \
          something else differs from run to run: state that outlives a run, real time, or random values, also those that follow \
          the seed. The 1 step:
               1  the test  begins
                  ✘ Expectation failed: (run → 6) < 4
          """
      )
    }

    @Test("tells of values that follow the seed, if the orders before have passed")
    func whenValuesFollowTheSeed_thenTheReportHintsAtThem() async throws {
      let outcome = try await explore(.interleavings(10, seed: 6, strategy: .random)) {
        #expect(CurrentTestSchedule.schedule?.seed != 7)
      }
      let report = try #require(outcome.report)
      #expect(report.contains("\nIt fails in plain first-in, first-out order too, and in 1 of 10 orders. "))
      #expect(!report.contains("is not what makes it fail"))
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
      #expect(text.contains("\nIt fails in plain first-in, first-out order too, and in \(failed) of 200 orders. "))
      #expect(!text.contains("is not what makes it fail"))
    }

    @Test("does not judge by a single order")
    func whenOnlyOneOrderIsTried_thenTheReportSaysSo() async throws {
      let outcome = try await explore(.interleavings(1, seed: 1)) {
        _ = CurrentTestSchedule.schedule?.seed  // so that one order is not all there is
        #expect(Bool(false))
      }
      #expect(outcome.report?.contains("first-out order too; no other order has run. The 1 step:") == true)
    }

    @Test("says that there is no other order, if there is none")
    func whenTheTestHasOneOrder_thenTheReportSaysSo() async throws {
      let outcome = try await explore(.interleavings(200)) { #expect(Bool(false)) }
      #expect(outcome.report?.contains("first-out order too; the test has no other. The 1 step:") == true)
    }

    @Test("does not say that the order is not the cause, if it is")
    func whenTheOrderDecides_thenTheReportDoesNotDenyIt() throws {
      let report = try #require(report(of: .fork(1, 1)) { $0.map(\.task) == [0, 1, 2] })
      #expect(!report.hasPrefix("interleaving 1 of 200"))
      #expect(report.contains("\nIt fails in plain first-in, first-out order too, and in "))
      #expect(!report.contains("is not what makes it fail"))
    }

    private func report(of program: ToyProgram, failingWhen condition: ([TaskStep]) -> Bool) -> String? {
      let random = (UInt64(0)...).first { !condition(program.run(RandomStrategy(seed: $0)).turns) }
      var search = InterleavingSearch(count: 200, firstSeed: random ?? 0, strategy: .random)
      while let order = search.order { search.record(program.run(order, failingWhen: condition)) }
      return search.finding.map { InterleavingReport($0, count: 200).text }
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
             1  the test  begins
                ✘ The carts differ:
                ✘ Expectation failed: Bool(false), the till
        """
      )
    )
    #expect(outcome.issues.first?.comments == ["\nThe carts differ:\n- tea\n+ coffee"])
  }
}
