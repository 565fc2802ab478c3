import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Effects and time", .deterministic)
struct EffectTimeTests {
  @Suite("Debouncing")
  @MainActor
  struct Debouncing {
    @Test("When actions follow each other quickly then only the last one's effect starts, after the pause", .exactOnly)
    func whenActionsAreQuick_thenOnlyLastEffectStarts() async throws {
      let sut = makeStore { action in
        guard case .text(let text) = action else { return .none }
        return .send(.value(text.count)).debounce(id: "search", for: .milliseconds(300), clock: clock)
      }
      let start = clock.now
      await sut.sendLogged(.text("a"))
      try await clock.sleep(for: .milliseconds(200))  // sleep-is-the-subject
      await sut.sendLogged(.text("ab"))
      try await clock.sleep(for: .milliseconds(200))  // sleep-is-the-subject
      await sut.sendLogged(.text("abc"))
      await sut.receiveLogged(.value(3))
      #expect(start.duration(to: clock.now) == .milliseconds(700))
      await sut.finish()
    }

    @Test("When a debounced effect is cancelled then it does not start")
    func whenDebounceIsCancelled_thenEffectDoesNotStart() async {
      let sut = makeStore(
        onStart: .send(.value(1)).debounce(id: "search", for: .seconds(1), clock: clock),
        onStop: .cancel(id: "search")
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    }
  }

  @Suite("Throttling")
  @MainActor
  struct Throttling {
    @Test(
      "When effects come too early then one of them starts at the end of the interval: the last or the first",
      .exactOnly,
      arguments: [(keepsLatest: true, expected: "c"), (keepsLatest: false, expected: "b")]
    )
    func whenEffectsComeEarly_thenOneStartsAtTheEnd(keepsLatest: Bool, expected: String) async {
      let sut = makeThrottled(latest: keepsLatest)
      let start = clock.now
      await sut.sendLogged(.text("a"))
      await sut.receiveLogged(.value(97))
      await sut.sendLogged(.text("b"))
      await sut.sendLogged(.text("c"))
      await sut.receive(Step.value) { value, state in
        #expect(start.duration(to: clock.now) == .seconds(1))
        state.log(.value(Int(expected.utf8.first!)))
        #expect(value == Int(expected.utf8.first!))
      }
      await sut.finish()
    }

    @Test("When the interval has passed then the next effect starts at once, and begins another", .exactOnly)
    func whenIntervalHasPassed_thenNextStartsAtOnce() async throws {
      let sut = makeThrottled(latest: true)
      await sut.sendLogged(.text("a"))
      await sut.receiveLogged(.value(97))
      try await clock.sleep(for: .seconds(1))  // sleep-is-the-subject
      await sut.sendLogged(.text("b"))
      await sut.receiveLogged(.value(98))
      let start = clock.now
      await sut.sendLogged(.text("c"))
      await sut.receiveLogged(.value(99))
      #expect(start.duration(to: clock.now) == .seconds(1))
      await sut.finish()
    }

    @Test("When an effect that waits for its turn is cancelled then it does not start, and the next one may wait")
    func whenThrottledIsCancelled_thenItDoesNotStart() async {
      let sut = makeThrottled(latest: true)
      await sut.sendLogged(.text("a"))
      await sut.receiveLogged(.value(97))
      await sut.sendLogged(.text("b"))
      await sut.sendLogged(.stop)
      await sut.sendLogged(.text("c"))
      await sut.receiveLogged(.value(99))
      await sut.finish()
    }

    @Test(
      "When the action of the effect that waits is cancelled but another took its place then that one starts in time",
      .exactOnly
    )
    func whenWaitingActionIsCancelled_thenItsReplacementStartsInTime() async {
      let sut = makeThrottled(latest: true)
      let start = clock.now
      await sut.sendLogged(.text("a"))
      await sut.receiveLogged(.value(97))
      let task = await sut.sendLogged(.text("b"))
      await sut.sendLogged(.text("c"))
      await task.cancel()
      await sut.receiveLogged(.value(99))
      #expect(start.duration(to: clock.now) == .seconds(1))
      await sut.finish()
    }

    @Test("When the action of the effect that waits is cancelled then nothing starts")
    func whenWaitingActionIsCancelled_thenNothingStarts() async {
      let sut = makeThrottled(latest: true)
      await sut.sendLogged(.text("a"))
      await sut.receiveLogged(.value(97))
      let task = await sut.sendLogged(.text("b"))
      await task.cancel()
      await sut.finish()
    }

    private func makeThrottled(latest: Bool) -> TestStore<Log, Step> {
      makeStore { action in
        switch action {
        case .text(let text):
          .send(.value(Int(text.utf8.first!)))
            .throttle(id: "save", for: .seconds(1), clock: clock, latest: latest)
        case .stop: .cancel(id: "save")
        default: .none
        }
      }
    }
  }
}

private let clock = ContinuousClock()
