import StoreTesting
import TestClocks
import Testing

extension PeerBehavior {
  static let skipping = [
    PeerBehavior("received actions are skipped if there are any") {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
      await sut.skipReceived(strict: false)
      #expect(sut.state.steps == 2)
    },
    PeerBehavior("received actions are to be skipped, and there are none", ["There is no received action to skip"]) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      await sut.skipReceived(strict: true)
    },
    PeerBehavior("received actions are skipped in part") {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off)
      await sut.sendLogged(.start)
      await sut.skipReceived(strict: false)
      #expect(sut.state.steps == 2)
    },
    PeerBehavior("received actions are skipped in part and shown", ["Skipped 1 received action"]) {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off(showSkipped: true))
      await sut.sendLogged(.start)
      await sut.skipReceived(strict: false)
      #expect(sut.state.steps == 2)
    },
    PeerBehavior("effects in flight are skipped if there are any") {
      let sut = makeStore(onStart: .endless)
      await sut.sendLogged(.start)
      await sut.skipInFlightEffects(strict: false)
    },
    PeerBehavior("effects in flight are to be skipped, and there are none", ["There is no effect in flight to skip"]) {
      let sut = makeStore(onStart: .run { _ in })
      let task = await sut.sendLogged(.start)
      await task.finish()
      await sut.skipInFlightEffects(strict: true)
    },
    PeerBehavior("effects in flight are skipped in part") {
      let sut = makeStore(onStart: .endless, exhaustivity: .off)
      await sut.sendLogged(.start)
      await sut.skipInFlightEffects(strict: false)
    },
    PeerBehavior("effects in flight are skipped in part and shown", ["Cancelled"]) {
      let sut = makeStore(onStart: .endless, exhaustivity: .off(showSkipped: true))
      await sut.sendLogged(.start)
      await sut.skipInFlightEffects(strict: false)
    },
    PeerBehavior("actions may be left at the end in part") {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off)
      await sut.sendLogged(.start)
    },
    PeerBehavior("actions may be left at the end in part, where skipped ones are shown") {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off(showSkipped: true))
      await sut.sendLogged(.start)
    },
    PeerBehavior("effects may be left at the end in part") {
      let sut = makeStore(onStart: .endless, exhaustivity: .off)
      await sut.sendLogged(.start)
    },
    PeerBehavior("effects may be left at the end in part, where skipped ones are shown") {
      let sut = makeStore(onStart: .endless, exhaustivity: .off(showSkipped: true))
      await sut.sendLogged(.start)
    },
  ]

  static let inPart = [
    PeerBehavior(
      "a part of each change is asserted, and the rest is shown",
      [
        "`.start` changed state that is not asserted (- before, + after):",
        "`.start` changed state that is not asserted (- before, + after):",
      ]
    ) {
      let sut = makeStore(exhaustivity: .off(showSkipped: true))
      await sut.send(.start) { $0.steps = 1 }
      await sut.send(.start) { $0.entries = ["start", "start"] }
      await sut.send(.start) {
        $0.steps = 3
        $0.entries = ["start", "start", "start"]
      }
    },
    PeerBehavior(
      "the first part of a change is asserted, and the rest is shown",
      ["`.start` changed state that is not asserted (- before, + after):"]
    ) {
      let sut = makeStore(exhaustivity: .off(showSkipped: true))
      await sut.send(.start) { $0.steps = 1 }
    },
    PeerBehavior(
      "the part that is asserted is wrong",
      ["The state after `.start` is not as expected (- expected, + actual):"]
    ) {
      let sut = makeStore(exhaustivity: .off(showSkipped: true))
      await sut.send(.start) { $0.steps = 0 }
    },
    PeerBehavior("a part of a change is asserted, and nothing is shown") {
      let sut = makeStore(exhaustivity: .off)
      await sut.send(.start) { $0.steps = 1 }
    },
    PeerBehavior(
      "an action is sent before another is received, and that is shown",
      ["Skipped 1 received action", "`.stop` changed state that is not asserted (- before, + after):"]
    ) {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.send(.stop) { $0.steps = 3 }
    },
    PeerBehavior(
      "a received action changes something else",
      ["The state after `.value(1)` is not as expected (- expected, + actual):"]
    ) {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.receive(.value(1)) {
        $0.log(.value(1))
        $0.steps = 9
      }
    },
    PeerBehavior(
      "only the last of several actions is asserted",
      [
        "`.start` changed state that is not asserted (- before, + after):",
        "`.start` changed state that is not asserted (- before, + after):",
        "`.start` changed state that is not asserted (- before, + after):",
      ]
    ) {
      let sut = makeStore(exhaustivity: .off(showSkipped: true))
      await sut.send(.start)
      #expect(sut.state.steps == 1)
      await sut.send(.start)
      #expect(sut.state.steps == 2)
      await sut.send(.start) { $0.steps = 3 }
      #expect(sut.state.steps == 3)
    },
    PeerBehavior(
      "a part of what received actions change is asserted",
      [
        "`.value(42)` changed state that is not asserted (- before, + after):",
        "`.text(\"a\")` changed state that is not asserted (- before, + after):",
      ]
    ) {
      let sut = makeTwoResponses(.off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.receive(.value(42)) { $0.steps = 2 }
      await sut.receive(.text("a")) { $0.steps = 3 }
      #expect(sut.state.entries.count == 3)
    },
    PeerBehavior("a received action is passed over", ["Skipped 1 received action before `.text(\"a\")`"]) {
      let sut = makeTwoResponses(.off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.receive(.text("a")) { $0.log(.text("a")) }
      #expect(sut.state.steps == 3)
    },
    PeerBehavior("actions are sent while others have not been received", ["Skipped 2 received actions"]) {
      let sut = makeTwoResponses(.off(showSkipped: true))
      await sut.send(.start) { $0.log(.start) }
      await sut.send(.silent)
    },
    PeerBehavior("a sent action passes over those that have been received") {
      let sut = makeStore(onStart: .sending(42), exhaustivity: .off)
      await sut.send(.start)
      #expect(sut.state.steps == 1)
      await sut.send(.start)
      #expect(sut.state.steps == 3)
      await sut.skipReceived()
      #expect(sut.state.steps == 4)
    },
    PeerBehavior(
      "a long flow is asserted up to its middle",
      [
        "`.start` changed state that is not asserted (- before, + after):", "Skipped 1 received action",
        "`.again` changed state that is not asserted (- before, + after):", "Cancelled", "Skipped 2 received actions",
      ]
    ) {
      let clock = TestClock()
      let effect = StoreEffect<Step>.run { send in
        await send(.value(1))
        try await clock.sleep(for: .seconds(1))
        await send(.value(2))
      }
      let sut = makeStore(onStart: effect, exhaustivity: .off(showSkipped: true))
      await sut.send(.start)
      await clock.advance(by: .milliseconds(500))
      await sut.send(.again) { $0.steps = 3 }
      await clock.advance(by: .milliseconds(500))
      await sut.skipInFlightEffects()
      await sut.skipReceived()
    },
    PeerBehavior("a closure sets what is there already, and is not told to change it") {
      let sut = makeStore(exhaustivity: .off(showSkipped: true))
      await sut.send(.silent) { $0.steps = 0 }
      sut.assert { $0.steps = 0 }
    },
    PeerBehavior("one field of a change is asserted") {
      let sut = makeStore(exhaustivity: .off)
      await sut.send(.text("Marek")) { $0.entries = ["text(\"Marek\")"] }
    },
    PeerBehavior("the sum of several actions is asserted") {
      let sut = makeStore(exhaustivity: .off)
      for name in ["Adam", "Piotr"] { await sut.send(.text(name)) }
      await sut.send(.text("Info")) {
        $0.entries = ["Adam", "Piotr", "Info"].map { "text(\"\($0)\")" }
        $0.steps = 3
      }
    },
    PeerBehavior("one of two actions that come together is received") {
      let clock = TestClock()
      let effect = StoreEffect<Step>.run { send in
        try await clock.sleep(for: .seconds(1))
        async let age: Void = send(.value(34))
        async let mood: Void = send(.text("calm"))
        _ = await (age, mood)
      }
      let sut = makeStore(onStart: effect, exhaustivity: .off)
      await sut.send(.start)
      await clock.advance(by: .seconds(1))
      await sut.receive(.value(34))
      #expect(sut.state.entries.contains("value(34)"))
    },
  ]

  @MainActor
  static func makeTwoResponses(_ exhaustivity: StoreExhaustivity) -> TestStore<Log, Step> {
    makeStore(onStart: .merge(.send(.value(42)), .send(.text("a"))), exhaustivity: exhaustivity)
  }
}
