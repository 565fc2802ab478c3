import DeterministicScheduling
import Testing
import TestingSupportCore

@testable import LinearizabilityTesting

@Suite("Linearizability", .exactOnly)
struct ExpectLinearizableTests {
  @Test("When calls overlap in a counter then the smallest scenario is reported", arguments: 0..<3 as Range<UInt64>)
  func whenCallsOverlapInCounter_thenSmallestScenarioIsReported(seed: UInt64) async {
    let issues = await capturingIssues { await withSeed(seed) { await checkCounter("The counter:") } }

    #expect(issues.count == 1)
    #expect(
      issues.first?.textWithoutNumbers == """
        The counter:
        No sequential order of the calls explains their results
        Who called what, the result, and when the call began and returned:
          task 1  counter.increment()  → 1  #–#
          task 2  counter.increment()  → 1  #–#
        The sequential order that comes closest, and what the model returns:
          task #  counter.increment()  → 1
          task #  counter.increment()  → 2, not 1
        Simplest failing interleaving, in # steps (▸ differs from FIFO):
        …
        Scenario # of 100 failed first, in order # of 10. This is the smallest of # tried.
        Replay it with `expectLinearizable(replaying: "#")`.
        """
    )
  }

  @Test("When a scenario fails then the issue is at the caller's line")
  func whenScenarioFails_thenIssueIsAtCallersLine() async {
    let line = #line + 2
    let issues = await capturingIssues {
      await expectLinearizable(system: { PlantedCounter(version: .faulty) }, model: { 0 }, operations: [.increment])
    }

    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(issues.map(\.sourceLocation?.fileID) == [#fileID])
  }

  @Test("When tasks have names then the story calls them as the table does")
  func whenTasksHaveNames_thenStoryCallsThemAsTableDoes() async throws {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let issues = await capturingIssues { await checkCounter() }

    let text = try #require(issues.first?.text)
    #expect(text.contains("\"task 1\""))
    #expect(text.contains("\"task 2\""))
  }

  @Test("When there is no test around the code then it is checked all the same")
  func whenThereIsNoTestAroundCode_thenItIsCheckedAllTheSame() async {
    // As in an XCTest: a detached task has left the test that started it.
    let issues = await Task.detached { await capturingIssues { await checkCounter() } }.value

    #expect(issues.map { $0.text.hasPrefix("No sequential order of the calls explains their results\n") } == [true])
  }

  @Test("When calls return what the model does then nothing fails")
  func whenCallsReturnWhatModelDoes_thenNothingFails() async {
    await expectLinearizable(
      scenarios: 20,
      system: { PlantedCounter(version: .corrected) },
      model: { 0 },
      operations: [.increment]
    )
  }

  @Test("When a call never returns then the issue says which one")
  func whenCallNeverReturns_thenIssueSaysWhichOne() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { Never() },
        model: { 0 },
        operations: [
          ModelOperation("never.comes()") { (never: Never) in
            await never.comes()
          } model: { (_: inout Int) in
          }
        ]
      )
    }

    #expect(
      issues.map(\.textWithoutNumbers) == [
        """
        A call never returned
        Who called what, the result, and when the call began and returned:
          test  never.comes()  → never returns  #–
        Simplest failing interleaving, in # steps (▸ differs from FIFO):
        …
        Scenario # of 100 failed first, in order # of 10. This is the smallest of # tried.
        Replay it with `expectLinearizable(replaying: "#")`.
        """
      ]
    )
  }

  @Test("When a call waits where the model waits then nothing fails")
  func whenCallWaitsWhereModelWaits_thenNothingFails() async {
    await expectLinearizable(
      scenarios: 20,
      system: { Never() },
      model: { 0 },
      operations: [
        ModelOperation("never.comes()", when: { _ in false }) { (never: Never) in
          await never.comes()
        } model: { (_: inout Int) in
        }
      ]
    )
  }

  @Test("When a call throws what the model throws then nothing fails")
  func whenCallThrowsWhatModelThrows_thenNothingFails() async {
    await expectLinearizable(
      scenarios: 20,
      system: { Thrower() },
      model: { 0 },
      operations: [
        ModelOperation("thrower.fail(_:)") { (thrower: Thrower, key: Key) in
          try await thrower.fail(key)
        } model: { (_: inout Int, key: Key) in
          throw Failure(key: key)
        },
        ModelOperation("thrower.failInWords(_:)") { (thrower: Thrower, key: Key) in
          try await thrower.failInWords(key)
        } model: { (_: inout Int, key: Key) in
          throw FailureInWords(description: "\(key)")
        },
      ]
    )
  }

  @Test("When a call throws another error than the model then that is its result")
  func whenCallThrowsAnotherErrorThanModel_thenThatIsItsResult() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { Thrower() },
        model: { 0 },
        operations: [
          ModelOperation("thrower.fail(_:)") { (thrower: Thrower, key: Key) in
            try await thrower.fail(key)
          } model: { (_: inout Int, _: Key) in
            throw Failure(key: .second)
          }
        ]
      )
    }

    #expect(
      issues.first?.textWithoutNumbers.split(separator: "\n").dropFirst(2).first
        == "  test  thrower.fail(.first)  → throws Failure(key: Key.first)  #–#"
    )
  }

  @Test("When a call records an issue then the scenario fails with it")
  func whenCallRecordsIssue_thenScenarioFailsWithIt() async {
    let line = #line + 7
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { PlantedCounter(version: .corrected) },
        model: { 0 },
        operations: [
          ModelOperation("counter.check()") { (_: PlantedCounter) in
            recordIssue("The counter is broken", sourceLocation: #_sourceLocation)
          } model: { (_: inout Int) in
          }
        ]
      )
    }

    #expect(
      issues.map { $0.textWithoutNumbers.split(separator: "\n").prefix(4) } == [
        [
          "A scenario recorded an issue", "The counter is broken (ExpectLinearizableTests.swift:\(line))",
          "Who called what, the result, and when the call began and returned:", "  test  counter.check()  → ()  #–#",
        ]
      ]
    )
  }

  @Test("When the system cannot be made then the scenario fails with the error")
  func whenSystemCannotBeMade_thenScenarioFailsWithError() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { () throws -> PlantedCounter in throw Failure(key: .first) },
        model: { 0 },
        operations: [.increment]
      )
    }

    #expect(
      issues.map { $0.textWithoutNumbers.split(separator: "\n").prefix(3) } == [
        [
          "A scenario recorded an issue", "Caught error: Failure(key: LinearizabilityTestingTests.Key.first)",
          "Simplest failing interleaving, in # steps (▸ differs from FIFO):",
        ]
      ]
    )
  }

  @Test("When no two calls overlap then a warning says what was not checked")
  func whenNoTwoCallsOverlap_thenWarningSaysWhatWasNotChecked() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        scenarios: 20,
        system: { LockIsolatedNumber() },
        model: { 0 },
        operations: [
          ModelOperation("number.increment()") { (number: LockIsolatedNumber) in
            number.increment()
          } model: { (number: inout Int) in
            number += 1
            return number
          }
        ]
      )
    }

    #expect(
      issues.map(\.text) == [
        """
        No two calls overlapped in any order
        A call that does not suspend runs as a whole, so only sequences of calls were checked.
        Use Thread Sanitizer to find missing locks.
        """
      ]
    )
    #expect(issues.map(\.failsItsTest) == [false])
  }

  @Test("When the system is on the main actor then it is called there") @MainActor
  func whenSystemIsOnMainActor_thenItIsCalledThere() async {
    await expectLinearizable(
      scenarios: 10,
      system: { @MainActor in ViewModel() },
      model: { 0 },
      operations: [
        ModelOperation("model.load()") { @MainActor (model: ViewModel) in
          await model.load()
        } model: { (count: inout Int) in
          count += 1
          return count
        }
      ]
    )
  }

  @Test("When the test has a schedule then scenarios have their own", .deterministic)
  func whenTestHasSchedule_thenScenariosHaveTheirOwn() async {
    let issues = await capturingIssues { await checkCounter() }

    #expect(issues.map(\.text.isEmpty) == [false])
  }

  @Test("When a scenario fails only once then the issue says that it is not reproducible")
  func whenScenarioFailsOnlyOnce_thenIssueSaysThatItIsNotReproducible() async {
    let calls = Locked(0)
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { calls },
        model: { 0 },
        operations: [
          ModelOperation("first()") { (calls: Locked<Int>) in
            calls.withLock { calls in
              calls += 1
              return calls == 1
            }
          } model: { (_: inout Int) in
            false
          }
        ]
      )
    }

    let lines = issues.first?.textWithoutNumbers.split(separator: "\n") ?? []
    #expect(
      lines.prefix(5) == [
        "The failure of a scenario is not reproducible", "It did not fail when the same orders ran again.",
        "Scenario # of 100 failed first, in order # of 10.", "No sequential order of the calls explains their results",
        "Who called what, the result, and when the call began and returned:",
      ]
    )
    #expect(
      lines.last == "Look for real time, threads of its own, unseeded random numbers, and state that outlives a system."
    )
  }

  @Test("When calls record the same warning again and again then it is reported once")
  func whenCallsRecordSameWarningAgainAndAgain_thenItIsReportedOnce() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        scenarios: 10,
        system: { PlantedCounter(version: .corrected) },
        model: { 0 },
        operations: [
          .increment,
          ModelOperation("counter.warn()") { (counter: PlantedCounter) in
            recordWarning("The counter is old", sourceLocation: #_sourceLocation)
          } model: { (_: inout Int) in
          },
        ]
      )
    }

    #expect(issues.map(\.text) == ["The counter is old"])
    #expect(issues.map(\.failsItsTest) == [false])
  }

  @Test("When the test is cancelled then an issue says how far it came")
  func whenTestIsCancelled_thenIssueSaysHowFarItCame() async {
    let issues = await capturingIssues {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await checkCounter()
      }
      await task.value
    }

    #expect(
      issues.map(\.text) == [
        "The test was cancelled in scenario 1 of 100\nThe system was not checked to the end."
      ]
    )
  }
}

