import DeterministicScheduling
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Call logs")
struct CallLogTests {
  @Test("When several spies share a log then it has their calls in order")
  func whenSpiesShareLog_thenCallsAreInOrder() async throws {
    let log = CallLog()
    let deletion = FunctionSpy<Void, Void, Never>(name: "delete", log: log)
    let insertion = FunctionSpy<Int, Void, Never>(name: "insert", log: log)
    let name = FunctionSpy<String, String?, Never>(name: "name", log: log)
    let move = FunctionSpy<(from: Int, to: Int), Int, any Error>(.success(1), name: "move", log: log)
    let swap = FunctionSpy<(Int, String), Int, any Error>(sequence: [.success(1)], name: "swap", log: log)
    let load = CallbackSpy<String, Int>(name: "load", log: log)
    let compute = FunctionSpy<Int, Int, Never>(name: "compute", log: log) { $0 }

    deletion.call()
    insertion.call(1)
    _ = await name.callAsync("a")
    _ = try move.call((from: 1, to: 2))
    _ = try swap.call(1, "b")
    load.call("c") { _ in }
    log.record("flush")
    _ = compute.call(3)

    #expect(
      log.entries == [
        "delete", "insert(1)", "name(\"a\")", "move(from: 1, to: 2)", "swap(1, \"b\")", "load(\"c\")", "flush",
        "compute(3)",
      ]
    )
  }

  @Test("When a spy is called then the entry is there before the wait for the call ends")
  func whenSpyIsCalled_thenEntryIsThere() async {
    for _ in 0..<200 {
      let log = CallLog()
      let spy = FunctionSpy<Int, Void, Never>(name: "insert", log: log)
      let call = Task.detached { spy.call(1) }
      await spy.waitForCalls()
      #expect(log.entries == ["insert(1)"])
      await call.value
    }
  }

  @Test("When a log is cleared then it begins anew")
  func whenCleared_thenItBeginsAnew() {
    let log = CallLog()
    log.record("a")
    log.removeAll()
    log.record("b")
    #expect(log.entries == ["b"])
  }

  @Test("When entries are waited for then the wait ends with the last one", .deterministic)
  func whenEntriesAreAwaited_thenWaitEnds() async {
    let log = CallLog()
    let task = Task {
      log.record("a")
      await Task.yield()  // conventions:ignore yielding - the code that is waited for takes two turns
      log.record("b")
    }
    await log.waitForEntries(2)
    #expect(log.entries == ["a", "b"])
    await task.value
  }

  @Test("When entries don't come then the wait lists those that did", .deterministic, .exactOnly)
  func whenEntriesDoNotCome_thenWaitListsThem() async {
    let log = CallLog()
    log.record("a")
    let line = #line + 1
    let issues = await capturingIssues { await log.waitForEntries(2) }
    let reason = "\(Waiter.Outcome.stalled(beside: ""))"
    #expect(issues.texts == ["Expected 2 entries in the call log, but there is 1\n  1. a\n\(reason)"])
    #expect(issues.lines == [line])
  }

  @Test("When a negative count is waited for then an issue is recorded")
  func whenCountIsNegative_thenIssueIsRecorded() async {
    let issues = await capturingIssues { await CallLog().waitForEntries(-2) }
    #expect(issues.texts == ["`waitForEntries` requires a count of 0 or more, not -2"])
  }
}
