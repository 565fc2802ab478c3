import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("The end of a test")
struct EndTests {
  @Suite("Finishing")
  @MainActor
  struct Finishing {
    @Test("When effects end by themselves then finishing waits for them, in any test", arguments: [false, true])
    func whenEffectsEnd_thenFinishingWaits(isDeterministic: Bool) async throws {
      let calls = LockIsolated(0)
      try await withOptionalScheduling(isDeterministic) {
        let sut = makeStore(
          onStart: .run { _ in
            for _ in 1...10 { await hop() }
            calls.withValue { $0 += 1 }
          }
        )
        await sut.sendLogged(.start)
        await sut.finish()
      }
      #expect(calls.value == 1)
    }

    @Test("When an effect does not end then finishing names it and cancels it")
    func whenEffectDoesNotEnd_thenFinishingFails() async {
      var startLine = 0
      var line = 0
      let issues = await capturingIssues {
        await WaitLimit.withValue(.milliseconds(20)) {
          let sut = makeStore(onStart: .endless)
          startLine = #line + 1
          await sut.sendLogged(.start)
          line = #line + 1
          await sut.finish()
        }
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          Expected every effect to finish, but 1 did not
            effect of `.start` (line \(startLine)): still running
          Timed out after 20 milliseconds.
          Send an action that cancels it, or call `await store.skipInFlightEffects()`.
          """
        ]
      )
    }

    @Test(
      "When nothing can run any more in a deterministic test then finishing fails at once",
      .exactOnly,
      .deterministic
    )
    func whenNothingCanRun_thenFinishingFailsAtOnce() async throws {
      let gate = Gate()
      let sut = makeStore(onStart: .run { _ in await hold(at: gate) }.cancellable(id: 1), onStop: .cancel(id: 1))
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        await sut.sendLogged(.stop)
        await sut.finish()
      }
      gate.open()
      let text = try #require(issues.first).text
      #expect(issues.count == 1)
      #expect(text.hasPrefix("Expected every effect to finish, but 1 did not\n"))
      #expect(text.contains("\nNo task in this test can make progress."))
      #expect(text.contains("ignores cancellation"))
    }

    @Test("When received actions are left then finishing names them and what they changed")
    func whenActionsAreLeft_thenFinishingFails() async throws {
      var line = 0
      let sut = makeStore(onStart: .merge((1...12).map { .send(.value($0)) }))
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        line = #line + 1
        await sut.finish()
      }
      let text = try #require(issues.first).text
      #expect(issues.map(\.line) == [line])
      #expect(text.hasPrefix("12 received actions were not asserted\n  `.value(1)`\n"))
      #expect(text.contains("\n  … and 2 more\n"))
      #expect(text.contains("They changed the state (- before, + after):\n"))
      #expect(sut.state.steps == 13)
    }
  }

  @Suite("A store that goes away")
  @MainActor
  struct GoingAway {
    @Test("When an effect is still running then the test fails at the line that set it off", arguments: [false, true])
    func whenEffectIsRunning_thenTestFails(isDeterministic: Bool) async throws {
      var line = 0
      let issues = await issuesOfStore(isDeterministic) {
        let sut = makeStore(onStart: .endless)
        line = #line + 1
        await sut.sendLogged(.start)
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          An effect of `.start` was still running when the test ended
          Await `store.finish()`, send an action that cancels it, or call `await store.skipInFlightEffects()`.
          """
        ]
      )
    }

