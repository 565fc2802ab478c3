import DeterministicScheduling
import Foundation
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Held calls")
struct HeldCallTests {
  @Suite("In a deterministic test", .deterministic)
  struct Deterministic {
    @Test("When calls are held then the test answers them in any order")
    func whenCallsAreHeld_thenTestAnswersThem() async throws {
      try await answerInAnyOrder()
    }

    @Test("When no call comes then the wait fails at once", .exactOnly)
    func whenNoCallComes_thenWaitFails() async {
      let sut = FunctionSpy<String, Int, any Error>(.success(1), name: "search")
      sut.holdCalls()
      let line = #line + 1
      let issues = await capturingIssues { _ = try await sut.nextHeldCall() }
      let reason = "\(Waiter.Outcome.stalled(beside: ""))"
      #expect(issues.texts.first?.hasSuffix("Expected a held call of \"search\", but none was made\n\(reason)") == true)
      #expect(issues.lines.first == line)
    }

    @Test("When a call is held then a wait that cannot succeed names it", .exactOnly)
    func whenCallIsHeld_thenStalledWaitNamesIt() async throws {
      let line = #line + 1
      let sut = FunctionSpy<String, Int, any Error>(.success(1), name: "search")
      let gate = Gate()
      sut.holdCalls()
      let call = Task { try await sut.callAsync("a") }

      let issues = await capturingIssues { await gate.waitUntilReached() }

      let room = "1 held call of \"search\" of the spy created at HeldCallTests.swift:\(line):"
      #expect(issues.texts.first?.contains(room) == true)
      sut.releaseCalls()
      #expect(try await call.value == 1)
    }
  }

  @Test("When calls are held in an ordinary test then the test answers them in any order")
  func whenCallsAreHeld_thenTestAnswersThem() async throws {
    try await answerInAnyOrder()
  }

  @MainActor
  @Test("When the main actor holds calls then they return there")
  func whenMainActorHoldsCalls_thenTheyReturnThere() async throws {
    let sut = FunctionSpy<Void, Int, Never>(.success(1))
    sut.holdCalls()
    let progress = LockIsolated(0)
    let call = Task { @MainActor in
      let value = await sut.callAsync()
      MainActor.preconditionIsolated()
      return value
    }
    try await sut.nextHeldCall().answer(with: .success(2).reportingProgress { progress.setValue(1) })
    #expect(await call.value == 2)
    #expect(progress.value == 1)
  }

  @Test("When a held call is answered with an error then the call throws it")
  func whenAnsweredWithError_thenCallThrows() async throws {
    let sut = FunctionSpy<String, Int, SampleError>(.success(1))
    sut.holdCalls()
    let call = Task { try await sut.callAsync("a") }
    try await sut.nextHeldCall().answer(with: .failure(.offline))
    await #expect(throws: SampleError.offline) { try await call.value }
  }

  @Test("When a held call is answered with a result that is held at a gate then it waits there")
  func whenAnswerIsHeldAtGate_thenCallWaitsThere() async throws {
    let sut = FunctionSpy<String, Void, Never>()
    let gate = Gate()
    sut.holdCalls()
    async let call: Void = sut.callAsync("a")
    try await sut.nextHeldCall().answer(with: .success().held(at: gate))
    await gate.waitUntilReached()
    gate.open()
    await call
  }

  @Test("When a result is set then held calls stay held")
  func whenResultIsSet_thenHeldCallsStay() async throws {
    let sut = FunctionSpy<String, Int, any Error>(.success(1))
    sut.holdCalls()
    let call = Task { try await sut.callAsync("a") }
    let held = try await sut.nextHeldCall()
    sut.result = .success(2)
    #expect(sut.heldCallCount == 1)
    held.answer(with: .success(3))
    #expect(try await call.value == 3)
    #expect(sut.heldCallCount == 0)
  }

  @Test("When calls are released then held and later calls get the ordinary result")
  func whenReleased_thenCallsGetResult() async throws {
    let sut = FunctionSpy<String, String, any Error> { "\($0)!" }
    sut.holdCalls()
    let call = Task { try await sut.callAsync("a") }
    await sut.waitForCalls()
    sut.releaseCalls()
    #expect(try await call.value == "a!")
    #expect(try await sut.callAsync("b") == "b!")
  }

  @Test("When calls are released then a wait for a held call fails")
  func whenReleased_thenWaitFails() async {
    let sut = FunctionSpy<String, Int, any Error>(.success(1))
    sut.holdCalls()
    let issues = await capturingIssues {
      async let next = sut.nextHeldCall()
      sut.releaseCalls()
      _ = try await next
    }
    #expect(issues.texts.first?.hasSuffix("The calls are not held\nCall `holdCalls()` first.") == true)
  }

  @Test("When calls are not held then asking for one says what to do")
  func whenCallsAreNotHeld_thenAskingSaysSo() async {
    let sut = FunctionSpy<String, Int, any Error>(.success(1))
    let line = #line + 1
    let issues = await capturingIssues { _ = try await sut.nextHeldCall() }
    #expect(issues.texts.first?.hasSuffix("The calls are not held\nCall `holdCalls()` first.") == true)
    #expect(issues.lines.first == line)
  }

  @Test("When a held call was answered then answering it again records an issue")
  func whenAnsweredTwice_thenIssueIsRecorded() async throws {
    let sut = FunctionSpy<String, Int, any Error>(.success(1))
    sut.holdCalls()
    let call = Task { try await sut.callAsync("a") }
    let held = try await sut.nextHeldCall()
    held.answer(with: .success(2))
    let line = #line + 1
    let issues = await capturingIssues { held.answer(with: .success(3)) }
    #expect(issues.texts == ["Cannot answer the held call: it was already answered\nCalled with: \"a\""])
    #expect(issues.lines == [line])
    #expect(try await call.value == 2)
  }

