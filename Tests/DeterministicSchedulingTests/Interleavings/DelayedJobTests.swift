import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Orders in which time advances while tasks are ready", .exactOnly)
struct DelayedJobTests {
  @Test("include those in which a deadline is computed too late", arguments: strategies)
  func whenADeadlineIsComputedInTheTask_thenDelaysFindIt(strategy: InterleavingStrategy) async throws {
    let outcome = try await explore(.interleavings(200, seed: 1, strategy: strategy, delays: true)) {
      try await searchOnce(isDeadlineLate: true)
    }
    let report = try #require(outcome.report)
    #expect(report.contains(".withDelays"), "\(report)")
    #expect(report.contains("has slept; 300 milliseconds elapsed before task 1"), "\(report)")

    let replay = try #require(outcome.replay)
    let again = await capturingIssues {
      try await withDeterministicScheduling(seed: replay.seed, strategy: replay.strategy) {
        try await searchOnce(isDeadlineLate: true)
      }
    }
    #expect(again.count == 1)
  }

  @Test("are not tried unless they are asked for")
  func whenDelaysAreOff_thenADeadlineIsNeverLate() async throws {
    let outcome = try await explore(.interleavings(200, seed: 1)) { try await searchOnce(isDeadlineLate: true) }
    #expect(outcome.issues.isEmpty)
  }

  @Test("do not fail a test whose deadline is computed in time", arguments: strategies)
  func whenTheDeadlineIsComputedInTime_thenNoOrderFails(strategy: InterleavingStrategy) async throws {
    let outcome = try await explore(.interleavings(200, seed: 1, strategy: strategy, delays: true)) {
      try await searchOnce(isDeadlineLate: false)
    }
    #expect(outcome.issues.isEmpty)
  }

  @Test("end the first sleep, three times, unless a helper waits until the test has settled", arguments: [false, true])
  func whenAHelperSettles_thenTimeStandsStill(isSettling: Bool) {
    var sut = Scheduler(strategy: DelayingStrategy(strategy: LastStrategy()))
    sut.enqueue(0, task: 1, on: .own, isInside: false)
    for second in 1...4 { sut.sleep(second, sleeper: UInt64(second) + 1, on: .own, until: .seconds(second)) }
    if isSettling { sut.tell(IdleRequest(id: 1), when: .settled) }

    let steps = (1...4).map { _ in sut.next().text }

    #expect(
      steps
        == (isSettling
          ? ["run 0 on own", "tell 1", "run 1 on own", "run 2 on own"]
          : ["run 1 on own", "run 2 on own", "run 3 on own", "run 0 on own"])
    )
  }

  @Test("end no sleep that ends later than time may have passed")
  func whenTimeIsLimited_thenNoLaterSleepEnds() {
    var sut = Scheduler(strategy: DelayingStrategy(strategy: LastStrategy()))
    for job in 0..<2 { sut.enqueue(job, task: 1, on: .own, isInside: false) }
    for second in 1...2 { sut.sleep(second + 1, sleeper: UInt64(second) + 1, on: .own, until: .seconds(second)) }
    sut.latestTime = .seconds(1)

    let steps = (1...4).map { _ in sut.next().text }

    #expect(steps == ["run 2 on own", "run 1 on own", "run 0 on own", "run 3 on own"])
  }

  static let strategies: [InterleavingStrategy] = [.mixed, .random, .pos, .pct(depth: 2)]
}

/// A debounced search for a text, and a test that sleeps for exactly as long as the debounce.
@MainActor
// conventions:ignore source-location - a test, run in many orders
private func searchOnce(isDeadlineLate: Bool) async throws {
  let queries = Locked<[String]>([])
  let inTime = ContinuousClock.now.advanced(by: .milliseconds(300))
  Task {
    let deadline = isDeadlineLate ? ContinuousClock.now.advanced(by: .milliseconds(300)) : inTime
    try await Task.sleep(until: deadline, clock: .continuous)  // sleep-is-the-subject
    queries.withLock { $0.append("a") }
  }
  try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
  await settle()
  #expect(queries.withLock(\.self) == ["a"])
}

private struct LastStrategy: ScheduleStrategy {
  func choose(among ready: ReadyJobs) -> Int { ready.count - 1 }
}
