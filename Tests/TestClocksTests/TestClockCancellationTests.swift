import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("Cancelling sleepers of a test clock", .deterministic)
struct TestClockCancellationTests {
  @Test("a task cancelled before it sleeps throws and leaves no sleeper")
  func whenCancelledBeforeSleeping_thenThrows() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("a task cancelled asleep throws at once and leaves no sleeper")
  func whenCancelledAsleep_thenThrowsAtOnce() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    task.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test("cancelling one of several leaves the others")
  func whenOneOfSeveralIsCancelled_thenOthersWake() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    let tasks = (1...5).map { number in
      Task {
        let hasWoken = (try? await clock.sleep(for: .seconds(number % 2))) != nil
        log.add("\(number) \(hasWoken ? "woke" : "threw")")
      }
    }
    await clock.waitForSleepers(3)
    tasks[2].cancel()
    await clock.advance(by: .seconds(1))
    #expect(log.events.sorted() == ["1 woke", "2 woke", "3 threw", "4 woke", "5 woke"])
    // Without a scheduler, tasks that are woken together continue in any order.
    guard DeterministicSupport.current != .unavailable else { return }
    #expect(log.events == ["2 woke", "4 woke", "3 threw", "1 woke", "5 woke"])
  }

  @Test("a sleeper woken first can cancel one of the same deadline", .scheduledOnly)
  func whenSleeperCancelsAnotherOfItsDeadline_thenThatOneThrows() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    let victim = Locked<Task<Void, Never>?>(nil)
    Task {
      try await clock.sleep(for: .seconds(1))
      victim.withLock { $0 }?.cancel()
      log.add("first woke")
    }
    let task = Task {
      if (try? await clock.sleep(for: .seconds(1))) == nil { log.add("second threw") }
    }
    victim.withLock { $0 = task }
    await clock.advance(by: .seconds(1))
    #expect(log.events == ["first woke", "second threw"])
  }

  @Test("all sleepers can be cancelled, and the clock goes on", .scheduledOnly)
  func whenSleepersAreCancelled_thenAllThrowInOrder() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    for seconds in [3, 1, 2] {
      Task {
        if (try? await clock.sleep(for: .seconds(seconds))) == nil { log.add("\(seconds)") }
      }
    }
    await clock.waitForSleepers(3)
    clock.cancelSleepers()
    #expect(clock.sleeperCount == 0)
    await clock.advance(by: .seconds(5))
    #expect(log.events == ["1", "2", "3"])
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance(by: .seconds(1))
    await #expect(throws: Never.self) { try await task.value }
  }

  @Test("a clock is let go of once nobody sleeps on it")
  func whenNobodySleeps_thenClockIsFreed() async {
    weak var freed: TestClock<Duration>?
    do {
      let clock = TestClock()
      freed = clock
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      clock.cancelSleepers()
      _ = await task.result
    }
    await settle()  // the last task lets go of the clock just after its end
    #expect(freed == nil)
  }
}
