import DeterministicScheduling
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Calls that a test has to answer")
struct RequiresAnsweredCallsTests {
  @Test("When a callback is pending at the end of a test then it is reported at the spy's line")
  func whenCallbackIsPending_thenItIsReported() async throws {
    let line = #line + 2
    let issues = try await runTest {
      let spy = CallbackSpy<String, Int>()
      spy.call("a") { _ in withExtendedLifetime(spy) {} }
    }
    #expect(issues.texts.map { $0.prefix(32) } == ["1 of 1 callback was never called"])
    #expect(issues.lines == [line])
  }

  @Test("When a spy is deallocated with a pending callback then it is reported once")
  func whenSpyIsDeallocated_thenItIsReported() async throws {
    let issues = try await runTest {
      let spy = CallbackSpy<String, Int>()
      spy.call("a") { _ in }
    }
    #expect(issues.texts.map { $0.prefix(32) } == ["1 of 1 callback was never called"])
  }

  @Test("When a held call is never answered then it is reported")
  func whenHeldCallIsNotAnswered_thenItIsReported() async throws {
    let line = #line + 2
    let issues = try await runTest {
      let spy = FunctionSpy<String, Int, any Error>(.success(1))
      spy.holdCalls()
      let call = Task { try await spy.callAsync("a") }
      _ = try await spy.nextHeldCall()
      calls.withValue { $0.append(call) }
    }
    #expect(
      issues.texts == [
        """
        1 held call was never answered
          1. "a"
        Answer each call with `answer(with:)`, or all of them with `releaseCalls()`.
        """
      ]
    )
    #expect(issues.lines == [line])
    for call in calls.value { call.cancel() }
  }

  @Test("When every call is answered then nothing is reported")
  func whenAllAreAnswered_thenNothingIsReported() async throws {
    let issues = try await runTest {
      let spy = CallbackSpy<String, Int>()
      spy.call("a") { _ in }
      spy.call("b") { _ in }
      spy.complete(with: 1)
      spy.discard(1)
    }
    #expect(issues.texts == [])
  }

  @Test("When the trait is beside a schedule then each run is checked", .requiresAnsweredCalls, .deterministic)
  func whenTraitIsBesideSchedule_thenRunsAreChecked() async {
    let spy = CallbackSpy<String, Int>()
    spy.call("a") { _ in }
    await settle()  // any suspension will do
    spy.complete(with: 1)
  }

  private let calls = LockIsolated<[Task<Int, any Error>]>([])

  // conventions:ignore source-location - what it expects is part of every test that calls it
  private func runTest(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
    let test = try #require(Test.current)
    let thrown = LockIsolated<(any Error)?>(nil)
    let issues = await capturingIssues {
      do {
        try await AnsweredCallsTrait.requiresAnsweredCalls.provideScope(
          for: test,
          testCase: Test.Case.current,
          performing: body
        )
      } catch {
        thrown.setValue(error)
      }
    }
    if let error = thrown.value { throw error }
    return issues
  }
}
