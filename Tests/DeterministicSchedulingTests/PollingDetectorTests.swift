import Testing

@testable import DeterministicScheduling

@Suite("Tasks that poll for a time")
struct PollingDetectorTests {
  private let limit = PollingDetector.pollsBeforeTimePasses

  @Test("When a task polls again and again then time passes, at first as slowly as it natively may")
  func whenTaskPolls_thenTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<limit - 1 { sut.note(1, .look) }
    #expect(!sut.isPolling)
    sut.note(1, .look)
    #expect(sut.isPolling)
    let time = sut.takeTime(of: .look)
    #expect(time == .microseconds(10))
  }

  @Test("When hardly any time can pass then later polls let no more pass than they would have")
  func whenTimeCannotPass_thenPollsDoNotGrow() {
    var sut = PollingDetector()
    var total = Duration.zero
    for _ in 0..<3 * PollingDetector.slowLooks { total += sut.takeTime(of: .look, atMost: .nanoseconds(1)) }
    let next = sut.takeTime(of: .look)
    #expect(total == .nanoseconds(3 * PollingDetector.slowLooks))
    #expect(next == .milliseconds(1))
  }

  @Test("When a task polls an actor then each hop counts little")
  func whenTaskPollsActor_thenHopsCountLittle() {
    var sut = PollingDetector()
    for _ in 0..<PollingDetector.hopsOfPoll * limit - 1 { sut.note(1, .hop) }
    #expect(!sut.isPolling)
    sut.note(1, .hop)
    #expect(sut.isPolling)
    let time = sut.takeTime(of: .hop)
    #expect(time == .nanoseconds(500))
  }

  @Test("When a task suspends between its polls then a hop before them does not matter")
  func whenTaskSuspendsBetweenPolls_thenHopsDoNotMatter() {
    var sut = PollingDetector()
    for _ in 0...limit {
      sut.note(1, nil)
      sut.note(1, .hop, isHop: true)
    }
    #expect(sut.isPolling)
    sut.note(1, nil)
    let poll = sut.note(1, .hop, isHop: true)
    #expect(poll == .look)
  }

  @Test(
    "When polls have gone on for long then each lets a millisecond pass, and later a thousandth more",
    arguments: zip(
      [.look, .hop, .thousandsOfHops, .sleep, .elsewhere] as [PollingDetector.Poll],
      [100_000, 100_000, 1_000, 10_000, 10_000]
    )
  )
  func whenMuchTimeHasPassed_thenPollsLetMorePass(poll: PollingDetector.Poll, slowPolls: Int) {
    var sut = PollingDetector()
    var elapsed = Duration.zero
    for _ in 0..<slowPolls { elapsed += sut.takeTime(of: poll) }
    #expect(elapsed <= .seconds(1))
    let next = sut.takeTime(of: poll)
    #expect(next == .milliseconds(1))
    elapsed += next
    var polls = 0
    while elapsed < .seconds(3600) {
      elapsed += sut.takeTime(of: poll)
      polls += 1
    }
    #expect(polls < 10_000)
    #expect(elapsed < .seconds(3604))
  }

  @Test("When a task works between its polls then they begin slowly again")
  func whenTaskWorksBetweenPolls_thenTheyBeginAgain() {
    var sut = PollingDetector()
    for _ in 0..<limit { sut.note(1, .look) }
    for _ in 0...PollingDetector.slowLooks { _ = sut.takeTime(of: .look) }
    for _ in 0..<100 { sut.note(1, nil) }
    let time = sut.takeTime(of: .look)
    #expect(time == .microseconds(10))
  }

  @Test("When a poller takes a few steps from poll to poll then it still polls")
  func whenPollerTakesSteps_thenItPolls() {
    var sut = PollingDetector()
    for _ in 0..<limit {
      for step in 0..<8 { sut.note(1, step == 0 ? .look : nil) }
      sut.note(2, .look)
    }
    #expect(sut.isPolling)
  }

  @Test("When another task works beside the poller then no time passes")
  func whenAnotherTaskWorks_thenNoTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<2 * limit {
      sut.note(1, .look)
      sut.note(2, nil)
    }
    #expect(!sut.isPolling)
  }

  @Test("When a poller takes to work then no time passes")
  func whenPollerWorks_thenNoTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<limit { sut.note(1, .look) }
    for _ in 0..<100 { sut.note(1, nil) }
    #expect(!sut.isPolling)
  }
}
