import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

// A test that sends again before an effect has slept is `.exactOnly`: where time is real, it competes with the sleep.
@MainActor
@Suite("Identifiers of effects inside effects", .deterministic)
struct EffectNestingTests {
  @Test("When an effect takes its own identifier over then it does not cancel itself", arguments: Nesting.allCases)
  fileprivate func whenIdentifierIsItsOwn_thenEffectIsNotCancelled(nesting: Nesting) async {
    let sut = makeStore(onStart: nesting.effect)
    await sut.sendLogged(.start)
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  @Test("When such an effect starts again then the earlier one is cancelled", .exactOnly, arguments: Nesting.allCases)
  fileprivate func whenStartedAgain_thenEarlierIsCancelled(nesting: Nesting) async {
    let sut = makeStore(onStart: nesting.effect(running: .concatenate(.pause, .sending(1))))
    await sut.sendLogged(.start)
    await sut.sendLogged(.again)
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  @Test("When a part takes over the identifier of another part then that one is cancelled")
  func whenPartTakesOver_thenOtherPartIsCancelled() async {
    let sut = makeStore(
      onStart: .merge(
        .endless.cancellable(id: 1),
        .sending(1).cancellable(id: 1, cancelInFlight: true)
      )
      .cancellable(id: 1)
    )
    await sut.sendLogged(.start)
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  @Test("When rows run the same reducer in scopes then they do not stop each other", .exactOnly)
  func whenIdentifiersAreScoped_thenRowsDoNotStopEachOther() async {
    let sut = makeStore { step in
      switch step {
      case .start: Self.row.scoped(to: "a")
      case .again: Self.row.scoped(to: "b")
      case .stop: .cancel(id: 1).scoped(to: "b")
      default: .none
      }
    }
    await sut.sendLogged(.start)
    await sut.sendLogged(.again)
    await sut.sendLogged(.stop)
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  @Test(
    "When a scoped effect starts again in its scope then the earlier one is cancelled",
    .exactOnly,
    arguments: [1, 2]
  )
  func whenStartedAgainInScope_thenEarlierIsCancelled(depth: Int) async {
    let sut = makeStore(onStart: (1...depth).reduce(Self.row) { effect, level in effect.scoped(to: level) })
    await sut.sendLogged(.start)
    await sut.sendLogged(.again)
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  @Test("When scopes are nested then every level tells effects apart")
  func whenScopesAreNested_thenEveryLevelCounts() async {
    let sut = makeStore(
      onStart: .merge(
        Self.row.scoped(to: "a").scoped(to: "b"),
        Self.row.scoped(to: "b").scoped(to: "a"),
        Self.row.scoped(to: "a"),
        Self.row
      )
    )
    await sut.sendLogged(.start)
    for _ in 1...4 { await sut.receiveLogged(.value(1)) }
    await sut.finish()
  }

  @Test("When effects are scoped then debounce and throttle count in their scope alone")
  func whenEffectsAreScoped_thenTimeCountsInScope() async {
    let clock = ContinuousClock()
    let debounced = StoreEffect<Step>.sending(1).debounce(id: 1, for: .seconds(1), clock: clock)
    let throttled = StoreEffect<Step>.sending(2).throttle(id: 2, for: .seconds(9), clock: clock, latest: false)
    let both = StoreEffect.merge(debounced, throttled)
    let sut = makeStore(onStart: .merge(both.scoped(to: "a"), both.scoped(to: "b")))
    await sut.sendLogged(.start)
    await sut.receiveLogged(.value(2))
    await sut.receiveLogged(.value(2))
    await sut.receiveLogged(.value(1))
    await sut.receiveLogged(.value(1))
    await sut.finish()
  }

  private static var row: StoreEffect<Step> {
    .concatenate(.pause, .sending(1)).cancellable(id: 1, cancelInFlight: true)
  }
}

private enum Nesting: CaseIterable {
  case cancellableTwice, debounceAroundCancellable, cancellableAroundDebounce, debounceTwice, throttleAroundCancellable

  var effect: StoreEffect<Step> { effect(running: .sending(1)) }

  func effect(running effect: StoreEffect<Step>) -> StoreEffect<Step> {
    let clock = ContinuousClock()
    return switch self {
    case .cancellableTwice: effect.cancellable(id: 1, cancelInFlight: true).cancellable(id: 1, cancelInFlight: true)
    case .debounceAroundCancellable:
      effect.cancellable(id: 1, cancelInFlight: true).debounce(id: 1, for: .seconds(1), clock: clock)
    case .cancellableAroundDebounce:
      effect.debounce(id: 1, for: .seconds(1), clock: clock).cancellable(id: 1, cancelInFlight: true)
    case .debounceTwice:
      effect.debounce(id: 1, for: .seconds(1), clock: clock).debounce(id: 1, for: .seconds(1), clock: clock)
    case .throttleAroundCancellable:
      effect.cancellable(id: 1, cancelInFlight: true).throttle(
        id: 1,
        for: .milliseconds(500),
        clock: clock,
        latest: true
      )
    }
  }
}

extension StoreEffect<Step> {
  /// Ends after a second.
  fileprivate static var pause: Self {
    .run { _ in try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
  }
}
