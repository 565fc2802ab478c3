import Testing

@testable import DeterministicScheduling

@Suite("Tasks that poll for a time")
struct PollingDetectorTests {
  private let limit = PollingDetector.pollsBeforeTimePasses

  @Test("When a task polls again and again then time passes, at first by a millisecond each")
  func whenTaskPolls_thenTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<limit - 1 { sut.note(1, hasPolled: true) }
    #expect(!sut.isPolling)
    sut.note(1, hasPolled: true)
    #expect(sut.isPolling)
    let time = sut.takeTime()
    #expect(time == .milliseconds(1))
  }

  @Test("When polls have let much time pass then each lets a thousandth more pass")
  func whenMuchTimeHasPassed_thenPollsLetMorePass() {
    var sut = PollingDetector()
    var elapsed = Duration.zero
    var polls = 0
    while elapsed < .seconds(3600) {
      elapsed += sut.takeTime()
      polls += 1
    }
    #expect(polls < 10_000)
    #expect(elapsed < .seconds(3604))
  }

  @Test("When a poller takes a few steps from poll to poll then it still polls")
  func whenPollerTakesSteps_thenItPolls() {
    var sut = PollingDetector()
    for _ in 0..<limit {
      for step in 0..<8 { sut.note(1, hasPolled: step == 0) }
      sut.note(2, hasPolled: true)
    }
    #expect(sut.isPolling)
  }

  @Test("When another task works beside the poller then no time passes")
  func whenAnotherTaskWorks_thenNoTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<2 * limit {
      sut.note(1, hasPolled: true)
      sut.note(2, hasPolled: false)
    }
    #expect(!sut.isPolling)
  }

  @Test("When a poller takes to work then no time passes")
  func whenPollerWorks_thenNoTimePasses() {
    var sut = PollingDetector()
    for _ in 0..<limit { sut.note(1, hasPolled: true) }
    for _ in 0..<100 { sut.note(1, hasPolled: false) }
    #expect(!sut.isPolling)
  }
}