/// A failure's text in so far as it does not depend on how orders are drawn.
extension Issue {
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }

  var textWithoutNumbers: String {
    var lines: [Substring] = []
    var isStory = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("Scenario ") { isStory = false }
      if !isStory { lines.append(line) }
      guard line.hasPrefix("Simplest failing interleaving") else { continue }
      isStory = true
      lines.append("…")
    }
    return lines.joined(separator: "\n")
      .replacing(/\d+–\d+/, with: "#–#").replacing(/\d+–/, with: "#–").replacing(/in \d+ steps/, with: "in # steps")
      .replacing(/(Scenario|order|of) \d+ (of 100|of 10|tried)/) { "\($0.output.1) # \($0.output.2)" }
      .replacing(/task \d(  \S+  → \d(, not \d)?\n)/) { "task #\($0.output.1)" }
      .replacing(/"[0-9a-z.]+"/, with: "\"#\"")
  }
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func checkCounter(_ comment: Comment? = nil) async {
  await expectLinearizable(
    comment,
    system: { PlantedCounter(version: .faulty) },
    model: { 0 },
    operations: [
      .increment,
      ModelOperation("counter.value()") { (counter: PlantedCounter) in
        await counter.value()
      } model: { (count: inout Int) in
        count
      },
    ]
  )
}

extension ModelOperation where System == PlantedCounter, Model == Int {
  static var increment: Self {
    ModelOperation("counter.increment()") { (counter: PlantedCounter) in
      await counter.increment()
    } model: { (count: inout Int) in
      count += 1
      return count
    }
  }
}

private actor Never {
  private var waiting: [CheckedContinuation<Void, any Error>] = []

  func comes() async {
    try? await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting.append($0) }
    } onCancel: {
      Task { await self.cancel() }
    }
  }

  private func cancel() {
    for continuation in waiting { continuation.resume(throwing: CancellationError()) }
    waiting = []
  }
}

private struct Failure: Error, Equatable {
  let key: Key
}

private struct FailureInWords: Error, CustomStringConvertible {
  let description: String
}

private actor Thrower {
  func fail(_ key: Key) throws { throw Failure(key: key) }
  func failInWords(_ key: Key) throws { throw FailureInWords(description: "\(key)") }
}

private final class LockIsolatedNumber: Sendable {
  private let number = Locked(0)

  func increment() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

@MainActor
private final class ViewModel {
  private var count = 0

  func load() async -> Int {
    MainActor.assertIsolated()
    await roundTrip()
    count += 1
    return count
  }
}
