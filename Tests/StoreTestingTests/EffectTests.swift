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
          An effect of `.start` threw an error that nothing catches: .offline
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
          The reducer answers its own actions endlessly: after 10000 actions sent by `.send` effects without a pause \
          it was stopped at `.silent`.
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

  @Suite("Cancellation")
  @MainActor
  struct Cancellation {
    @Test("When an effect is cancelled by its identifier then it ends and sends nothing any more")
    func whenCancelledById_thenEffectEnds() async {
      let wasCancelled = LockIsolated(false)
      let sut = makeStore(
        onStart: .run { send in
          try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          wasCancelled.setValue(Task.isCancelled)
          await send(.value(1))
        }
        .cancellable(id: "load"),
        onStop: .cancel(id: "load")
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
      #expect(wasCancelled.value)
    }

    @Test("When effects share an identifier then both are cancelled, and others are not")
    func whenEffectsShareId_thenBothAreCancelled() async {
      let sut = makeStore(
        onStart: .merge(
          .endless.cancellable(id: 1),
          .concatenate(.endless, .send(.value(9))).cancellable(id: 1),
          .run { send in
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            await send(.value(1))
          }
          .cancellable(id: "1")
        ),
        onStop: .cancel(id: 1)
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.receiveLogged(.value(1))
      await sut.finish()
    }

    @Test("When an identifier is taken over then the effect that had it is cancelled first")
    func whenCancelInFlight_thenEarlierEffectIsCancelled() async {
      let sut = makeStore { action in
        switch action {
        case .start: .endless.cancellable(id: 1, cancelInFlight: true)
        case .again: .sending(2).cancellable(id: 1, cancelInFlight: true)
        default: .none
        }
      }
      await sut.sendLogged(.start)
      await sut.sendLogged(.again)
      await sut.receiveLogged(.value(2))
    }

    @Test("When an outer effect is cancelled then what is inside of it is")
    func whenOuterIsCancelled_thenInnerIs() async {
      let sut = makeStore(
        onStart: .merge(.endless.cancellable(id: "inner"), .endless).cancellable(id: "outer"),
        onStop: .cancel(id: "outer")
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.finish()
    }

    @Test("When an effect is cancelled before it began then its work is not done")
    func whenCancelledBeforeItBegan_thenWorkIsNotDone() async {
      let calls = LockIsolated(0)
      let sut = makeStore(
        onStart: .merge(.run { _ in calls.withValue { $0 += 1 } }.cancellable(id: 1), .cancel(id: 1))
      )
      await sut.sendLogged(.start)
      await sut.finish()
      #expect(calls.value == 0)
    }

    @Test("When the task of an action is cancelled then its effects end, and those of the actions they sent")
    func whenTaskIsCancelled_thenAllItsEffectsEnd() async {
      let sut = makeStore { action in
        switch action {
        case .start: .merge(.sending(1), .endless)
        case .value: .endless
        default: .none
        }
      }
      let task = await sut.sendLogged(.start)
      await sut.receiveLogged(.value(1))
      #expect(!task.isFinished)
      await task.cancel()
      #expect(task.isFinished)
      await sut.finish()
    }

    @Test("When an action has no effect then its task has finished")
    func whenThereIsNoEffect_thenTaskHasFinished() async {
      let sut = makeStore()
      let task = await sut.sendLogged(.start)
      #expect(task.isFinished)
      await task.finish()
      await task.cancel()
    }

    @Test("When the effects of a task do not end then waiting for them fails")
    func whenTaskDoesNotEnd_thenWaitingFails() async {
      let gate = Gate()
      let sut = makeStore(onStart: .run { _ in while !gate.isOpen { await hold(at: gate) } })
      var line = 0
      let issues = await capturingIssues {
        let task = await sut.sendLogged(.start)
        line = #line + 1
        await task.finish()
        await task.cancel()
      }
      gate.open()
      await sut.finish()
      #expect(issues.map(\.line) == [line, line + 1])
      #expect(issues.first?.text.hasPrefix("The effects did not end: waited until nothing in this test") == true)
      #expect(issues.last?.text.hasPrefix("The cancelled effects did not end: waited until nothing in") == true)
    }
  }
}

/// Waits at a gate and takes no notice of being cancelled.
private func hold(at gate: Gate) async {
  await Task { await gate.wait() }.value
}

private enum Failure: Error {
  case offline
}
