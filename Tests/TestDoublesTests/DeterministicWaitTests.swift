import DeterministicScheduling
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Doubles in deterministic tests", .deterministic)
struct DeterministicWaitTests {
  @Test("When nothing can run any more then waits in vain fail at once", .exactOnly)
  func whenNothingCanRun_thenWaitsFail() async {
    let spy = FunctionSpy<Int, Void, Never>()
    let gate = Gate()
    let source = StreamSource<Int>()
    let issues = await capturingIssues {
      await spy.waitForCalls(1)
      await gate.waitUntilReached()
      await source.waitForSubscribers()
    }
    let reason = "No task in this test can make progress.\nPass `within:` to wait for an event outside the test."
    #expect(
      issues.texts == [
        "Expected 1 call, but none was made\n\(reason)",
        "Expected 1 call to reach the gate, but none did\n\(reason)",
        "Expected 1 subscriber, but there are 0\n\(reason)",
      ]
    )
  }

  @Test("When a wait is in vain since a call is held at a gate then it says so", .exactOnly)
  func whenCallIsHeldAtGate_thenWaitInVainSaysSo() async {
    let line = #line + 1
    let gate = Gate()
    let spy = FunctionSpy<Int, Void, Never>()
    let call = Task {
      await gate.wait()
      await spy.callAsync(1)
    }
    let issues = await capturingIssues { await spy.waitForCalls(1) }
    #expect(
      issues.texts == [
        """
        Expected 1 call, but none was made
        No task in this test can make progress.
        Still waiting: 1 call at the closed gate created at DeterministicWaitTests.swift:\(line):20.
        Pass `within:` to wait for an event outside the test.
        """
      ]
    )
    gate.open()
    await call.value
  }

  @Test("When a gate is never opened then the test fails and says at which gate it waits", .exactOnly)
  func whenGateIsNeverOpened_thenItIsTold() async throws {
    let line = #line + 4
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(10)) {
        let passed = Gate()
        let gate = Gate()
        passed.open()
        await passed.wait()
        let call = Task { await gate.wait() }
        await gate.wait()
        gate.open()
        await call.value
      }
    }
    #expect(
      issues.texts.map { $0.split(separator: "\n").dropFirst(3).first } == [
        "2 calls at the closed gate created at DeterministicWaitTests.swift:\(line):24"
      ]
    )
  }

  @Test(
    "When a wait times out at the level `ordered` then its failure names who waits at a gate",
    .enabled(if: DeterministicSupport.current == .ordered, "at `exact`, a wait ends when nothing can run")
  )
  func whenWaitTimesOutAtOrdered_thenWaitersAreNamed() async {
    let spy = FunctionSpy<Int, Void, Never>()
    let line = #line + 1
    let gate = Gate()
    let call = Task { await gate.wait() }
    await gate.waitUntilReached()
    let issues = await capturingIssues { await spy.waitForCalls(1, within: .milliseconds(5)) }
    gate.open()
    await call.value
    #expect(
      issues.texts == [
        """
        Expected 1 call, but none was made
        Timed out after 5 milliseconds.
        Still waiting: 1 call at the closed gate created at DeterministicWaitTests.swift:\(line):20.
        """
      ]
    )
  }

  @Test("When a call is held then the test can settle, look, and open the gate")
  func whenCallIsHeld_thenTestCanSettle() async {
    let gate = Gate()
    let spy = FunctionSpy<Int, String, Never>(.success("done").held(at: gate))
    let call = Task { await spy.callAsync(1) }
    await settle()
    #expect(gate.waiterCount == 1)
    gate.open()
    #expect(await call.value == "done")
  }

  @Test("When schedules vary then every subscriber still gets every element", .interleavings(30))
  func whenSchedulesVary_thenNothingIsLost() async {
    let source = StreamSource<Int>()
    let subscribers = (1...3).map { _ in Task { [stream = source.makeStream()] in await stream.reduce(0, +) } }
    let senders = (0..<3).map { sender in
      Task {
        for number in 1...3 {
          source.send(sender * 10 + number)
          // conventions:ignore yielding - the code under test yields
          await Task.yield()
        }
      }
    }
    for sender in senders { await sender.value }
    source.finish()
    for subscriber in subscribers { #expect(await subscriber.value == 108) }
  }
}
