import Foundation
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Expecting something to come about")
struct EventuallyTests {
  @Suite("A condition")
  struct Condition {
    @Test("When a condition is true at once then it is checked once")
    func whenConditionIsTrueAtOnce_thenItIsCheckedOnce() async {
      var checks = 0
      await expectEventually {
        checks += 1
        return true
      }
      #expect(checks == 1)
    }

    @Test("When a condition becomes true in a task of its own then the test passes")
    func whenConditionBecomesTrue_thenTestPasses() async {
      let counter = Counter()
      Task.detached { for _ in 0..<1_000 { await counter.increase() } }
      await expectEventually { await counter.value == 1_000 }
    }

    @Test("When a condition stays false then the test fails and tells how often it was checked")
    func whenConditionStaysFalse_thenTestFails() async {
      var checks = 0
      let issues = await recordedIssues {
        await expectEventually("it loads", within: .milliseconds(5)) {
          checks += 1
          return false
        }
      }
      let text = """
        it loads
        The condition never became true
        Checked \(checks) times.
        Timed out after 5 milliseconds.
        """
      #expect(issues.map(\.text) == [text])
      #expect(issues.first?.sourceLocation?.line == #line - 12)
      #expect(checks > 60)
    }

    @Test("When a condition throws then the error is reported only if it was the last")
    func whenConditionThrows_thenLastErrorIsReported() async {
      let text = """
        The condition never became true
        Checked once. The last check threw Oops(number: 1).
        Timed out after 0 seconds.
        """
      await expectOneIssue(text) {
        await expectEventually(within: .zero) { throw Oops(number: 1) }
      }
      var checks = 0
      let issues = await recordedIssues {
        await expectEventually(within: .milliseconds(1)) {
          checks += 1
          if checks < 5 { throw Oops(number: checks) }
          return false
        }
      }
      #expect(issues.first?.text.contains("\nChecked \(checks) times.\nTimed out after 1 millisecond.") == true)
    }

    @Test("When an error describes itself with several lines, or with none, then it is reported on one")
    func whenErrorHasSeveralLines_thenItIsReportedOnOne() async {
      let opening = "The condition never became true\nChecked once. The last check threw "
      await expectOneIssue(opening + "no\\nnetwork.\nTimed out after 0 seconds.") {
        await expectEventually(within: .zero) { throw Wordy(description: "no\nnetwork") }
      }
      await expectOneIssue(opening + "Wordy(description: \"\").\nTimed out after 0 seconds.") {
        await expectEventually(within: .zero) { throw Wordy(description: "") }
      }
    }

    @Test("When a condition throws at first and is true later then the test passes")
    func whenConditionThrowsAtFirst_thenTestPasses() async {
      var checks = 0
      await expectEventually {
        checks += 1
        if checks < 3 { throw Oops(number: checks) }
        return true
      }
      #expect(checks == 3)
    }

    @Test("When no limit is given then the limit of waits counts")
    func whenNoLimitIsGiven_thenLimitOfWaitsCounts() async {
      let issues = await recordedIssues {
        await withWaitLimit(.milliseconds(3)) { await expectEventually { false } }
      }
      #expect(issues.first?.comments.first?.rawValue.hasSuffix("Timed out after 3 milliseconds.") == true)
    }

    @Test("When the limit is zero then the condition is checked just once")
    func whenLimitIsZero_thenConditionIsCheckedOnce() async {
      await expectEventually(within: .zero) { true }
      await expectOneIssue("The condition never became true\nChecked once.\nTimed out after 0 seconds.") {
        await expectEventually(within: .zero) { false }
      }
    }

    @Test("When the limit is negative then nothing is checked and the test fails")
    func whenLimitIsNegative_thenTestFails() async {
      var checks = 0
      await expectOneIssue("why\n`within:` must not be negative, but is -2 seconds\nNothing was checked.") {
        await expectEventually("why", within: .seconds(-2)) {
          checks += 1
          return true
        }
      }
      #expect(checks == 0)
    }

