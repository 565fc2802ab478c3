import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Sending actions")
struct SendTests {
  @Suite("Changes of the state")
  @MainActor
  struct Changes {
    @Test("When the state changes as the closure says then the test goes on with the new state")
    func whenStateChangesAsDescribed_thenNothingFails() async {
      let sut = makeStore()
      await sut.send(.start) {
        $0.entries = ["start"]
        $0.steps = 1
      }
      #expect(sut.state == Log(entries: ["start"], steps: 1))
    }

    @Test("When an action changes nothing and there is no closure then nothing fails")
    func whenNothingChanges_thenNothingFails() async {
      let sut = makeStore()
      await sut.send(.silent)
      #expect(sut.state == Log())
    }

    @Test("When a helper passes on a change that may be missing then it is asserted as if it stood in the helper")
    func whenChangeIsPassedOn_thenItIsAsserted() async {
      let sut = makeStore()
      func send(_ action: Step, _ change: ((inout Log) throws -> Void)? = nil) async {
        await sut.send(action, change)
      }
      let issues = await capturingIssues {
        await send(.silent)
        await send(.value(3)) { $0.log(.value(3)) }
        await send(.value(4))
        await send(.silent) { _ in }
      }
      #expect(
        issues.map { $0.text.prefix(while: { !$0.isNewline }) } == [
          "`.value(4)` changed the state, but no change was expected (- before, + after):",
          "`.silent` did not change the state, and the closure describes no change",
        ]
      )
    }

    @Test("When the state differs from what the closure makes of it then the difference fails the test at the call")
    func whenStateDiffers_thenDifferenceFails() async throws {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start) { $0.steps = 1 }
      }
      let issue = try #require(issues.first)
      #expect(issues.map(\.line) == [line])
      #expect(issue.text.hasPrefix("The state after `.start` is not as expected (- expected, + actual):\n"))
      #expect(issue.text.contains("start"))
      #expect(sut.state.steps == 1)
    }

    @Test("When the state changes and there is no closure then the test fails and says to describe it")
    func whenStateChangesUnexpectedly_thenTestFails() async throws {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.value(3))
      }
      let issue = try #require(issues.first)
      #expect(issues.count == 1)
      #expect(issue.line == line)
      #expect(
        issue.text.hasPrefix("`.value(3)` changed the state, but no change was expected (- before, + after):\n")
      )
      #expect(issue.text.hasSuffix("Describe the change in a closure if it is correct."))
    }

    @Test("When neither the action nor the closure changes anything then the test fails and says to leave it out")
    func whenClosureChangesNothing_thenTestFails() async throws {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.silent) { _ in }
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          `.silent` did not change the state, and the closure describes no change
          Remove the closure if that is correct.
          """
        ]
      )
    }

    @Test("When the closure throws then the error is a failure of the call")
    func whenClosureThrows_thenErrorIsReported() async {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start) { _ in throw Failure.offline }
      }
      #expect(issues.map(\.line) == [line])
      #expect(issues.map(\.text) == ["The closure that describes the change by `.start` threw an error\n.offline"])
    }

    @Test("When one step fails then the next goes on from the state as it is")
    func whenStepFails_thenNextGoesOnFromThere() async {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start)
        await sut.sendLogged(.stop)
      }
      #expect(issues.map(\.line) == [line])
    }
  }

  @Suite("Actions that were received before")
  @MainActor
  struct Unasserted {
    @Test("When received actions were not asserted then the next one that is sent fails the test and names them")
    func whenReceivedActionsAreLeft_thenSendFails() async throws {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
      var line = 0
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        line = #line + 1
        await sut.sendLogged(.stop)
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          `.stop` was sent with 2 received actions not yet asserted
            `.value(1)`
            `.value(2)`
          Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
          """
        ]
      )
      #expect(sut.state.steps == 4)
    }
  }

  @Suite("States that cannot be compared")
  @MainActor
  struct Classes {
    final class Model: Equatable {
      static func == (lhs: Model, rhs: Model) -> Bool { lhs === rhs }
    }

    @Test("When the state is a class then making the store fails the test")
    func whenStateIsClass_thenStoreFails() async {
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        _ = TestStore(initialState: Model()) { (_: inout Model, _: Step) in .none }
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          "State `Model` is a class, so its changes cannot be compared\nMake it a struct or an enum."
        ]
      )
    }
  }

  @Suite("Where a test lives")
  struct Isolation {
    struct Plain: Equatable, Sendable { var count = 0 }

    @Test("When a test is not on the main actor then it says await and nothing else")
    func whenTestIsNonisolated_thenItAwaits() async {
      let step = 2
      let sut = await TestStore(initialState: Plain()) { (state: inout Plain, by: Int) in
        state.count += by
        return .none
      }
      await sut.send(step) { $0.count = step }
      #expect(await sut.state == Plain(count: 2))
      await sut.finish()
    }

    @MainActor
    @Test("When nothing is Sendable then a test on the main actor does without")
    func whenNothingIsSendable_thenMainActorTestDoesWithout() async {
      final class Tag: Equatable {
        static func == (lhs: Tag, rhs: Tag) -> Bool { lhs === rhs }
      }
      struct State: Equatable { var tag: Tag? }
      let tag = Tag()
      var calls = 0
      let sut = TestStore(initialState: State()) { (state: inout State, action: Tag) in
        calls += 1
        state.tag = action
        return .none
      }
      await sut.send(tag) { $0.tag = tag }
      #expect(calls == 1)
    }

    @MainActor
    @Test("When the reducer belongs to the main actor then it is passed as it is")
    func whenReducerIsOnMainActor_thenItIsPassed() async {
      let sut = TestStore(initialState: 0, reduce: Feature().reduce)
      await sut.send(true) { $0 = 2 }
    }

    @Test("When the reducer belongs to the main actor and the test does not then it is passed as it is")
    func whenOnlyReducerIsOnMainActor_thenItIsPassed() async {
      let feature = Feature()
      let sut = await TestStore(initialState: 0, reduce: feature.reduce)
      await sut.send(true) { $0 = 2 }
      let other = await TestStore(initialState: 0, exhaustivity: .off, reduce: Feature(step: 3).reduce)
      await other.send(true) { $0 = 3 }
    }

    @MainActor
    @Test("When a reducer is a method of what is not Sendable then it is passed as it is")
    func whenReducerIsNotSendable_thenItIsPassed() async {
      final class Counter { var calls = 0 }
      struct Screen {
        let counter = Counter()
        func reduce(_ state: inout Int, _ action: Bool) -> StoreEffect<Bool> {
          counter.calls += 1
          return .none
        }
      }
      let screen = Screen()
      let reduce: (inout Int, Bool) -> StoreEffect<Bool> = screen.reduce
      await TestStore(initialState: 0, reduce: screen.reduce).send(true)
      await TestStore(initialState: 0, reduce: reduce).send(true)
      await TestStore(initialState: 0) { screen.reduce(&$0, $1) }.send(true)
      #expect(screen.counter.calls == 3)
    }

    @MainActor struct Feature {
      var step = 2

      func reduce(_ state: inout Int, _ action: Bool) -> StoreEffect<Bool> {
        state += step
        return .none
      }
    }
  }
}

private enum Failure: Error {
  case offline
}
