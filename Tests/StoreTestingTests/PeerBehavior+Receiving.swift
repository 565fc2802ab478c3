import StoreTesting
import TestClocks
import TestDoubles
import Testing

extension PeerBehavior {
  static let receiving = [
    PeerBehavior(
      "actions are received by their case, in part and shown",
      [
        "`.value(42)` changed state that is not asserted (- before, + after):",
        "`.text(\"a\")` changed state that is not asserted (- before, + after):",
      ]
    ) {
      let sut = makeTwoResponses(.off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.receive(Step.value) { $0.steps = 2 }
      await sut.receive(Step.text) { $0.steps = 3 }
    },
    PeerBehavior("actions are received by their case, in part") {
      let sut = makeTwoResponses(.off)
      await sut.send(.start)
      await sut.receive(Step.value) { $0.steps = 2 }
      await sut.receive(Step.text) { $0.steps = 3 }
    },
    PeerBehavior("actions are received by their case") {
      let sut = makeTwoResponses(.on)
      await sut.sendLogged(.start)
      await sut.receive(Step.value) { $0.log(.value(42)) }
      await sut.receive(Step.text) { $0.log(.text("a")) }
    },
    PeerBehavior("an action without == is received by its case") {
      let sut = makePlainStore()
      await sut.send(.tap)
      await sut.receive(Plain.response)
    },
    PeerBehavior("an action without == is received by a condition") {
      let sut = makePlainStore()
      await sut.send(.tap)
      await sut.receive(where: { if case .response = $0 { true } else { false } })
    },
    PeerBehavior(
      "an action is passed over for one that is received by its case",
      [
        "Skipped 1 received action before `.text(\"a\")`",
        "`.text(\"a\")` changed state that is not asserted (- before, + after):",
      ]
    ) {
      let sut = makeTwoResponses(.off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.receive(Step.text) { $0.steps = 3 }
    },
    PeerBehavior(
      "an action that only the test sent is received by its case",
      ["Expected to receive an action that the predicate holds for, but it did not arrive"]
    ) {
      let sut = makeTwoResponses(.off)
      await sut.send(.text("sent"))
      await sut.send(.start)
      await sut.receive(where: { $0 == .start })
      await sut.receive(Step.value)
      await sut.receive(Step.text)
    },
    PeerBehavior(
      "an action is received once more than it came",
      ["Expected to receive an action of the case made by `(String) -> Step`, but it did not arrive"]
    ) {
      let sut = makeTwoResponses(.off)
      await sut.send(.start)
      await sut.receive(Step.text)
      await sut.receive(Step.text)
    },
    PeerBehavior("an action is received that is still to come") {
      let sut = makeStore(onStart: .afterPauses([.value(1), .value(2)]), exhaustivity: .off)
      await sut.send(.start)
      await sut.receive(.value(2))
    },
    PeerBehavior(
      "an action is received that never comes, while others do",
      ["Expected to receive `.value(2)`, but it did not arrive"]
    ) {
      let sut = makeStore(onStart: .afterPauses([.value(1), .value(1)]), exhaustivity: .off)
      await sut.send(.start)
      await sut.receive(.value(2))
    },
    PeerBehavior("the same action is received twice, each after a while") {
      let sut = makeStore(onStart: .afterPauses([.value(2), .value(2)]), exhaustivity: .off)
      await sut.send(.start)
      await sut.receive(.value(2))
      await sut.receive(.value(2))
    },
  ]

  static let effects = [
    PeerBehavior("an effect with an identifier is cancelled") {
      let taps = StreamSource<Int>()
      let stream = taps.makeStream()
      let effect = StoreEffect<Step>.run { send in for await value in stream { await send(.value(value)) } }
      let sut = makeStore(onStart: effect.cancellable(id: 1), onStop: .cancel(id: 1))
      await sut.sendLogged(.start)
      for value in 1...2 {
        taps.send(value)
        await sut.receiveLogged(.value(value))
      }
      await sut.sendLogged(.stop)
      taps.send(3)
      await sut.finish()
    },
    PeerBehavior("an effect takes the place of the one before") {
      let taps = StreamSource<Int>()
      let sut = makeStore { step in
        guard step == .start || step == .again else { return step == .stop ? .cancel(id: 1) : .none }
        let stream = taps.makeStream()
        return .run { send in for await value in stream { await send(.value(value)) } }
          .cancellable(id: 1, cancelInFlight: true)
      }
      await sut.sendLogged(.start)
      taps.send(1)
      await sut.receiveLogged(.value(1))
      await sut.sendLogged(.again)
      taps.send(2)
      await sut.receiveLogged(.value(2))
      await sut.sendLogged(.stop)
    },
    PeerBehavior("an effect is cancelled while it sleeps", needsVirtualTime: true) {
      let sut = makeStore(onStart: .afterPauses([.value(1)]).cancellable(id: 1), onStop: .cancel(id: 1))
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    },
    PeerBehavior("an effect is cancelled while it sleeps on a test clock") {
      let clock = TestClock()
      let effect = StoreEffect<Step>.run { send in
        try await clock.sleep(for: .seconds(2))
        await send(.value(1))
      }
      let sut = makeStore(onStart: effect.cancellable(id: 1), onStop: .cancel(id: 1))
      await sut.sendLogged(.start)
      await clock.advance(by: .seconds(1))
      await sut.sendLogged(.stop)
      await clock.run()
      await sut.finish()
    },
    PeerBehavior("an effect with the same identifier twice is cancelled") {
      let sut = makeStore(onStart: .endless.cancellable(id: 1).cancellable(id: 1), onStop: .cancel(id: 1))
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    },
    PeerBehavior("an effect is cancelled that has finished") {
      let sut = makeStore(onStart: .sending(1).cancellable(id: 1), onStop: .cancel(id: 1))
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      await sut.sendLogged(.stop)
      await sut.finish()
    },
    PeerBehavior("effects share an identifier, and both finish", needsVirtualTime: true) {
      let effects = StoreEffect<Step>.merge(
        .afterPauses([.value(1)]).cancellable(id: "id"),
        .concatenate(.afterPauses([.value(2)])).cancellable(id: "id")
      )
      let sut = makeStore(onStart: effects)
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      await sut.receiveLogged(.value(2))
      await sut.finish()
    },
    PeerBehavior("the task of an action is cancelled at once", needsVirtualTime: true) {
      let sut = makeStore(onStart: .afterPauses([.value(1)]).cancellable(id: "id"))
      await sut.sendLogged(.start).cancel()
      await sut.finish()
    },
    PeerBehavior("merged effects with an identifier have another around them") {
      let sut = makeStore(
        onStart: .merge(.merge(.send(.value(1)), .send(.value(2))).cancellable(id: 1)).cancellable(id: 2)
      )
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      await sut.receiveLogged(.value(2))
    },
    PeerBehavior("an effect is cancelled and throws an error of its own") {
      struct Failure: Error {}
      let sut = makeStore(
        onStart: .run { _ in
          try? await Task.sleep(for: .seconds(1_000_000))  // sleep-is-the-subject
          throw Failure()
        }
        .cancellable(id: 1),
        onStop: .cancel(id: 1)
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    },
    PeerBehavior("identifiers of different types are different", needsVirtualTime: true) {
      enum First: Hashable { case id }
      enum Second: Hashable { case id }
      let sut = makeStore(
        onStart: .merge(.endless.cancellable(id: First.id), .afterPauses([.value(1)]).cancellable(id: Second.id)),
        onStop: .cancel(id: First.id)
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.receiveLogged(.value(1))
      await sut.finish()
    },
    PeerBehavior("children with the same identifier are told apart", needsVirtualTime: true) {
      let effect = StoreEffect<Step>.afterPauses([.value(1)]).cancellable(id: 1, cancelInFlight: true)
      let sut = makeStore { step in
        switch step {
        case .start: effect.scoped(to: "a")
        case .again: effect.scoped(to: "b")
        case .stop: .cancel(id: 1).scoped(to: "b")
        default: .none
        }
      }
      for step in [Step.start, .again, .stop] { await sut.sendLogged(step) }
      await sut.receiveLogged(.value(1))
      await sut.finish()
    },
    PeerBehavior("only the last of several effects is left by a debounce") {
      let clock = TestClock()
      let sut = makeStore { step in
        guard case .text(let text) = step else { return .none }
        return .sending(Int(text) ?? 0).debounce(id: 1, for: .seconds(1), clock: clock)
      }
      for text in ["1", "2", "3"] {
        await sut.sendLogged(.text(text))
        await clock.advance(by: .milliseconds(500))
      }
      await clock.advance(by: .milliseconds(500))
      await sut.receiveLogged(.value(3))
      await clock.run()
      await sut.finish()
    },
    PeerBehavior("a debounced effect starts after the pause, and not before") {
      let clock = TestClock()
      let runs = LockIsolated(0)
      let effect = StoreEffect<Step>.run { send in
        runs.withValue { $0 += 1 }
        await send(.value(1))
      }
      let sut = makeStore(onStart: effect.debounce(id: 1, for: .seconds(1), clock: clock))
      await sut.sendLogged(.start)
      await clock.advance(by: .milliseconds(500))
      #expect(runs.value == 0)
      await clock.advance(by: .milliseconds(500))
      await sut.receiveLogged(.value(1))
      #expect(runs.value == 1)
    },
    isolated("a test's effects have identifiers of their own"),
    isolated("another test's effects may have the same ones beside it"),
  ]

  private static func isolated(_ name: String) -> PeerBehavior {
    PeerBehavior(name) {
      let sut = makeStore(
        onStart: .concatenate(.send(.value(42)), .endless).cancellable(id: "shared", cancelInFlight: true),
        onStop: .cancel(id: "shared")
      )
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(42))
      await sut.sendLogged(.stop)
    }
  }

  private enum Plain {
    case tap
    case response(Payload)
    struct Payload {}
  }

  @MainActor
  private static func makePlainStore() -> TestStore<Int, Plain> {
    TestStore(initialState: 0) { _, action in
      guard case .tap = action else { return .none }
      return .send(.response(Plain.Payload()))
    }
  }
}

extension StoreEffect<Step> {
  /// Sends steps, each after a little while.
  fileprivate static func afterPauses(_ steps: [Step]) -> Self {
    .run { send in
      for step in steps {
        try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
        await send(step)
      }
    }
  }
}
