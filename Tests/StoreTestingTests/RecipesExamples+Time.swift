import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing

// The code of the article "Recipes", word for word: timers and polling.

struct TimerFeature: Sendable {
  struct State: Equatable {
    var isRunning = false
    var secondsElapsed = 0
  }

  enum Action: Equatable {
    case toggled, ticked
  }

  var clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .toggled:
      state.isRunning.toggle()
      guard state.isRunning else { return .cancel(id: "timer") }
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: "timer")
    case .ticked:
      state.secondsElapsed += 1
      return .none
    }
  }
}

struct UploadFeature: Sendable {
  struct State: Equatable {
    var progress: Int?
  }

  enum Action: Equatable {
    case started, didProgress(Int)
  }

  var progress: @Sendable () async -> Int
  var clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .started:
      state.progress = 0
      return poll()
    case .didProgress(let progress):
      state.progress = progress
      return progress < 100 ? poll() : .none
    }
  }

  private func poll() -> StoreEffect<Action> {
    .run { send in
      try await clock.sleep(for: .seconds(5))
      await send(.didProgress(await progress()))
    }
  }
}

@MainActor
@Suite("Recipes: time", .deterministic)
struct TimeRecipes {
  @Test("When the timer runs then it counts the seconds, until it is stopped")
  func whenTimerRuns_thenItCountsSeconds() async {
    let clock = TestClock()
    let store = TestStore(initialState: .init(), reduce: TimerFeature(clock: clock).reduce)

    await store.send(.toggled) { $0.isRunning = true }
    await clock.advance(by: .seconds(3))
    for second in 1...3 {
      await store.receive(.ticked) { $0.secondsElapsed = second }
    }
    await store.send(.toggled) { $0.isRunning = false }
    await clock.advance(by: .seconds(10))
  }

  @Test("When an upload is polled then it is asked every five seconds, until it is done")
  func whenUploadIsPolled_thenItIsAskedUntilDone() async {
    let progress = FunctionSpy<Void, Int, Never>(sequence: [.success(40), .success(100)])
    let clock = ImmediateClock()
    let feature = UploadFeature(progress: { await progress.callAsync() }, clock: clock)
    let store = TestStore(initialState: .init(), reduce: feature.reduce)

    await store.send(.started) { $0.progress = 0 }
    await store.receive(.didProgress(40)) { $0.progress = 40 }
    await store.receive(.didProgress(100)) { $0.progress = 100 }
    #expect(clock.sleeps == [.seconds(5), .seconds(5)])
  }
}