  @Test("When a synchronous call meets held calls then it says that it cannot wait")
  func whenSynchronousCallIsHeld_thenItSaysSo() async {
    let sut = FunctionSpy<String, Int, any Error>(.success(1))
    sut.holdCalls()
    let issues = await capturingIssues { _ = try sut.call("a") }
    #expect(
      issues.texts == [
        "A synchronous call cannot wait for its answer\nThe call continued.\nUse `callAsync` instead."
      ]
    )
  }

  @Suite("Cancellation")
  struct Cancellation {
    @Test("When a held call is cancelled then it throws, and answering it records an issue")
    func whenCancelled_thenItThrows() async throws {
      let sut = FunctionSpy<String, Int, any Error>(.success(1))
      sut.holdCalls()
      let call = Task { try await sut.callAsync("a") }
      let held = try await sut.nextHeldCall()
      #expect(!held.isCancelled)
      call.cancel()
      await held.waitUntilCancelled()
      #expect(held.isCancelled)
      await #expect(throws: CancellationError.self) { try await call.value }
      let issues = await capturingIssues { held.answer(with: .success(2)) }
      #expect(
        issues.texts == [
          """
          Cannot answer the held call: it was cancelled
          Called with: "a"
          Hold it with `holdCalls(evenIfCancelled: true)` to answer it nevertheless.
          """
        ]
      )
    }

    @Test("When a held call cannot throw a cancellation then it gets the ordinary result")
    func whenCallCannotThrowCancellation_thenItGetsResult() async throws {
      let sut = FunctionSpy<String, Int, SampleError>(.success(1))
      sut.holdCalls()
      let call = Task { try await sut.callAsync("a") }
      await sut.waitForCalls()
      call.cancel()
      #expect(try await call.value == 1)
      #expect(try await sut.nextHeldCall().isCancelled)
    }

    @Test("When calls are held even if cancelled then a late answer arrives")
    func whenHeldEvenIfCancelled_thenLateAnswerArrives() async throws {
      let sut = FunctionSpy<String, Int, any Error>(.success(1))
      sut.holdCalls(evenIfCancelled: true)
      let call = Task { (try await sut.callAsync("a"), Task.isCancelled) }
      let held = try await sut.nextHeldCall()
      call.cancel()
      await held.waitUntilCancelled()
      #expect(sut.heldCallCount == 1)
      held.answer(with: .success(2))
      #expect(try await call.value == (2, true))
    }

    @Test("When a call's task was cancelled before then the call ends at once")
    func whenTaskWasCancelledBefore_thenCallEnds() async {
      let sut = FunctionSpy<String, Int, any Error>(.success(1))
      sut.holdCalls()
      let gate = Gate()
      let call = Task {
        await gate.wait(evenIfCancelled: true)
        return try await sut.callAsync("a")
      }
      call.cancel()
      gate.open()
      await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("When a held call is not cancelled then waiting for it fails", .deterministic, .exactOnly)
    func whenNotCancelled_thenWaitingFails() async throws {
      let sut = FunctionSpy<String, Int, any Error>(.success(1), name: "load")
      sut.holdCalls()
      let call = Task { try await sut.callAsync("a") }
      let held = try await sut.nextHeldCall()
      let line = #line + 1
      let issues = await capturingIssues { await held.waitUntilCancelled() }
      let start = "Expected the held call of \"load\" to be cancelled, but it was not\nCalled with: \"a\"\n"
      #expect(issues.texts.first?.hasPrefix(start) == true)
      #expect(issues.lines == [line])
      held.answer(with: .success(1))
      _ = try await call.value
    }

    @Test("When answers race with cancellation then each call ends once", .interleavings(200))
    func whenAnswerRacesCancellation_thenCallEndsOnce() async throws {
      let sut = FunctionSpy<Int, Int, any Error>(.success(1))
      sut.holdCalls(evenIfCancelled: true)
      let call = Task { try await sut.callAsync(1) }
      let held = try await sut.nextHeldCall()
      let canceller = Task { call.cancel() }
      let answerer = Task { held.answer(with: .success(7)) }
      #expect(try await call.value == 7)
      await canceller.value
      await answerer.value
    }
  }

  @Test("When many tasks call and are answered then each gets its own answer")
  func whenManyTasksCall_thenEachGetsItsAnswer() async throws {
    let sut = FunctionSpy<Int, Int, any Error>(.success(0))
    sut.holdCalls()
    let count = 500
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count { group.addTask { try await sut.callAsync(number) == number * 2 } }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<count / 4 {
            let call = try await sut.nextHeldCall()
            call.answer(with: .success(call.input * 2))
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func answerInAnyOrder() async throws {
  let sut = FunctionSpy<String, Int, any Error>(.success(0))
  sut.holdCalls()
  let first = Task { try await sut.callAsync("a") }
  let firstCall = try await sut.nextHeldCall()
  let second = Task { try await sut.callAsync("b") }
  let secondCall = try await sut.nextHeldCall()

  #expect(firstCall.input == "a")
  #expect(secondCall.input == "b")
  #expect(sut.heldCallCount == 2)
  secondCall.answer(with: .success(2))
  #expect(try await second.value == 2)
  firstCall.answer(with: .success(1))
  #expect(try await first.value == 1)
  #expect(sut.calls == ["a", "b"])
}
