// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Answers of function spies")
struct FunctionSpyAnswerTests {
  @Test("When a closure is set then it answers from then on")
  func whenClosureIsSet_thenItAnswers() throws {
    let sut = FunctionSpy<Int, String, SampleError>(.success("a"))
    #expect(try sut.call(1) == "a")
    sut.answer { "\($0)" }
    #expect(try sut.call(2) == "2")
    sut.answer { _ throws(SampleError) in throw .offline }
    #expect(throws: SampleError.offline) { try sut.call(3) }
    sut.answer(with: { "\($0)!" })
    #expect(try sut.call(4) == "4!")
    #expect(sut.result == .success("4!"))
  }

  @Test("When a closure returns a result then its error needs no annotation")
  func whenClosureReturnsResult_thenErrorNeedsNoAnnotation() async throws {
    let sut = FunctionSpy<String, Int, SampleError> { _ in .failure(.offline) }
    #expect(throws: SampleError.offline) { try sut.call("a") }
    sut.answer { name in name.isEmpty ? .failure(.forbidden) : .success(name.count) }
    #expect(try sut.call("ab") == 2)
    await #expect(throws: SampleError.forbidden) { try await sut.callAsync("") }
  }

  @Test("When a closure returns a result then its progress sees the input")
  func whenClosureReturnsResult_thenProgressSeesInput() async {
    let seen = LockIsolated<[String]>([])
    let gate = Gate()
    let sut = FunctionSpy<String, Int, Never> { name in
      .success(name.count).reportingProgress { seen.withValue { $0.append(name) } }.held(at: gate)
    }
    async let value = sut.callAsync("abc")
    await gate.waitUntilReached()
    #expect(seen.value == ["abc"])
    gate.open()
    #expect(await value == 3)
  }

  @Test("When the output is a result itself then a closure returns it")
  func whenOutputIsResult_thenClosureReturnsIt() {
    let sut = FunctionSpy<Int, Result<Int, SampleError>, Never> { .success($0) }
    #expect(sut.call(3) == .success(3))
  }

  @Test("When the last result repeats then calls past the end get it without an issue")
  func whenLastRepeats_thenCallsGetIt() async throws {
    let sut = FunctionSpy<Int, String, any Error>(
      sequence: [.failure(SampleError.offline), .success("a")],
      repeatsLast: true
    )
    let issues = await capturingIssues {
      #expect(throws: SampleError.offline) { try sut.call(1) }
      for number in 2..<5 { _ = try sut.call(number) }
    }
    #expect(issues.texts == [])
    #expect(try sut.call(5) == "a")
  }

  @Test("When an empty sequence repeats its last result then a call records an issue")
  func whenEmptySequenceRepeats_thenIssueIsRecorded() async {
    let sut = FunctionSpy<Int, [String], Never>(sequence: [], repeatsLast: true)
    let issues = await capturingIssues { #expect(sut.call(1) == []) }
    #expect(issues.count == 1)
  }

  @Test("When a spy has a name then its failures say it", .deterministic, .exactOnly)
  func whenSpyHasName_thenFailuresSayIt() async {
    let sut = FunctionSpy<Int, Void, Never>(name: "save")
    let issues = await capturingIssues { await sut.waitForCalls() }
    #expect(issues.texts.first?.hasPrefix("Expected 1 call of \"save\", but none was made\nNo task") == true)
  }

  @Suite("Generic methods")
  struct Generic {
    @Test("When a generic method is called then its result has the wanted type")
    func whenGenericMethodIsCalled_thenResultHasWantedType() async throws {
      let sut = FunctionSpy<String, any Sendable, any Error>(.success([1, 2]))
      #expect(try await sut.callAsync("a", as: [Int].self) == [1, 2])
      #expect(try sut.call("a", as: [Int].self) == [1, 2])
      sut.result = .success("text")
      let text: String = try await sut.callAsync("b", as: String.self)
      #expect(text == "text")
      let optional: String? = try await sut.callAsync("b", as: String?.self)
      #expect(optional == "text")
      sut.result = .failure(SampleError.offline)
      await #expect(throws: SampleError.offline) { try await sut.callAsync("c", as: Int.self) }
    }

    @Test("When the result is of another type then the test fails with both, and the call throws")
    func whenResultIsOfAnotherType_thenTestFails() async {
      let line = #line + 1
      let sut = FunctionSpy<String, any Sendable, any Error>(.success("text"), name: "load")
      let issues = await capturingIssues {
        await #expect(throws: (any Error).self) { try await sut.callAsync("a", as: [Int].self) }
        #expect(throws: (any Error).self) { try sut.call("b", as: Int.self) }
      }
      #expect(
        issues.texts == [
          """
          The call of "load" wants `[Int]`, but its result is `String`
          Called with: "a"
          Result: "text"
          """,
          """
          The call of "load" wants `Int`, but its result is `String`
          Called with: "b"
          Result: "text"
          """,
        ]
      )
      #expect(issues.lines == [line, line])
    }
  }

