import DeterministicScheduling
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Properties that would check little or nothing")
struct VacuousPropertyTests {
  @Suite("Assumptions")
  struct Assumptions {
    @Test("When an assumption is not met then another trial is drawn")
    func whenAssumptionIsNotMet_thenAnotherTrialIsDrawn() async {
      var (checked, discarded) = (0, 0)
      await expectAll(trials: 100) { (number: Int) in
        if number % 2 != 0 { discarded += 1 }
        try assume(number % 2 == 0)
        checked += 1
        #expect(number % 2 == 0)
      }
      #expect(checked == 100)
      #expect(discarded > 0)
    }

    @Test("When the error of an assumption is caught by the property then the trial is discarded all the same")
    func whenErrorOfAssumptionIsCaught_thenTrialIsDiscarded() async {
      let issues = await recordedIssues {
        await expectAll(trials: 10) { (_: Int) in try? assume(Bool(false)) }
      }
      #expect(issues.first?.text.hasPrefix("Only 0 of 10 trials met the property's assumptions") == true)
    }

    @Test("When too many trials are discarded then the property fails, at the line of the call")
    func whenTooManyTrialsAreDiscarded_thenPropertyFails() async {
      let issues = await recordedIssues {
        await expectAll("Rare", trials: 20) { (number: Int) in
          try assume(number == 1_234_567_890)
          Issue.record("not reached")
        }
      }
      #expect(
        issues.map(\.text) == [
          "Rare\nOnly 0 of 20 trials met the property's assumptions\n200 trials were discarded.\n"
            + "Draw values that meet the assumptions."
        ]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 11)
    }

    @Test("When a trial fails before its assumption then it fails the property")
    func whenTrialFailsBeforeAssumption_thenItFailsProperty() async {
      let issues = await recordedIssues {
        await expectAll { (number: Int) in
          if number > 41 { Issue.record("large") }
          try assume(number < 0)
        }
      }
      #expect(issues.first?.text == "large")
      #expect(issues.last?.text.contains("Int → 42\n") == true)
    }

    @Test(
      "When smaller inputs do not meet the assumption then the smallest that does is found",
      arguments: 0..<10 as Range<UInt64>
    )
    func whenSmallerInputsDoNotMeetAssumption_thenSmallestThatDoesIsFound(seed: UInt64) async {
      let issues = await recordedIssues {
        await withSeed(seed) {
          await expectAll { (number: Int) in
            try assume(number % 3 == 0)
            #expect(number < 100)
          }
        }
      }
      #expect(issues.last?.text.contains("Int → 102\n") == true)
    }

