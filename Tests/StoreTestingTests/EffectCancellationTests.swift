import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("Cancelling effects", .deterministic)
struct EffectCancellationTests {
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

  @Test("When the effects of a task do not end then waiting for them fails", .exactOnly)
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
    #expect(issues.first?.text.hasPrefix("The effects did not finish\nNo task in this test") == true)
    #expect(issues.last?.text.hasPrefix("The cancelled effects did not finish\nNo task in this test") == true)
  }
}

/// Waits at a gate and takes no notice of being cancelled.
private func hold(at gate: Gate) async {
  await Task { await gate.wait() }.value
}
