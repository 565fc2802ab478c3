import TestDoubles
import Testing
import TestingSupportCore

@Suite("Function spies")
struct FunctionSpyTests {
  @Suite("Calls and results")
  struct CallsAndResults {
    @Test("When a function is called then the spy remembers what with, in order")
    func whenCalled_thenInputsAreRemembered() throws {
      let sut = FunctionSpy<String, Int, SampleError>(.success(1))
      #expect(try sut.call("a") == 1)
      sut.result = .failure(.offline)
      #expect(throws: SampleError.offline) { try sut.call("b") }
      #expect(sut.calls == ["a", "b"])
      #expect(sut.callCount == 2)
      #expect(sut.result == .failure(.offline))
    }

    @Test("When a function has no, or several, parameters then it is called as it is declared")
    func whenParametersVary_thenCallsFollow() async throws {
      let none = FunctionSpy<Void, Int, Never>(.success(1))
      let two = FunctionSpy<(String, Int), Void, Never>()
      let four = FunctionSpy<(String, Int, Bool, Double), String, any Error>(.success("done"))
      #expect(none.call() == 1)
      #expect(await none.callAsync() == 1)
      two.call("a", 1)
      await two.callAsync("b", 2)
      #expect(try four.call("a", 1, true, 2) == "done")
      #expect(try await four.callAsync("b", 1, true, 2) == "done")
      #expect(two.calls.elementsEqual([("a", 1), ("b", 2)], by: ==))
      #expect(none.callCount == 2)
      #expect(four.callCount == 2)
    }

    @Test("When a function may return nothing then its spy needs no answer to begin with")
    func whenOutputIsOptional_thenSpyAnswersNil() throws {
      let sut = FunctionSpy<Int, String?, Never>()
      let throwing = FunctionSpy<Int, [Int]?, SampleError>()
      #expect(sut.call(1) == nil)
      #expect(try throwing.call(1) == nil)
      sut.result = .success("a")
      #expect(sut.call(2) == "a")
    }

    @Test("When an answer reports progress then it does so on synchronous and asynchronous calls")
    func whenAnswerReportsProgress_thenEachCallReports() async {
      let log = LockIsolated(0)
      let sut = FunctionSpy<Void, Void, Never>(.success().reportingProgress { log.withValue { $0 += 1 } })
      sut.call()
      await sut.callAsync()
      #expect(log.value == 2)
    }

    @Test("When a call is held then it is remembered before it is answered")
    func whenCallIsHeld_thenItIsRememberedFirst() async {
      let gate = Gate()
      let sut = FunctionSpy<Int, Int, Never>(.success(1).held(at: gate))
      async let answer = sut.callAsync(7)
      await sut.waitForCalls(1)
      #expect(sut.calls == [7])
      gate.open()
      #expect(await answer == 1)
    }

    @Test("When a synchronous call meets a closed gate then it says that it cannot wait, and goes on")
    func whenSynchronousCallIsHeld_thenItSaysSo() async {
      let line = #_sourceLocation.line + 1
      let sut = FunctionSpy<Int, Int, Never>(.success(1).held(at: Gate()))
      let issues = await capturingIssues { #expect(sut.call(7) == 1) }
      #expect(
        issues.texts == ["A synchronous call cannot wait at a gate\nThe call continued.\nUse `callAsync` instead."]
      )
      #expect(issues.lines == [line])
    }
  }

  @Suite("Answers in turn")
  struct InTurn {
    @Test("When answers are given in turn then each call gets the next")
    func whenAnswersAreInTurn_thenEachCallGetsNext() throws {
      let sut = FunctionSpy<Int, String, SampleError>(sequence: [.failure(.offline), .success("a")])
      #expect(sut.result == .failure(.offline))
      #expect(throws: SampleError.offline) { try sut.call(1) }
      #expect(sut.result == .success("a"))
      #expect(try sut.call(2) == "a")
    }

    @Test("When calls go past the last answer then each says so and gets the last one")
    func whenCallsGoPastEnd_thenIssueIsRecorded() async {
      let line = #_sourceLocation.line + 1
      let sut = FunctionSpy<Int, String, Never>(sequence: [.success("a")])
      _ = sut.call(1)
      let issues = await capturingIssues { #expect(sut.call(2) == "a") }
      #expect(
        issues.texts == [
          """
          The spy was called more often than it has results (1)
          It returned the last result again. Calls:
            1. 1
            2. 2
          Add a result, or compute results with a closure.
          """
        ]
      )
      #expect(issues.lines == [line])
      #expect(sut.result == .success("a"))
    }

    @Test("When a result is set then it takes the place of those that were left")
    func whenResultIsSet_thenItReplacesTheRest() {
      let sut = FunctionSpy<Int, String, Never>(sequence: [.success("a"), .success("b")])
      sut.result = .success("c")
      #expect([sut.call(1), sut.call(2), sut.call(3)] == ["c", "c", "c"])
    }

