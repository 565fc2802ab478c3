import StoreTesting
import TestDoubles
import Testing

extension PeerBehavior {
  static let steps = [
    PeerBehavior("effects one after the other, and beside each other") {
      let sut = makeStore { step in
        switch step {
        case .start:
          .merge(
            .run { send in
              await hop()
              await send(.value(1))
              await send(.value(4))
            },
            .endless.cancellable(id: 1)
          )
        case .value(1): .concatenate(.send(.value(2)), .send(.value(3)))
        case .value(4): .concatenate(.send(.value(5)), .send(.value(6)))
        case .stop: .cancel(id: 1)
        default: .none
        }
      }
      await sut.sendLogged(.start)
      for value in 1...6 { await sut.receiveLogged(.value(value)) }
      await sut.sendLogged(.stop)
    },
    PeerBehavior("an asynchronous effect") {
      let sut = makeStore(onStart: .sending(42))
      await sut.sendLogged(.start)
      await sut.receive(.value(42)) { $0.log(.value(42)) }
    },
    PeerBehavior(
      "a change that is described wrongly, when sent and when received",
      [
        "The state after `.start` is not as expected (- expected, + actual):",
        "The state after `.value(1)` is not as expected (- expected, + actual):",
      ]
    ) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.send(.start) { $0.steps = 9 }
      await sut.receive(.value(1)) { $0.steps = 1100 }
    },
    PeerBehavior(
      "a closure that sets what is there already",
      [
        "`.silent` did not change the state, and the closure describes no change",
        "`.silent` did not change the state, and the closure describes no change",
      ]
    ) {
      let sut = makeStore { $0 == .start ? .send(.silent) : .none }
      await sut.send(.silent) { $0.steps = 0 }
      await sut.sendLogged(.start)
      await sut.receive(.silent) { $0.steps = 1 }
    },
    PeerBehavior(
      "an action that meets a condition",
      [
        "Expected to receive `.start`, but received `.value(1)` (- expected, + actual):",
        "Expected to receive an action that the predicate holds for, but received `.value(1)`",
      ]
    ) {
      let sut = makeStore(onStart: .send(.value(1)))
      let asked = LockIsolated(0)
      await sut.sendLogged(.start)
      await sut.receive(where: { step in
        asked.withValue { $0 += 1 }
        return step == .value(1)
      }) { $0.log(.value(1)) }
      #expect(asked.value > 0)
      await sut.sendLogged(.start)
      await sut.receive(.start)
      await sut.skipReceived(strict: false)
      await sut.sendLogged(.start)
      await sut.receive(where: { $0 == .stop })
      await sut.skipReceived(strict: false)
    },
    PeerBehavior("the state, inside a closure and after it") {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
      await sut.send(.start) {
        $0.log(.start)
        #expect(sut.state.steps == 0)
      }
      #expect(sut.state.steps == 1)
      for value in 1...2 {
        await sut.receive(.value(value)) {
          $0.log(.value(value))
          #expect(sut.state.steps == value)
        }
        #expect(sut.state.steps == value + 1)
      }
    },
    PeerBehavior("a dependency that changes between two actions") {
      let now = LockIsolated(1)
      let sut = TestStore(initialState: 0) { (state: inout Int, _: Step) in
        state = now.value
        return .none
      }
      await sut.send(.start) { $0 = 1 }
      now.setValue(2)
      await sut.send(.start) { $0 = 2 }
    },
    PeerBehavior("dependencies given to a feature") {
      struct Feature {
        let load: @Sendable () async -> Int
        func reduce(_ state: inout Int, _ step: Step) -> StoreEffect<Step> {
          guard case .value(let value) = step else { return .run { [load] send in await send(.value(load())) } }
          state = value
          return .none
        }
      }
      let sut = TestStore(initialState: 0, reduce: Feature { 7 }.reduce)
      await sut.send(.start)
      await sut.receive(.value(7)) { $0 = 7 }
    },
    PeerBehavior("the whole state, asserted in part") {
      let sut = makeStore(exhaustivity: .off)
      sut.assert { $0.steps = 0 }
    },
    PeerBehavior("the whole state, asserted wrongly", ["The state is not as expected (- expected, + actual):"]) {
      let sut = makeStore(exhaustivity: .off)
      sut.assert { $0.steps = 1 }
    },
    PeerBehavior("a stream of values that the test sends") {
      let taps = StreamSource<Int>()
      let stream = taps.makeStream()
      let sut = makeStore(onStart: .run { send in for await value in stream { await send(.value(value)) } })
      let task = await sut.sendLogged(.start)
      taps.send(1)
      await sut.receiveLogged(.value(1))
      await task.cancel()
    },
    PeerBehavior(
      "a nested action with a value, and another value",
      [
        "Expected to receive an action of the case `.child` holding `.done(43)`, but received `.child(done(42))` (- expected, + actual):"
      ]
    ) {
      let sut = makeParentStore()
      await sut.send(.tap)
      await sut.receive(Parent.child, .done(42))
      await sut.send(.tap)
      await sut.receive(Parent.child, .done(43))
      await sut.skipReceived(strict: false)
    },
    PeerBehavior("nested actions that are sent") {
      let sut = makeParentStore()
      await sut.send(.child(.add([19, 23]))) { $0 = 42 }
      await sut.receive(Parent.child, .done(42))
      await sut.send(.child(.add([0])))
      await sut.receive(Parent.child, .done(42))
    },
    PeerBehavior("an action with the name of a property") {
      struct State: Equatable { var isOn = false }
      enum Action: Equatable { case start, isOn(Bool) }
      let sut = TestStore(initialState: State()) { (state: inout State, action: Action) in
        guard case .isOn(let isOn) = action else { return .send(.isOn(true)) }
        state.isOn = isOn
        return .none
      }
      await sut.send(.start)
      await sut.receive(Action.isOn) { $0.isOn = true }
    },
  ]

  static let failures = [
    PeerBehavior(
      "a closure that changes nothing",
      [
        "`.start` did not change the state, and the closure describes no change",
        "`.stop` did not change the state, and the closure describes no change",
      ]
    ) {
      let sut = TestStore(initialState: 0) { (_: inout Int, step: Step) in step == .start ? .send(.stop) : .none }
      await sut.send(.start) { _ = $0 }
      await sut.receive(.stop) { _ = $0 }
    },
    PeerBehavior(
      "another change than described",
      ["The state after `.start` is not as expected (- expected, + actual):"]
    ) {
      let sut = makeStore()
      await sut.send(.start) { $0.steps = 0 }
    },
    PeerBehavior(
      "a change of a sent action that is not described",
      ["`.start` changed the state, but no change was expected (- before, + after):"]
    ) {
      let sut = makeStore()
      await sut.send(.start)
    },
    PeerBehavior(
      "a change of a received action that is not described",
      ["`.value(1)` changed the state, but no change was expected (- before, + after):"]
    ) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
      await sut.receive(.value(1))
    },
    PeerBehavior("an action left at the end", ["The test ended with 1 received action not yet asserted"]) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
    },
    PeerBehavior("an action left when the test finishes the store", ["1 received action was not asserted"]) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
      await sut.finish()
    },
    PeerBehavior("an effect left at the end", ["An effect of `.start` was still running when the test ended"]) {
      let sut = makeStore(onStart: .endless)
      await sut.sendLogged(.start)
    },
    PeerBehavior(
      "an action sent before another is received",
      ["`.start` was sent with 1 received action not yet asserted"]
    ) {
      let sut = makeStore { $0 == .start ? .send(.silent) : .none }
      await sut.sendLogged(.start)
      await sut.sendLogged(.start)
      await sut.receive(.silent)
      await sut.receive(.silent)
    },
    PeerBehavior("an action that never comes", ["Expected to receive `.value(1)`, but it did not arrive"]) {
      let sut = makeStore()
      await sut.receive(.value(1))
    },
    PeerBehavior(
      "another action than expected",
      ["Expected to receive `.start`, but received `.value(1)` (- expected, + actual):"]
    ) {
      let sut = makeStore(onStart: .send(.value(1)))
      await sut.sendLogged(.start)
      await sut.receive(.start)
    },
    PeerBehavior("a closure that throws", ["The closure that describes the change by `.silent` threw an error"]) {
      let sut = makeStore()
      await sut.send(.silent) { _ in throw CancellationError() }
    },
    PeerBehavior(
      "a closure that sets what is there, after an action that changes nothing",
      [
        "`.start` did not change the state, and the closure describes no change",
        "`.silent` did not change the state, and the closure describes no change",
      ]
    ) {
      let sut = TestStore(initialState: 0) { (_: inout Int, step: Step) in step == .start ? .send(.silent) : .none }
      await sut.send(.start)
      await sut.receive(.silent)
      await sut.send(.start) { $0 = 0 }
      await sut.receive(.silent) { $0 = 0 }
    },
  ]

  private enum Parent: Equatable {
    case tap
    case child(Child)
  }

  private enum Child: Equatable {
    case add([Int])
    case done(Int)
  }

  @MainActor
  private static func makeParentStore() -> TestStore<Int, Parent> {
    TestStore(initialState: 0) { state, action in
      switch action {
      case .tap: return .send(.child(.done(42)))
      case .child(.add(let numbers)):
        state += numbers.reduce(0, +)
        return .send(.child(.done(state)))
      case .child(.done): return .none
      }
    }
  }
}
