import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("Stores that are not reducers")
struct DrivenStoreTests {
  @Suite("Any store")
  @MainActor
  struct AnyStore {
    @Test("When a store handles an action at once then its change is asserted as a reducer's")
    func whenStoreHandlesAction_thenChangeIsAsserted() async {
      let sut = makeSUT(CartStore())
      await sut.send(.add("tea")) { $0.lines = ["tea"] }
      await sut.send(.add("milk")) { $0.lines = ["tea", "milk"] }
      await sut.finish()
    }

    @Test("When a store is an actor then sending may wait")
    func whenStoreIsAnActor_thenSendingWaits() async {
      let store = CounterStore()
      let sut = TestStore(driving: store) { (store: CounterStore, step: Int) in
        await store.add(step)
      } state: {
        $0.count.value
      }
      await sut.send(2) { $0 = 2 }
      await sut.finish()
    }

    @Test("When the change is another one then the test fails at the call")
    func whenChangeDiffers_thenTestFails() async {
      let sut = makeSUT(CartStore())
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.add("tea")) { $0.lines = ["milk"] }
      }
      #expect(issues.map(\.line) == [line])
    }

    @Test("When the state changes by itself then the next action, or the end, fails the test")
    func whenStateChangesByItself_thenTestFails() async throws {
      let store = CartStore()
      let sut = makeSUT(store)
      var line = 0
      let issues = await capturingIssues {
        store.state.total = 1
        line = #line + 1
        await sut.send(.add("tea")) { $0.lines = ["tea"] }
        store.state.total = 2
        await sut.finish()
      }
      #expect(issues.map(\.line) == [line, line + 2])
      let prefix = "The state changed, but no asserted action changes it (- before, + after):\n"
      #expect(issues.allSatisfy { $0.text.hasPrefix(prefix) })
    }

    @Test("When the state changes by itself and the test is not exhaustive then that is reported if wanted")
    func whenNotExhaustive_thenChangeIsReported() async throws {
      let store = CartStore()
      let sut = makeSUT(store, exhaustivity: .off(showSkipped: true))
      let issues = await capturingIssues {
        store.state.total = 1
        await sut.finish()
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.hasPrefix("The state has changed (- before, + after):\n") == true)
      #expect(sut.state.total == 1)
    }

    @Test(
      "When effects of the store run in a deterministic test then finishing waits for them",
      .exactOnly,
      .deterministic
    )
    func whenEffectsRun_thenFinishingWaits() async throws {
      let store = CartStore()
      let sut = makeSUT(store, exhaustivity: .off)
      await sut.send(.checkOut)
      await sut.finish()
      #expect(sut.state.total == 9)
    }
  }

  @Suite("At the end")
  @MainActor
  struct AtTheEnd {
    @Test("When the test never becomes idle then finishing says so", .exactOnly, .deterministic)
    func whenTestNeverBecomesIdle_thenFinishingFails() async {
      let sut = makeSUT(CartStore())
      var line = 0
      let issues = await WaitLimit.withValue(.milliseconds(10)) {
        await capturingIssues {
          // conventions:ignore yielding - a task that yields on and on is the subject
          let busy = Task { while !Task.isCancelled { await Task.yield() } }
          line = #line + 1
          await sut.finish()
          busy.cancel()
        }
      }
      #expect(issues.map(\.line) == [line])
      let prefix = "An effect of the store may not have finished\nThe test never became idle.\n"
      #expect(issues.first?.text.hasPrefix(prefix) == true)
    }

    @Test("When the task that finishes is cancelled then finishing says so", .exactOnly, .deterministic)
    func whenTaskIsCancelled_thenFinishingFails() async {
      let sut = makeSUT(CartStore())
      let issues = await capturingIssues {
        let finishing = Task { await sut.finish() }
        finishing.cancel()
        await finishing.value
      }
      #expect(issues.map(\.text) == ["An effect of the store may not have finished\nThe waiting task was cancelled."])
    }
  }

  @Suite("Changes that a store makes by itself")
  @MainActor
  struct OwnChanges {
    @Test("When a store changes its state later then that is waited for", .exactOnly, .deterministic)
    func whenStoreChangesLater_thenChangeIsReceived() async {
      let sut = makeSUT(CartStore())
      await sut.send(.checkOut)
      await sut.receiveChange { $0.total = 9 }
      await sut.finish()
    }

    @Test("When a store changes its state after a while then virtual time passes", .exactOnly, .deterministic)
    func whenStoreChangesAfterAWhile_thenTimePasses() async {
      let store = CartStore()
      let sut = makeSUT(store)
      Task {
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        store.state.total = 1
      }
      await sut.receiveChange { $0.total = 1 }
    }

    @Test("When the state changes after a while then the end waits and fails it", .exactOnly, .deterministic)
    func whenStateChangesAfterAWhile_thenEndFailsTest() async {
      let store = CartStore()
      let sut = makeSUT(store)
      let issues = await capturingIssues {
        Task {
          try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          store.state.total = 1
        }
        await sut.finish()
      }
      #expect(issues.map { $0.text.hasPrefix("The state changed, but no asserted action changes it") } == [true])
    }

    @Test("When the change is another one, or none comes, then the test fails", .exactOnly, .deterministic)
    func whenChangeIsAnother_thenTestFails() async {
      let sut = makeSUT(CartStore())
      var line = 0
      let issues = await capturingIssues {
        await sut.send(.checkOut)
        line = #line + 1
        await sut.receiveChange { $0.total = 8 }
        await sut.receiveChange { $0.total = 8 }
      }
      #expect(issues.map(\.line) == [line, line + 1])
      #expect(issues.first?.text.hasPrefix("The state after the store's own doing is not as expected") == true)
      #expect(issues.last?.text.hasPrefix("Expected the store to change its state, but it did not") == true)
    }

    @Test("When it cannot be known when to look then the test fails and says what to do")
    func whenThereIsNoSchedule_thenTestFails() async {
      let driven = makeSUT(CartStore())
      let reduced = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await driven.receiveChange { $0.total = 8 }
        await reduced.receiveChange { $0.steps = 8 }
      }
      #expect(issues.map(\.line) == [line, line + 1])
      #expect(issues.first?.text.contains("\nMake the test `.deterministic`") == true)
      #expect(issues.last?.text.contains("\nUse `receive` instead") == true)
    }
  }

  @Suite("Stores that tell their actions")
  @MainActor
  struct Telling {
    @Test("When effects of the store send actions then they are received as a reducer's", arguments: [false, true])
    func whenEffectsSendActions_thenTheyAreReceived(isDeterministic: Bool) async throws {
      try await withScheduling(isDeterministic) {
        let store = CartStore()
        let sut = makeTellingSUT(store)
        await sut.send(.checkOut)
        await sut.receive(.didCheckOut(9)) { $0.total = 9 }
        await sut.finish()
      }
    }

    @Test("When the first action is sent then no time has passed before it", .exactOnly, .deterministic)
    func whenFirstActionIsSent_thenNoTimeHasPassed() async {
      let alarm = Task { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
      let sut = makeTellingSUT(CartStore())
      await sut.send(.add("tea")) { $0.lines = ["tea"] }
      #expect(VirtualTime.elapsed == .zero)
      alarm.cancel()
      await sut.finish()
    }

    @Test("When the store tells an action that is not asserted then the test fails at the line that set it off")
    func whenActionIsNotAsserted_thenTestFails() async {
      var line = 0
      let issues = await capturingIssues {
        let store = CartStore()
        let sut = makeTellingSUT(store)
        line = #line + 1
        await sut.send(.checkOut)
        await sut.receive(.didCheckOut(9)) { $0.total = 9 }
        await store.checkOut()
        store.endActions()
        await sut.receive(.add("none"))
      }
      #expect(issues.map(\.line).first == line + 4)
      #expect(
        issues.first?.text.hasPrefix("Expected to receive `.add(\"none\")`, but received `.didCheckOut(9)`") == true
      )
    }

    @Test("When the store tells no more actions then a missing one is known at once")
    func whenActionsEnd_thenMissingActionIsKnown() async {
      let store = CartStore()
      let sut = makeTellingSUT(store)
      let issues = await capturingIssues {
        await sut.send(.add("tea")) { $0.lines = ["tea"] }
        store.endActions()
        await sut.receive(.didCheckOut(9))
      }
      #expect(issues.count == 1)
      #expect(
        issues.first?.text.hasPrefix("Expected to receive `.didCheckOut(9)`, but it did not arrive\nNo effect") == true
      )
    }

    @Test("When the actions end with an error then that fails the test")
    func whenActionsFail_thenTestFails() async {
      let actions = ThrowingStreamSource<CartAction>()
      var line = 0
      let issues = await capturingIssues {
        let sut = TestStore(
          driving: CartStore(),
          actions: actions.makeStream(),
          send: { $0.send($1) },
          state: { $0.state }
        )
        line = #line + 1
        await sut.send(.add("tea")) { $0.lines = ["tea"] }
        actions.fail(Failure.offline)
        await sut.receive(.didCheckOut(9))
      }
      #expect(issues.map(\.line) == [line, line + 2])
      #expect(issues.first?.text == "The store's actions ended with an error: offline")
    }
  }
}

@MainActor
private func makeSUT(
  _ store: CartStore,
  exhaustivity: StoreExhaustivity = .on
) -> TestStore<CartStore.State, CartAction> {
  TestStore(driving: store, exhaustivity: exhaustivity) { store, action in
    store.send(action)
  } state: {
    $0.state
  }
}

@MainActor
private func makeTellingSUT(_ store: CartStore) -> TestStore<CartStore.State, CartAction> {
  TestStore(driving: store, actions: store.actions) { store, action in
    store.send(action)
  } state: {
    $0.state
  }
}

@MainActor
private func withScheduling(_ isDeterministic: Bool, _ body: () async -> Void) async throws {
  if isDeterministic { try await withDeterministicScheduling { await body() } } else { await body() }
}

private actor CounterStore {
  let count = LockIsolated(0)

  func add(_ step: Int) {
    count.withValue { $0 += step }
  }
}

private enum Failure: Error {
  case offline
}
