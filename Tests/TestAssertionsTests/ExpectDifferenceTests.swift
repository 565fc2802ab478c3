import Testing
import TestingSupportCore

@testable import TestAssertions

@Suite("Expecting a difference")
struct ExpectDifferenceTests {
  @Suite("Made by a synchronous operation")
  struct Synchronous {
    @Test("The expected changes pass in silence")
    func whenTheChangesAreAsExpected_thenNothingIsRecorded() async {
      let issues = await capturingIssues {
        var counter = Counter()
        expectDifference(counter) {
          counter.increase()
        } changes: {
          $0.count = 1
        }
      }

      #expect(issues.isEmpty)
    }

    @Test("Other changes fail at the caller's line with what differs")
    func whenAnotherFieldChanges_thenItIsRecordedAtTheCall() async throws {
      var line = 0
      let issues = await capturingIssues {
        var counter = Counter()
        line = #_sourceLocation.line + 1
        expectDifference(counter, "counting") {
          counter.increase()
          counter.name = "b"
        } changes: {
          $0.count = 1
        }
      }

      let issue = try #require(issues.first)
      #expect(issues.count == 1)
      #expect(
        issue.text == "counting\nafter the operation, 1 difference (- expected, + actual):\nname:\n  - \"a\"\n  + \"b\""
      )
      #expect(issue.sourceLocation?.line == line)
    }

    @Test("An operation that changes nothing is told so")
    func whenTheOperationChangesNothing_thenItIsSaid() async throws {
      let issues = await capturingIssues {
        expectDifference(Counter(), after: {}, changes: { $0.count = 1 })
      }

      #expect(
        issues.map(\.text) == [
          "the operation changed nothing, 1 difference (- expected, + actual):\ncount:\n  - 1\n  + 0"
        ]
      )
    }

    @Test("Nothing expected and nothing changed is no difference at all")
    func whenNothingIsExpectedToChange_thenItFails() async {
      let location = #_sourceLocation
      let issues = await capturingIssues {
        expectDifference(Counter(), sourceLocation: location, after: {}, changes: { _ in })
      }

      #expect(
        issues.map(\.text)
          == [
            "Nothing changed, and no change was expected\nUse `expectNoDifference` instead."
          ]
      )
      #expect(issues.map(\.sourceLocation) == [location])
    }

    @Test("A closure that throws fails with the error, and compares nothing")
    func whenAClosureThrows_thenTheErrorIsRecordedAtTheCall() async {
      let location = #_sourceLocation
      let issues = await capturingIssues {
        expectDifference(try failing(), sourceLocation: location, after: {}, changes: { $0 = 1 })
        expectDifference(1, sourceLocation: location, after: { throw Failure.any }, changes: { $0 = 1 })
        expectDifference(1, sourceLocation: location, after: {}, changes: { _ in throw Failure.any })
        var reads = 0
        expectDifference(try failing(&reads), sourceLocation: location, after: {}, changes: { $0 = 1 })
      }

      #expect(
        issues.map(\.text) == [
          "expectDifference could not compare, because reading the value threw: .any",
          "expectDifference could not compare, because the operation threw: .any",
          "expectDifference could not compare, because making the expected changes threw: .any",
          "expectDifference could not compare, because reading the value after the operation threw: .any",
        ]
      )
      #expect(issues.allSatisfy { $0.sourceLocation == location })
    }
  }

  @Suite("Made by an asynchronous operation")
  struct Asynchronous {
    @Test("The operation is awaited, wherever the caller runs")
    func whenTheOperationIsAsynchronous_thenItsEndIsAwaited() async {
      let issues = await capturingIssues {
        let counter = ActorCounter()
        await expectDifference(await counter.counter) {
          await counter.increase()
        } changes: {
          $0.count = 1
        }
      }

      #expect(issues.isEmpty)
    }

    @Test("The state of the main actor can be used without ceremony")
    @MainActor
    func whenTheCallerIsOnTheMainActor_thenItsStateCanBeUsed() async {
      let model = Model()
      await expectDifference(model.counter) {
        await model.load()
      } changes: {
        $0.count = 1
      }
    }

    @Test("Other changes fail at the caller's line")
    func whenAnotherFieldChanges_thenItIsRecordedAtTheCall() async throws {
      var line = 0
      let issues = await capturingIssues {
        let counter = ActorCounter()
        line = #_sourceLocation.line + 1
        await expectDifference(await counter.counter) {
          await counter.increase()
        } changes: {
          $0.count = 2
        }
      }

      let issue = try #require(issues.first)
      #expect(issue.text == "after the operation, 1 difference (- expected, + actual):\ncount:\n  - 2\n  + 1")
      #expect(issue.sourceLocation?.line == line)
    }

    @Test("A closure that throws fails with the error")
    func whenAClosureThrows_thenTheErrorIsRecordedAtTheCall() async {
      let location = #_sourceLocation
      let issues = await capturingIssues {
        await expectDifference(try await failingLater(), sourceLocation: location) {
          // conventions:ignore yielding - the code under test yields
          await Task.yield()
        } changes: {
          $0 = 1
        }
        await expectDifference(1, sourceLocation: location) {
          _ = try await failingLater()
        } changes: {
          $0 = 2
        }
      }

      #expect(
        issues.map(\.text) == [
          "expectDifference could not compare, because reading the value threw: .any",
          "expectDifference could not compare, because the operation threw: .any",
        ]
      )
      #expect(issues.map(\.sourceLocation) == [location, location])
    }
  }
}

// MARK: - Helpers

private enum Failure: Error { case any }

private func failing() throws -> Int { throw Failure.any }

private func failing(_ reads: inout Int) throws -> Int {
  reads += 1
  if reads > 1 { throw Failure.any }
  return reads
}

private func failingLater() async throws -> Int { throw Failure.any }

// MARK: - Doubles

private struct Counter: Equatable {
  var name = "a"
  var count = 0

  mutating func increase() { count += 1 }
}

private actor ActorCounter {
  var counter = Counter()

  func increase() { counter.increase() }
}

@MainActor
private final class Model {
  var counter = Counter()

  func load() async {
    // conventions:ignore yielding - the code under test yields
    await Task.yield()
    counter.increase()
  }
}