    @Test("When the task is cancelled then a true condition passes and a false one fails without waiting")
    func whenTaskIsCancelled_thenFalseConditionFails() async {
      let issues = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await recordedIssues {
          await expectEventually { true }
          await expectEventually { false }
        }
      }.value
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(issues.count == 1)
      #expect(
        text.hasPrefix("The condition never became true\nChecked 2 times.\nThe waiting task was cancelled after ")
      )
    }

    @Test("When the task is cancelled during a pause then the wait ends")
    func whenTaskIsCancelledDuringPause_thenWaitEnds() async {
      let checks = Locked(0)
      let waiting = Task {
        await recordedIssues {
          await expectEventually(within: .seconds(600)) {
            checks.withLock { $0 += 1 }
            return false
          }
        }
      }
      await expectEventually { checks.withLock { $0 } > 52 }
      waiting.cancel()
      let issues = await waiting.value
      #expect(issues.first?.comments.first?.rawValue.contains("\nThe waiting task was cancelled after ") == true)
    }

    @Test("When the caller is on the main actor then so is the condition")
    @MainActor
    func whenCallerIsOnMainActor_thenConditionIsToo() async {
      var isLoaded = false
      Task { isLoaded = true }
      await expectEventually {
        MainActor.assertIsolated()
        return isLoaded
      }
    }

    @Test("When the caller is on an actor then so is the condition")
    func whenCallerIsOnActor_thenConditionIsToo() async {
      await Counter().expectItselfToIncrease()
    }
  }

  @Suite("A value")
  struct Value {
    @Test("When a value becomes equal then the test passes")
    func whenValueBecomesEqual_thenTestPasses() async {
      let counter = Counter()
      Task.detached { for _ in 0..<10 { await counter.increase() } }
      await expectEventually(equals: 10) { await counter.value }
    }

    @Test("When a value stays different then the test fails with the values that were seen")
    func whenValueStaysDifferent_thenTestFails() async {
      var checks = 0
      let issues = await recordedIssues {
        await expectEventually("count", equals: 100, within: .milliseconds(1)) {
          checks += 1
          return min(checks / 3, 8)
        }
      }
      let text =
        """
        count
        The value never became 100
        Checked \(checks) times. Seen: … 4 more, 4, 5, 6, 7, 8.
        Timed out after 1 millisecond.
        """
      #expect(issues.map(\.comments) == [[Comment(rawValue: text)]])
      #expect(issues.first?.sourceLocation?.line == #line - 13)
    }

    @Test("When a large value stays different then the test fails with what differs in the last one")
    func whenLargeValueStaysDifferent_thenDifferenceIsTold() async {
      let text = """
        The value never became [1, 2, 3]
        Checked once. Seen: [1, 5, 3].
        In the last one, 1 difference (- expected, + actual):
        [1]:
          - 2
          + 5
        Timed out after 0 seconds.
        """
      await expectOneIssue(text) {
        await expectEventually(equals: [1, 2, 3], within: .zero) { [1, 5, 3] }
      }
    }

    @Test("When values are long or look alike then the text is bounded and says what differs")
    func whenValuesAreLongOrLookAlike_thenDifferenceIsTold() async {
      let issues = await recordedIssues {
        let text = String(repeating: "word ", count: 5000)
        await expectEventually(equals: text + "a", within: .zero) { text + "b" }
        let moment = Date(timeIntervalSinceReferenceDate: 0)
        await expectEventually(equals: moment, within: .zero) { moment + 0.25 }
      }
      #expect(issues.allSatisfy { $0.text.count < 1_000 && $0.text.contains("In the last one, 1 difference") })
      #expect(issues.first?.text.contains("word b\"") == true)
      #expect(issues.last?.text.contains("both are 2001-01-01 00:00:00 +0000, 250 milliseconds apart") == true)
    }

    @Test("When there never was a value then the error is reported")
    func whenThereNeverWasValue_thenErrorIsReported() async {
      let text = """
        The value never became 1
        Checked once. The last check threw Oops(number: 2).
        Timed out after 0 seconds.
        """
      await expectOneIssue(text) {
        await expectEventually(equals: 1, within: .zero) { throw Oops(number: 2) }
      }
    }

    @Test("When the limit is negative then the test fails")
    func whenLimitIsNegative_thenTestFails() async {
      await expectOneIssue("`within:` must not be negative, but is -1 seconds\nNothing was checked.") {
        await expectEventually(equals: 1, within: .seconds(-1)) { 1 }
      }
    }
  }

  @Suite("A required value")
  struct Required {
    @Test("When a value comes then it is handed over")
    func whenValueComes_thenItIsHandedOver() async throws {
      let counter = Counter()
      Task.detached { await counter.increase() }
      let value = try await requireEventually { await counter.value == 0 ? nil : "\(counter.value)" }
      #expect(value == "1")
    }

    @Test("When no value comes then the test fails once and ends")
    func whenNoValueComes_thenTestEnds() async {
      var isReached = false
      let issues = await recordedIssues {
        _ = try await requireEventually("the alert", within: .zero) { nil as Int? }
        isReached = true
      }
      #expect(issues.map(\.comments) == [["the alert\nNo value arrived\nChecked once.\nTimed out after 0 seconds."]])
      #expect(issues.first?.sourceLocation?.line == #line - 4)
      #expect(!isReached)
    }

    @Test("When the limit is negative then the test fails once and ends")
    func whenLimitIsNegative_thenTestEnds() async {
      let issues = await recordedIssues {
        _ = try await requireEventually(within: .seconds(-1)) { 1 }
      }
      let text = "`within:` must not be negative, but is -1 seconds\nNothing was checked."
      #expect(issues.map(\.comments) == [[Comment(rawValue: text)]])
      #expect(issues.first?.sourceLocation?.line == #line - 4)
    }
  }
}

private struct Oops: Error {
  var number: Int
}

private actor Counter {
  private(set) var value = 0

  func increase() { value += 1 }

  func expectItselfToIncrease() async {
    Task { self.increase() }
    await expectEventually {
      assertIsolated()
      return value == 1
    }
  }
}