    @Test("When a replayed input does not meet the assumption then that is reported")
    func whenReplayedInputDoesNotMeetAssumption_thenThatIsReported() async {
      let issues = await recordedIssues {
        await expectAll(replaying: "5j") { (number: Int) in try assume(number < 0) }
      }
      #expect(
        issues.map(\.text) == [
          "The replayed input does not meet the property's assumptions\nNothing was checked.\nRemove `replaying: \"5j\"`."
        ]
      )
    }

    @Test("When a function of properties is called outside of one then an issue at its line says so")
    func whenFunctionOfPropertiesIsCalledOutside_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        try assume(true)
        classify("a", true)
        cover(5, "b", true)
        try assume(Bool(false))
      }
      #expect(
        issues.map { $0.text.split(separator: "\n").first } == [
          "`classify` requires a property", "`cover` requires a property", "`assume` requires a property", nil,
        ]
      )
      #expect(issues.prefix(3).map(\.sourceLocation?.line) == [#line - 9, #line - 8, #line - 7])
    }
  }

  @Suite("Classes")
  struct Classes {
    @Test("When a class has its share then the property holds")
    func whenClassHasItsShare_thenPropertyHolds() async {
      let issues = await recordedIssues {
        await expectAll { (numbers: [Int]) in
          classify("long", numbers.count > 10)
          cover(5, "empty", numbers.isEmpty)
          cover(0, "never", false)
          cover(100, "always", true)
        }
      }
      #expect(issues.map(\.text) == [])
    }

    @Test("When a class misses its share then the property fails with the shares of all classes")
    func whenClassMissesItsShare_thenPropertyFailsWithShares() async {
      let issues = await recordedIssues {
        await expectAll("Numbers") { (number: Int) in
          classify("all", true)
          classify("none", false)
          cover(95, "even", number.isMultiple(of: 2))
        }
      }
      let lines = issues.first?.text.split(separator: "\n").map(String.init) ?? []
      #expect(issues.count == 1)
      #expect(lines.prefix(3) == ["Numbers", "Too few trials were \"even\"", "Trials by class:"])
      #expect(lines.dropFirst(3).first?.hasPrefix("  all    100 % (") == true)
      #expect(lines.dropFirst(4).first?.contains("at least 95 % required)") == true)
      #expect(lines.dropFirst(5).first?.hasPrefix("  none     0 % (0 of ") == true)
      #expect(issues.first?.sourceLocation?.line == #line - 12)
    }

    @Test("When a share is missed by chance then more trials are run")
    func whenShareIsMissedByChance_thenMoreTrialsAreRun() async {
      var count = 0
      await expectAll(trials: 10) {
        count += 1
        cover(50, "late", count > 8)
      }
      #expect((11...100).contains(count))
    }

    @Test("When a share is no percentage then an issue says so", arguments: [-1, 100.5, .nan])
    func whenShareIsNoPercentage_thenIssueSaysSo(share: Double) async {
      let issues = await recordedIssues { cover(share, "odd", true) }
      #expect(
        issues.map(\.text) == ["`cover` requires a percentage from 0 to 100, not \(share)\n\"odd\" is not checked."]
      )
    }
  }

  #if compiler(>=6.3)
    @Suite("Warnings")
    struct Warnings {
      @Test("When a trial takes very long then a warning says so")
      func whenTrialTakesVeryLong_thenWarningSaysSo() async {
        let issues = await recordedIssues {
          await WaitLimit.withValue(.zero) { await expectAll { (_: Int) in } }
        }
        #expect(issues.map(\.isFailure) == [false])
        #expect(issues.first?.text.hasPrefix("A trial took ") == true)
        #expect(
          issues.first?.text.hasSuffix("\nAll 100 trials may take very long.\nLower `trials:`, or draw smaller values.")
            == true
        )
      }

      @Test("When a trial makes very many choices then a warning says so")
      func whenTrialMakesVeryManyChoices_thenWarningSaysSo() async {
        let issues = await recordedIssues {
          // Not for the time that this takes on a busy machine.
          await WaitLimit.withValue(.seconds(600)) {
            await expectAll(trials: 2) { for _ in 0..<20_001 { _ = anyBool() } }
          }
        }
        #expect(issues.map(\.isFailure) == [false])
        #expect(issues.first?.text.hasPrefix("A trial made 20001 random choices\n") == true)
      }

      @Test("When trials record warnings then each goes on to the test once, and fails nothing")
      func whenTrialsRecordWarnings_thenEachGoesOnOnce() async {
        let issues = await recordedIssues {
          await expectAll { (number: Int) in Issue.record("odd", severity: .warning) }
        }
        #expect(issues.map(\.text) == ["odd"])
        #expect(issues.map(\.isFailure) == [false])
      }

      @Test("When a trial cancels the test then it is cancelled, as it would be outside")
      func whenTrialCancelsTest_thenItIsCancelled() async {
        var trials = 0
        await expectAll { (_: Int) in
          trials += 1
          if trials == 3 { try Test.cancel("enough") }
        }
        #expect(trials == 3)
        #expect(Task.isCancelled)
      }
    }
  #endif

  @Suite("Late issues")
  struct LateIssues {
    @Test(
      "When a task of a trial records an issue after it then the trial fails, in a deterministic test",
      .exactOnly,
      .deterministic
    )
    func whenTaskOfTrialRecordsAfterIt_thenTrialFails() async {
      let issues = await recordedIssues {
        await expectAll { (number: Int) in
          if number > 41 { Task { Issue.record("late") } }
        }
      }
      #expect(issues.map(\.text).contains { $0.contains("Int → 42\n") })
    }
  }

  @Suite("Smaller inputs")
  struct SmallerInputs {
    @Test("When the limit of attempts is reached then the report says so")
    func whenLimitOfAttemptsIsReached_thenReportSaysSo() async {
      let issues = await recordedIssues {
        await expectAll(shrinkAttempts: 3) { (numbers: [Int]) in #expect(numbers.count < 4) }
        await expectAll(shrinkAttempts: 0) { (number: Int) in Issue.record("\(number)") }
      }
      let texts = issues.map(\.text).filter { $0.hasPrefix("The property failed in trial ") }
      #expect(texts.first?.contains("\nSmallest failing input, found in 3 attempts:\n") == true)
      #expect(texts.last?.contains("\nSmallest failing input, found in 0 attempts:\n") == true)
      let advice = "\nA smaller input may fail.\nRaise `shrinkAttempts:` to look for it."
      #expect(texts.map { $0.hasSuffix(advice) } == [true, true])
    }

    @Test("When the limit is negative then an issue says so")
    func whenLimitIsNegative_thenIssueSaysSo() async {
      let issues = await recordedIssues { await expectAll(shrinkAttempts: -1) { (_: Int) in } }
      #expect(issues.map(\.text) == ["`shrinkAttempts` must not be negative, but is -1\nNothing was checked."])
    }
  }
}