    @Test("When there is no answer at all then a call says so and gets nothing")
    func whenThereIsNoAnswer_thenIssueIsRecorded() async {
      let line = #_sourceLocation.line + 1
      let sut = FunctionSpy<Int, [String], Never>(sequence: [])
      let issues = await capturingIssues { #expect(sut.call(1) == []) }
      #expect(issues.texts == ["The spy was called, but its sequence of results is empty\nSet `result` first."])
      #expect(issues.lines == [line])
    }

    @Test("When there is no answer at all and the function throws then a call throws")
    func whenThereIsNoAnswerButThrows_thenCallThrows() async throws {
      let sut = FunctionSpy<Int, String, any Error>(sequence: [])
      let issues = await capturingIssues { _ = try sut.call(1) }
      #expect(issues.count == 2)
      let error = try #require(issues.last?.error)
      #expect("\(error)".contains("its sequence of results is empty"))
    }
  }

  @Suite("Computed answers")
  struct Computed {
    @Test("When answers are computed then they depend on what the function is called with")
    func whenComputed_thenAnswersFollowInputs() throws {
      let sut = FunctionSpy<Int, String, SampleError> { input throws(SampleError) in
        if input < 0 { throw .forbidden }
        return "\(input)"
      }
      #expect(try sut.call(1) == "1")
      #expect(sut.result == .success("1"))
      #expect(throws: SampleError.forbidden) { try sut.call(-1) }
      #expect(sut.result == .failure(.forbidden))
      sut.result = .success("fixed")
      #expect(try sut.call(-1) == "fixed")
    }

    @Test("When an answer uses the spy itself then it can")
    func whenAnswerUsesSpy_thenItCan() {
      let box = LockIsolated<FunctionSpy<Int, Int, Never>?>(nil)
      let sut = FunctionSpy<Int, Int, Never> { _ in box.value?.callCount ?? -1 }
      box.setValue(sut)
      #expect([sut.call(0), sut.call(0)] == [1, 2])
      box.setValue(nil)
    }

    @Test("When the result of a spy that has computed none is read then it says so")
    func whenNoResultIsThere_thenReadingSaysSo() async {
      let line = #_sourceLocation.line + 1
      let sut = FunctionSpy<Int, Int, Never> { $0 }
      let issues = await capturingIssues { #expect(sut.result == .success(0)) }
      #expect(issues.texts == ["The spy has no result to read: none was set\nSet `result` first."])
      #expect(issues.lines == [line])
    }
  }

  @Suite("Waiting for calls")
  struct Waiting {
    @Test("When calls are made later then those who wait for them go on", arguments: [0, 1, 3])
    func whenCallsAreMade_thenWaitEnds(count: Int) async {
      let sut = FunctionSpy<Int, Void, Never>()
      async let waiting: Void = sut.waitForCalls(count)
      for input in 0..<count { sut.call(input) }
      await waiting
      #expect(sut.callCount == count)
    }

    @Test("When calls do not come then the wait tells those that did, where it was asked for")
    func whenCallsDoNotCome_thenIssueListsThem() async {
      let sut = FunctionSpy<String, Void, Never>()
      var line = #_sourceLocation.line + 1
      var issues = await capturingIssues { await sut.waitForCalls(1, within: .milliseconds(5)) }
      #expect(issues.texts == ["Expected 1 call, but none was made\nTimed out after 5 milliseconds."])
      #expect(issues.lines == [line])
      sut.call("a")
      line = #_sourceLocation.line + 1
      issues = await capturingIssues { await sut.waitForCalls(3, within: .milliseconds(5)) }
      #expect(issues.texts == ["Expected 3 calls, but 1 was made\n  1. \"a\"\nTimed out after 5 milliseconds."])
      #expect(issues.lines == [line])
    }

    @Test("When calls have no parameters then no issue lists them")
    func whenCallsHaveNoParameters_thenNoneIsListed() async {
      let sut = FunctionSpy<Void, Int, Never>(sequence: [.success(1)])
      _ = sut.call()
      let issues = await capturingIssues {
        await sut.waitForCalls(2, within: .milliseconds(5))
        _ = sut.call()
      }
      #expect(
        issues.texts == [
          "Expected 2 calls, but 1 was made\nTimed out after 5 milliseconds.",
          """
          The spy was called more often than it has results (1)
          It returned the last result again.
          Add a result, or compute results with a closure.
          """,
        ]
      )
    }

    @Test("When there were many calls then the wait lists the last ten")
    func whenManyCalls_thenLastTenAreListed() async {
      let sut = FunctionSpy<Int, Void, Never>()
      for input in 1...12 { sut.call(input) }
      let text = await capturingIssues { await sut.waitForCalls(13, within: .milliseconds(5)) }.texts[0]
      #expect(text.hasPrefix("Expected 13 calls, but 12 were made\n  … 2 before\n  3. 3\n"))
      #expect(text.hasSuffix("\n  12. 12\nTimed out after 5 milliseconds."))
    }

    @Test("When the waiting task is cancelled then the wait ends and says so")
    func whenCancelled_thenWaitEnds() async {
      let sut = FunctionSpy<Int, Void, Never>()
      let issues = await capturingIssues {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await sut.waitForCalls(1) }
          group.cancelAll()
        }
      }
      #expect(issues.texts == ["Expected 1 call, but none was made\nThe waiting task was cancelled."])
    }

    @Test("When a negative number of calls is waited for then that is an issue")
    func whenCountIsNegative_thenIssueIsRecorded() async {
      let sut = FunctionSpy<Int, Void, Never>()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await sut.waitForCalls(-1) }
      #expect(issues.texts == ["`waitForCalls` requires a count of 0 or more, not -1"])
      #expect(issues.lines == [line])
    }
  }
}
