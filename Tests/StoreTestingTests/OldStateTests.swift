// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("The store's state while a change is described", .deterministic)
struct OldStateTests {
  @Test("When a closure describes a change by the store's state then that is the state before")
  func whenClosureReadsStore_thenItIsStateBefore() async {
    let sut = makeStore(onStart: .send(.value(1)))
    await sut.send(.start) {
      #expect(sut.state == Log())
      $0.steps = sut.state.steps + 1
      $0.entries = sut.state.entries + ["start"]
    }
    await sut.receive(.value(1)) {
      #expect(sut.state.steps == 1)
      $0.steps = sut.state.steps + 1
      $0.entries = sut.state.entries + ["value(1)"]
    }
    #expect(sut.state.steps == 2)
  }

  @Test("When a closure sets all to the store's state then the test fails", arguments: [StoreExhaustivity.on, .off])
  func whenClosureSetsStoresState_thenTestFails(exhaustivity: StoreExhaustivity) async {
    let sut = makeStore(onStart: .send(.value(1)), exhaustivity: exhaustivity)
    let issues = await capturingIssues {
      await sut.send(.start) { $0 = sut.state }
      await sut.receive(Step.value) { _, state in state = sut.state }
    }
    #expect(issues.count == 2)
    #expect(sut.state.steps == 2)
  }

  @Test("When a closure throws then the test goes on from the state after", arguments: [StoreExhaustivity.on, .off])
  func whenClosureThrows_thenTestGoesOn(exhaustivity: StoreExhaustivity) async {
    let sut = makeStore(exhaustivity: exhaustivity)
    let issues = await capturingIssues { await sut.send(.start) { _ in throw CancellationError() } }
    #expect(issues.count == 1)
    #expect(sut.state.steps == 1)
  }

  @Test("When a store changes by itself then the closure reads the state before", .exactOnly)
  func whenDrivenStoreChanges_thenClosureReadsStateBefore() async {
    let sut = TestStore(driving: CartStore()) { store, action in
      store.send(action)
    } state: {
      $0.state
    }
    await sut.send(.add("tea")) { $0.lines = sut.state.lines + ["tea"] }
    await sut.send(.checkOut)
    await sut.receiveChange {
      #expect(sut.state.total != 9)
      $0.total = 9
    }
  }
}
