import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("Effects", .deterministic)
struct EffectTests {
  @Suite("Work")
  @MainActor
  struct Work {
    @Test("When work throws and there is a handler then the handler may send an action")
    func whenWorkThrows_thenHandlerSends() async {
      let sut = makeStore(
        onStart: .run { _ in
          throw Failure.offline
        } catch: { error, send in
          await send(.text("\(error)"))
        }
      )
      await sut.sendLogged(.start)
      await sut.receiveLogged(.text("offline"))
    }

    @Test("When nothing catches an error then the test fails at the line that sent the action")
    func whenNothingCatches_thenTestFailsAtSend() async {
      let sut = makeStore(onStart: .run { _ in throw Failure.offline })
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.sendLogged(.start)
        await sut.finish()
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          An effect of `.start` threw an error that nothing catches
          .offline
          Catch it in `run(_:catch:)` and send an action that says so.
          """
        ]
      )
    }

    @Test("When an effect of a received action throws then the action is named, at the line that set it off")
    func whenEffectOfReceivedActionThrows_thenActionIsNamed() async throws {
      let sut = makeStore { action in
        switch action {
        case .start: .send(.value(1))
        case .value: .run { _ in throw Failure.offline }
        default: .none
        }
      }
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.sendLogged(.start)
        await sut.receiveLogged(.value(1))
        await sut.finish()
      }
      #expect(issues.map(\.line) == [line])
      #expect(try #require(issues.first).text.hasPrefix("An effect of `.value(1)` threw"))
    }

    @Test("When work is cancelled then its handler is not called and nothing fails")
    func whenWorkIsCancelled_thenNothingFails() async {
      let sut = makeStore(
        onStart: .run { _ in
          try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        } catch: { _, send in
          await send(.text("caught"))
        }
        .cancellable(id: 1),
        onStop: .cancel(id: 1)
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    }

    @Test("When work is off the main actor then it sends in the same way")
    func whenWorkIsElsewhere_thenItSends() async {
      @Sendable nonisolated func load(_ send: StoreSend<Step>) async {
        await send(.value(1))
      }
      let sut = makeStore(onStart: .run { send in await load(send) })
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
    }

    @Test("When the reducer answers its own actions endlessly then it is stopped with a failure")
    func whenReducerAnswersItself_thenItIsStopped() async {
      let sut = makeStore { _ in .send(.silent) }
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.sendLogged(.start)
        await sut.skipReceived()
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          The reducer sends itself actions endlessly
          Stopped at `.silent` after 10000 consecutive actions from `.send` effects.
          """
        ]
      )
    }
  }

  @Suite("Several effects")
  @MainActor
  struct Several {
    @Test("When effects are merged then they run at the same time")
    func whenMerged_thenEffectsRunAtTheSameTime() async {
      let gate = Gate()
      let sut = makeStore(
        onStart: .merge(
          .run { send in
            await gate.wait()
            await send(.value(1))
          },
          .none,
          .run { send in
            await send(.value(2))
            gate.open()
          }
        )
      )
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(2))
      await sut.receiveLogged(.value(1))
    }

    @Test("When effects are concatenated then each waits for the one before")
    func whenConcatenated_thenEffectsRunInOrder() async {
      let sut = makeStore(
        onStart: .concatenate(
          .run { send in
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            await send(.value(1))
          },
          .send(.value(2)),
          .none,
          .merge(.sending(3), .sending(4)),
          .merge([]),
          .sending(5)
        )
      )
      await sut.sendLogged(.start)
      for value in 1...5 { await sut.receiveLogged(.value(value)) }
    }

    @Test("When an effect is of another feature then its actions are turned into the parent's, whatever the effect is")
    func whenMapped_thenActionsAreTurned() async {
      let child = StoreEffect<Int>.concatenate(
        .none,
        .send(1),
        .run { send in await send(2) },
        .merge(.send(3), .cancel(id: "none")),
        .run { send in await send(4) }.cancellable(id: "a").throttle(
          id: "b",
          for: .seconds(1),
          clock: ContinuousClock(),
          latest: true
        )
      )
      let sut = makeStore(onStart: child.map(Step.value))
      await sut.sendLogged(.start)
      for value in 1...4 { await sut.receiveLogged(.value(value)) }
    }
  }
}

private enum Failure: Error {
  case offline
}
