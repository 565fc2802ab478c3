import TestDoubles
import Testing
import TestingSupportCore

@Suite("Gates")
struct GateTests {
  @Suite("Opening and closing")
  struct Opening {
    @Test("When a gate opens then all that wait go on, and later calls do not wait")
    func whenGateOpens_thenAllGoOn() async {
      let sut = Gate()
      let calls = (1...3).map { _ in Task { await sut.wait() } }
      await sut.waitUntilReached(by: 3)
      #expect(sut.waiterCount == 3)
      #expect(!sut.isOpen)
      sut.open()
      for call in calls { await call.value }
      await sut.wait()
      #expect(sut.isOpen)
      #expect(sut.waiterCount == 0)
    }

    @Test("When a gate is closed again then later calls wait at it")
    func whenGateIsClosedAgain_thenLaterCallsWait() async {
      let sut = Gate()
      sut.open()
      await sut.wait()
      sut.close()
      async let call: Void = sut.wait()
      await sut.waitUntilReached()
      #expect(sut.waiterCount == 1)
      sut.open()
      await call
    }

    @Test("When one is let through then the others keep waiting, in the order in which they came")
    func whenOneIsLetThrough_thenOthersWait() async {
      let sut = Gate()
      let log = LockIsolated<[Int]>([])
      var calls: [Task<Void, Never>] = []
      for number in 1...3 {
        calls.append(
          Task {
            await sut.wait()
            log.withValue { $0.append(number) }
          }
        )
        await sut.waitUntilReached(by: number)
      }
      sut.letThrough()
      await calls[0].value
      #expect(log.value == [1])
      #expect(sut.waiterCount == 2)
      sut.letThrough(2)
      for call in calls { await call.value }
      #expect(sut.waiterCount == 0)
    }

    @Test("When more are to be let through than wait then those that wait go on, and an issue says how many")
    func whenTooFewWait_thenIssueIsRecorded() async {
      let sut = Gate()
      let call = Task { await sut.wait() }
      await sut.waitUntilReached()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { sut.letThrough(2) }
      await call.value
      #expect(
        issues.texts == [
          "Cannot let 2 calls through: 1 is waiting at the gate\nAwait `waitUntilReached(by: 2)` first."
        ]
      )
      #expect(issues.lines == [line])
    }

    @Test("When nobody is to be let through then that is an issue", arguments: [0, -1])
    func whenCountIsNotPositive_thenIssueIsRecorded(count: Int) async {
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { Gate().letThrough(count) }
      #expect(issues.texts == ["`letThrough` requires a count of 1 or more, not \(count)"])
      #expect(issues.lines == [line])
    }
  }

  @Suite("Cancellation")
  struct Cancellation {
    @Test("When a waiting task is cancelled then it goes on and is forgotten")
    func whenCancelledWhileWaiting_thenItGoesOn() async {
      let sut = Gate()
      let call = Task { await sut.wait() }
      await sut.waitUntilReached()
      call.cancel()
      await call.value
      #expect(sut.waiterCount == 0)
      #expect(!sut.isOpen)
    }

    @Test("When a task is cancelled before it comes then it does not wait")
    func whenCancelledBefore_thenItDoesNotWait() async {
      let sut = Gate()
      await withTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { await sut.wait() }
      }
      #expect(sut.waiterCount == 0)
    }

    @Test("When a call that gives up is cancelled then it throws, and else it does not")
    func whenCallThatGivesUpIsCancelled_thenItThrows() async throws {
      let sut = Gate()
      let call = Task { try await sut.waitUnlessCancelled() }
      await sut.waitUntilReached()
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      sut.open()
      try await sut.waitUnlessCancelled()
    }
  }

  @Suite("Being reached")
  struct BeingReached {
    @Test("When nobody comes then the wait says so where it was asked for")
    func whenNobodyComes_thenIssueIsRecorded() async {
      let sut = Gate()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await sut.waitUntilReached(within: .milliseconds(5)) }
      #expect(issues.texts == ["Expected 1 call to reach the gate, but none did\nTimed out after 5 milliseconds."])
      #expect(issues.lines == [line])
    }

    @Test("When too few come then the wait says how many did")
    func whenTooFewCome_thenIssueTellsHowMany() async {
      let sut = Gate()
      let call = Task { await sut.wait() }
      await sut.waitUntilReached()
      let issues = await capturingIssues { await sut.waitUntilReached(by: 2, within: .milliseconds(5)) }
      #expect(issues.texts == ["Expected 2 calls to reach the gate, but only 1 did\nTimed out after 5 milliseconds."])
      sut.open()
      await call.value
    }

    @Test("When a gate is open then those that pass have reached it")
    func whenGateIsOpen_thenPassingCounts() async {
      let sut = Gate()
      sut.open()
      await sut.wait()
      await sut.waitUntilReached()
      await sut.waitUntilReached(by: 0)
    }

    @Test("When a negative number is waited for then that is an issue")
    func whenCountIsNegative_thenIssueIsRecorded() async {
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await Gate().waitUntilReached(by: -1) }
      #expect(issues.texts == ["`waitUntilReached` requires a count of 0 or more, not -1"])
      #expect(issues.lines == [line])
    }
  }
}
