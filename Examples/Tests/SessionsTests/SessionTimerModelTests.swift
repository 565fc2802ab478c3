import Observation
import Sessions
import Testing
import TestingSupport

@Suite("The countdown of a session", .deterministic, .tracksMemoryLeaks)
@MainActor
struct SessionTimerModelTests {
  @Test("When a second passes then one second less is left")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func whenSecondPasses_thenOneSecondLessIsLeft() async {
    let (sut, clock) = makeSUT(secondsLeft: 3)
    sut.start()
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(1))

    await expectEventually(equals: 2) { sut.secondsLeft }
  }

  @Test("When no time is left then counting ends")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func whenNoTimeIsLeft_thenCountingEnds() async {
    let (sut, clock) = makeSUT(secondsLeft: 1)
    sut.start()
    await clock.waitForSleepers()

    await clock.advance(by: .seconds(1))

    await expectEventually(equals: 0) { sut.secondsLeft }
    await expectAlways { clock.sleeperCount == 0 }
  }

  #if compiler(>=6.2)
    @Test("When time passes then a view that observes the model sees every second")
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func whenTimePasses_thenViewSeesEverySecond() async {
      let (sut, clock) = makeSUT(secondsLeft: 2)

      await withProbe(of: Observations { sut.secondsLeft }) { seconds in
        await seconds.expectNext(2)
        sut.start()
        for left in [1, 0] {
          await clock.waitForSleepers()
          await clock.advance(by: .seconds(1))
          await seconds.expectNext(left)
        }
      }
    }
  #endif
}

// MARK: - makeSUT and Helper Factory Methods

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
private func makeSUT(
  secondsLeft: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (SessionTimerModel, TestClock<Duration>) {
  let clock = TestClock()
  let sut = SessionTimerModel(secondsLeft: secondsLeft, clock: clock)
  return (trackForMemoryLeaks(sut, sourceLocation: sourceLocation), clock)
}
