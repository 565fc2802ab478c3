import DeterministicScheduling
import TestClocks
import Testing

@Suite("The immediate clock")
struct ImmediateClockTests {
  @Test("moves its time by each sleep and notes what was asked for")
  func whenSleeping_thenMovesTimeAndNotesSleeps() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(1))
    try await clock.sleep(for: .milliseconds(500))
    try await clock.sleep(until: .init(offset: .seconds(4)), tolerance: .seconds(1))
    #expect(clock.sleeps == [.seconds(1), .milliseconds(500), .milliseconds(2500)])
    #expect(clock.now.offset == .seconds(4))
    #expect(clock.minimumResolution == .zero)
  }

  @Test("does not go back for a sleep into the past")
  func whenSleepingIntoThePast_thenTimeStays() async throws {
    let clock = ImmediateClock(now: .init(offset: .seconds(10)))
    try await clock.sleep(until: .init(offset: .seconds(7)))
    #expect(clock.sleeps == [.seconds(-3)])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("measures what was slept")
  func whenMeasuring_thenSeesTheSleeps() async throws {
    let clock = ImmediateClock()
    let measured = try await clock.measure {
      for _ in 1...3 { try await clock.sleep(for: .seconds(2)) }
    }
    #expect(measured == .seconds(6))
  }

  @Test("resumes tasks in one order in a deterministic test, at each level of support", .scheduledOnly, .deterministic)
  func whenSeveralTasksSleep_thenTheyResumeInOrder() async throws {
    for _ in 0..<50 {
      let clock = ImmediateClock()
      let log = EventLog<String>()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for child in 0..<4 {
          group.addTask {
            for sleep in 0..<4 {
              log.add("\(child) \(sleep)")
              try await clock.sleep(for: .seconds(1))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(log.events == (0..<4).flatMap { sleep in (0..<4).map { "\($0) \(sleep)" } })
    }
  }

  @Test("throws in a cancelled task, before it moves the time", .deterministic)
  func whenTaskIsCancelled_thenThrows() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeps.isEmpty)
    #expect(clock.now.offset == .zero)
  }

  @Test("a loop over it leaves room for others, who can cancel it", .deterministic)
  func whenLoopingOverSleeps_thenOthersRun() async {
    let clock = ImmediateClock()
    let loop = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    let other = Task {
      // conventions:ignore yielding - that a yield lets the loop go on is the subject
      while clock.sleeps.count < 10 { await Task.yield() }
      loop.cancel()
    }
    await other.value
    await #expect(throws: CancellationError.self) { try await loop.value }
    #expect(clock.sleeps.count >= 10)
  }

  @Test("a task cancelled during its one yield throws", .scheduledOnly, .deterministic)
  func whenCancelledDuringSleep_thenThrows() async {
    let clock = ImmediateClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    Task {
      #expect(clock.sleeps == [.seconds(1)])
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a timer on it ticks without waiting")
  func whenTickingATimer_thenTicksAtOnce() async {
    let clock: any Clock<Duration> = .immediate
    var ticks = 0
    for await _ in clock.timer(interval: .seconds(1)) {
      ticks += 1
      if ticks == 100 { break }
    }
    #expect(ticks == 100)
  }

  @Test("counts in any kind of duration")
  func whenDurationIsOfAnotherKind_thenSleeps() async throws {
    let clock = ImmediateClock<Frames>(now: .init(offset: Frames(count: 1)))
    try await clock.sleep(for: Frames(count: 60))
    #expect(clock.now.offset == Frames(count: 61))
  }
}