    @Test("When received actions are left then the test fails at the line that set them off", arguments: [false, true])
    func whenActionsAreLeft_thenTestFails(isDeterministic: Bool) async throws {
      var line = 0
      let issues = await issuesOfStore(isDeterministic) {
        let sut = makeStore(onStart: .send(.value(1)))
        line = #line + 1
        await sut.sendLogged(.start)
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          The test ended with 1 received action not yet asserted
            `.value(1)`
          Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
          """
        ]
      )
    }

    @Test(
      "When the last thing an effect does is to send an action then receiving that is enough",
      arguments: [false, true]
    )
    func whenEffectEndsWithItsAction_thenReceivingIsEnough(isDeterministic: Bool) async throws {
      let issues = await issuesOfStore(isDeterministic) {
        let sut = makeStore(
          onStart: .run { send in
            await hop()
            await send(.value(1))
            await hop()
            await send(.value(2))
          }
        )
        await sut.sendLogged(.start)
        await sut.receiveLogged(.value(1))
        await sut.receiveLogged(.value(2))
      }
      #expect(issues.map(\.text) == [])
    }

    @Test("When an effect goes on after its last action then a test without a schedule has to wait for it")
    func whenEffectGoesOn_thenTestHasToWait() async throws {
      let ended = Waiter()
      var line = 0
      let issues = await issuesOfStore(false) {
        let sut = makeStore(
          onStart: .run { send in
            await send(.value(1))
            await hop()
            ended.signal()
          }
        )
        line = #line + 1
        await sut.sendLogged(.start)
        await sut.receiveLogged(.value(1))
        // Even if the effect has ended by now: it is the same in every run.
        _ = await ended.wait()
        for _ in 1...10 { await hop() }
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          An effect of `.start` may have outlived the test
          It kept running after its last action; whether it finished first was a race.
          Await `store.finish()`, or make the test `.deterministic`.
          """
        ]
      )
    }

    @Test("When an effect goes on after its last action then a deterministic test lets it end", .exactOnly)
    func whenEffectGoesOn_thenDeterministicTestLetsItEnd() async throws {
      let calls = LockIsolated(0)
      let issues = await issuesOfStore(true) {
        let sut = makeStore(
          onStart: .run { send in
            await send(.value(1))
            await hop()
            calls.withValue { $0 += 1 }
          }
        )
        await sut.sendLogged(.start)
        await sut.receiveLogged(.value(1))
      }
      #expect(issues.map(\.text) == [])
      #expect(calls.value == 1)
    }

    @Test("When what an effect waits for comes just before the end then a deterministic test lets it end", .exactOnly)
    func whenEffectCanGoOnAtTheEnd_thenDeterministicTestLetsItEnd() async {
      let calls = LockIsolated(0)
      let gate = Gate()
      let issues = await issuesOfStore(true) {
        let sut = makeStore(
          onStart: .run { _ in
            await gate.wait()
            calls.withValue { $0 += 1 }
          }
        )
        await sut.sendLogged(.start)
        gate.open()
      }
      #expect(issues.map(\.text) == [])
      #expect(calls.value == 1)
    }

    @Test(
      "When an effect was waited for, skipped or cancelled by an action then nothing fails",
      arguments: [false, true]
    )
    func whenEffectIsDealtWith_thenNothingFails(isDeterministic: Bool) async throws {
      let issues = await issuesOfStore(isDeterministic) {
        let waited = makeStore(onStart: .run { _ in await hop() })
        await waited.sendLogged(.start)
        await waited.finish()

        let skipped = makeStore(onStart: .endless)
        await skipped.sendLogged(.start)
        await skipped.skipInFlightEffects()

        let cancelled = makeStore(onStart: .endless.cancellable(id: 1), onStop: .cancel(id: 1))
        await cancelled.sendLogged(.start)
        await cancelled.sendLogged(.stop)
      }
      #expect(issues.map(\.text) == [])
    }

    @Test("When the store is not exhaustive then it goes away in silence, and its effects are cancelled")
    func whenStoreIsNotExhaustive_thenItGoesAwayInSilence() async throws {
      let cancelled = Waiter()
      let issues = await issuesOfStore(false) {
        let sut = makeStore(
          onStart: .merge(
            .send(.value(1)),
            .run { _ in
              try? await Task.sleep(for: .seconds(1_000))  // sleep-is-the-subject
              cancelled.signal()
            }
          ),
          exhaustivity: .off
        )
        await sut.send(.start)
      }
      #expect(await cancelled.wait() == .signaled)
      #expect(issues.map(\.text) == [])
    }

    @Test("When work begins without waiting for anything then it is done when send returns")
    func whenWorkDoesNotWait_thenItIsDoneWhenSendReturns() async {
      let tracked = LockIsolated<[String]>([])
      let sut = makeStore(onStart: .run { _ in tracked.withValue { $0.append("viewed") } })
      await sut.sendLogged(.start)
      #expect(tracked.value == ["viewed"])
    }
  }
}

/// The issues of a piece of code, and of the stores in it that go away with it.
@MainActor
private func issuesOfStore(_ isDeterministic: Bool, _ body: () async -> Void) async -> [Issue] {
  await capturingIssues { try await withOptionalScheduling(isDeterministic) { await body() } }
}

/// Waits at a gate and takes no notice of being cancelled.
private func hold(at gate: Gate) async {
  await Task { await gate.wait() }.value
}