  @Suite("Time")
  struct Time {
    @Test("When calls are timed then each has its instant in virtual time", .deterministic, .exactOnly)
    func whenCallsAreTimed_thenEachHasItsInstant() async throws {
      let sut = FunctionSpy<Int, Void, Never>()
      sut.call(0)
      sut.timeCalls()
      sut.call(1)
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      await sut.callAsync(2)
      try await Task.sleep(for: .seconds(2))  // sleep-is-the-subject
      sut.call(3)
      #expect(sut.callTimes == [.zero, .seconds(1), .seconds(3)])
      #expect(sut.callCount == 4)
    }

    @Test("When calls are not timed then asking for the times says what to do")
    func whenCallsAreNotTimed_thenAskingSaysSo() async {
      let line = #line + 1
      let sut = FunctionSpy<Int, Void, Never>()
      #expect(sut.callTimes == [])
      sut.call(0)
      let issues = await capturingIssues { #expect(sut.callTimes == []) }
      #expect(issues.texts == ["The calls were not timed\nCall `timeCalls(on:)` before the calls are made."])
      #expect(issues.lines == [line])
    }

    @Test("When a result is delayed then the call takes its time", .deterministic, .exactOnly)
    func whenResultIsDelayed_thenCallTakesTime() async {
      let sut = FunctionSpy<Void, Int, Never>(.success(1).delayed(by: .seconds(30)))
      let clock = ContinuousClock()
      let start = clock.now
      #expect(await sut.callAsync() == 1)
      #expect(start.duration(to: clock.now) == .seconds(30))
    }

    @Test("When a delayed call is cancelled then it ends at once")
    func whenDelayedCallIsCancelled_thenItEnds() async throws {
      let ordinary = FunctionSpy<Void, Int, Never>(.success(1).delayed(by: .seconds(600)))
      let other = FunctionSpy<Void, Int, SampleError>(
        .success(1).delayed(by: .seconds(600), whenCancelled: .failure(.offline))
      )
      let first = Task { await ordinary.callAsync() }
      let second = Task { try await other.callAsync() }
      await ordinary.waitForCalls()
      await other.waitForCalls()
      first.cancel()
      second.cancel()
      #expect(await first.value == 1)
      await #expect(throws: SampleError.offline) { try await second.value }
    }

    @Test("When a synchronous call meets a delay then it says that it cannot wait")
    func whenSynchronousCallIsDelayed_thenItSaysSo() async {
      let sut = FunctionSpy<Void, Int, Never>(.success(1).delayed(by: .seconds(600)))
      let issues = await capturingIssues { #expect(sut.call() == 1) }
      #expect(
        issues.texts == [
          "A synchronous call cannot wait for a delay\nThe call continued.\nUse `callAsync` instead."
        ]
      )
    }
  }

  @Suite("Gates that hold cancelled calls")
  struct EvenIfCancelled {
    @Test("When a call is held even if cancelled then it ends only when the gate opens", .deterministic)
    func whenHeldEvenIfCancelled_thenGateEndsIt() async {
      let gate = Gate()
      let sut = FunctionSpy<Void, Int, Never>(.success(1).held(at: gate, evenIfCancelled: true))
      let call = Task { (await sut.callAsync(), Task.isCancelled) }
      await gate.waitUntilReached()
      call.cancel()
      await settle()  // a late end would be found on Linux
      #expect(gate.waiterCount == 1)
      gate.open()
      #expect(await call.value == (1, true))
    }

    @Test("When a call is held unless cancelled then cancellation ends it")
    func whenHeldUnlessCancelled_thenCancellationEndsIt() async {
      let gate = Gate()
      let sut = FunctionSpy<Void, Int, Never>(.success(1).held(at: gate, evenIfCancelled: false))
      let call = Task { await sut.callAsync() }
      await gate.waitUntilReached()
      call.cancel()
      #expect(await call.value == 1)
      #expect(gate.waiterCount == 0)
    }

    @Test("When a cancelled task comes to a gate that holds it then it waits")
    func whenCancelledTaskComes_thenItWaits() async {
      let gate = Gate()
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await gate.wait(evenIfCancelled: true)
        return Task.isCancelled
      }
      await gate.waitUntilReached()
      #expect(gate.waiterCount == 1)
      gate.open()
      #expect(await call.value)
    }
  }
}
