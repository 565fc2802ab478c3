import Sessions
import Testing
import TestingSupport

@Suite("Watching sessions with a clock", .deterministic, .tracksMemoryLeaks)
struct ClockMonitorTests {
  @Test("When the time of a session is over then it ends")
  func whenTimeIsOver_thenSessionEnds() async {
    let clock = TestClock()
    let ended = FunctionSpy<Void, Void, Never>(.success(()))
    let sut = makeSUT(clock: clock)
    await sut.start(Session.fixture.with(\.duration, 60)) { ended.call() }
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(59))
    let before = ended.callCount
    await clock.advance(by: .seconds(1))
    await ended.waitForCalls(1)

    #expect([before, ended.callCount] == [0, 1])
  }

  @Test("When a session is watched again then its end is reported once")
  func whenSessionIsWatchedAgain_thenItsEndIsReportedOnce() async {
    let clock = TestClock()
    let session = Session.fixture.with(\.duration, 60)
    let ended = FunctionSpy<Void, Void, Never>(.success(()))
    let sut = makeSUT(clock: clock)
    await sut.start(session) { ended.call() }
    await clock.waitForSleepers()
    await sut.start(session) { ended.call() }
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(60))
    await ended.waitForCalls(1)

    await expectAlways { ended.callCount == 1 }
  }

  @Test("When a session is stopped then its end is not told")
  func whenSessionIsStopped_thenEndIsNotTold() async {
    let clock = TestClock()
    let session = Session.fixture.with(\.duration, 60)
    let ended = FunctionSpy<Void, Void, Never>(.success(()))
    let sut = makeSUT(clock: clock)
    await sut.start(session) { ended.call() }
    await clock.waitForSleepers()

    await sut.stop(session)
    await clock.advance(by: .seconds(60))

    await expectAlways { ended.callCount == 0 }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  clock: TestClock<Duration>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> ClockMonitor {
  trackForMemoryLeaks(ClockMonitor(clock: clock), sourceLocation: sourceLocation)
}
