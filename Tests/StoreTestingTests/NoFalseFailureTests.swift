// conventions:ignore-file count-only - that so many were recorded is what is asked

import StoreTesting
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

/// In ordinary tests: what a wait hands over to is not left to chance.
@MainActor
@Suite("Effects that end with what they hand over to")
struct NoFalseFailureTests {
  @Test("When a delayed effect ends with the action it sends then receiving that is enough", arguments: Delay.allCases)
  fileprivate func whenDelayedEffectEndsWithItsAction_thenReceivingIsEnough(delay: Delay) async {
    let clock = TestClock()
    for _ in 1...20 {
      let issues = await capturingIssues {
        let sut = makeStore(onStart: delay.effect(clock))
        await sut.sendLogged(.start)
        await clock.advance(by: .seconds(1))
        await sut.receiveLogged(.value(1))
      }
      #expect(issues.map(\.text) == [])
    }
  }

  @Test(
    "When a throttled effect starts at the end of its interval then receiving its action is enough",
    arguments: [false, true]
  )
  func whenThrottledEffectStartsLate_thenReceivingIsEnough(isSend: Bool) async {
    let clock = TestClock()
    let issues = await capturingIssues {
      let effect: StoreEffect<Step> = isSend ? .send(.value(1)) : .sending(1)
      let sut = makeStore(onStart: effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: true))
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      await sut.sendLogged(.start)
      await clock.advance(by: .seconds(1))
      await sut.receiveLogged(.value(1))
    }
    #expect(issues.map(\.text) == [])
  }

  @Test("When a delay hands over to nothing then whether it ended is still left to chance")
  func whenDelayHandsOverToNothing_thenTestHasToWait() async {
    let clock = TestClock()
    let pause = StoreEffect<Step>.run { _ in try await clock.sleep(for: .seconds(1)) }
    let issues = await capturingIssues {
      let sut = makeStore(onStart: .concatenate(pause, .none))
      await sut.sendLogged(.start)
      await clock.advance(by: .seconds(1))
    }
    #expect(issues.count == 1)
  }
}

private enum Delay: CaseIterable {
  case debouncedRun, debouncedSend, debouncedTwice, concatenated, concatenatedMerge, caught

  func effect(_ clock: TestClock<Duration>) -> StoreEffect<Step> {
    let pause = StoreEffect<Step>.run { _ in try await clock.sleep(for: .seconds(1)) }
    switch self {
    case .debouncedRun: return .sending(1).debounce(id: 1, for: .seconds(1), clock: clock)
    case .debouncedSend: return .send(.value(1)).debounce(id: 1, for: .seconds(1), clock: clock)
    case .debouncedTwice:
      return .sending(1).debounce(id: 1, for: .milliseconds(500), clock: clock)
        .debounce(id: 1, for: .milliseconds(500), clock: clock)
    case .concatenated: return .concatenate(pause, .send(.value(1)))
    case .concatenatedMerge: return .concatenate(.merge(pause, pause), .merge(.none, .sending(1)))
    case .caught:
      return .run { _ in
        try await clock.sleep(for: .seconds(1))
        throw Offline()
      } catch: { _, send in
        await send(.value(1))
      }
    }
  }
}

private struct Offline: Error {}
