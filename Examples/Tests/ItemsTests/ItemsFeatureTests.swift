import Items
import Testing
import TestingSupport

@Suite("The list of items", .deterministic)
@MainActor
struct ItemsFeatureTests {
  @Suite("Loading")
  @MainActor
  struct LoadingTests {
    @Test("When nothing has happened then the list is empty and cannot be searched")
    func whenNothingHasHappened_thenListIsEmpty() {
      let store = makeItemsStore()

      expectNoDifference(store.state, State())
      #expect([store.state.isEmpty, store.state.canSearch] == [true, false])
    }

    @Test("When there are items then the list is not empty and can be searched")
    func whenThereAreItems_thenListCanBeSearched() {
      let state = makeItemsState { $0.items = Item.fixtures(1) }

      #expect([state.isEmpty, state.canSearch] == [false, true])
    }

    @Test("When the screen appears then items are loaded and shown")
    func whenScreenAppears_thenItemsAreLoaded() async {
      let items = Item.fixtures(2)
      let store = makeItemsStore { $0.load = { items } }

      await store.appear()
      await store.receive(.didLoad(.success(items))) {
        $0.isLoading = false
        $0.items = items
      }

      await store.disappear()
    }

    @Test("When there are no items then the list is empty")
    func whenThereAreNoItems_thenListIsEmpty() async {
      let store = makeItemsStore { $0.load = { [] } }

      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }

      #expect(store.state.isEmpty)
      await store.disappear()
    }

    @Test("When loading fails then an alert is shown, and a retry loads again")
    func whenLoadingFails_thenRetryLoadsAgain() async {
      let items = Item.fixtures(1)
      let load = FunctionSpy<Void, [Item], ItemsError>(sequence: [.failure(.timeout), .success(items)])
      let store = makeItemsStore { $0.load = { () async throws(ItemsError) in try await load.callAsync() } }

      await store.appear()
      await store.receive(.didLoad(.failure(.timeout))) {
        $0.isLoading = false
        $0.alert = .error(.timeout)
      }
      await store.send(.alert(.retryTapped)) {
        $0.alert = nil
        $0.isLoading = true
      }
      await store.receive(.didLoad(.success(items))) {
        $0.isLoading = false
        $0.items = items
      }

      #expect(load.callCount == 2)
      await store.disappear()
    }

    @Test("When the alert is dismissed then nothing is loaded")
    func whenAlertIsDismissed_thenNothingIsLoaded() async {
      let store = makeItemsStore(state: makeItemsState { $0.alert = .error(.unavailable) })

      await store.send(.alert(.dismissed)) { $0.alert = nil }
    }

    @Test("When the screen disappears then the load is given up")
    func whenScreenDisappears_thenLoadIsGivenUp() async {
      let gate = Gate()
      let load = FunctionSpy<Void, [Item], ItemsError>(
        .success([]).held(at: gate, whenCancelled: .failure(.unavailable))
      )
      let store = makeItemsStore { $0.load = { () async throws(ItemsError) in try await load.callAsync() } }

      await store.appear()
      await gate.waitUntilReached()
      await store.send(.view(.disappeared)) {
        $0.isLoading = false
        $0.isPolling = false
      }

      await store.finish()
    }

    @Test("When the screen appears then it is loaded and counted once")
    func whenScreenAppears_thenItIsLoadedAndCountedOnce() async {
      let load = FunctionSpy<Void, [Item], ItemsError>(.success([]))
      let track = FunctionSpy<AnalyticsEvent, Void, Never>()
      let store = makeItemsStore {
        $0.load = { () async throws(ItemsError) in try await load.callAsync() }
        $0.track = { track.call($0) }
      }

      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }
      await store.disappear()

      #expect(load.callCount == 1)
      #expect(track.calls == [.screenViewed])
    }

    @Test("When a dependency is not given then the test that uses it fails with its name")
    func whenDependencyIsNotGiven_thenTestFailsWithItsName() async {
      let issues = await recordedIssues {
        let store = makeItemsStore()
        // Off: the issue of the dependency is the subject, and would be one of many.
        store.exhaustivity = .off
        await store.send(.view(.appeared))
        await store.skipInFlightEffects()
      }

      #expect(
        issues.contains { $0.comments.contains { $0.rawValue.hasPrefix("Unexpected call of unimplemented `load()`") } }
      )
    }
  }

  @Suite("Polling")
  @MainActor
  struct PollingTests {
    @Test("When time passes then items are loaded at each interval, until the screen disappears")
    func whenTimePasses_thenItemsAreLoadedAtEachInterval() async {
      let clock = TestClock()
      let store = makeItemsStore {
        $0.load = { [] }
        $0.clock = clock
      }
      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }

      for _ in 1...2 {
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(30))
        await store.receive(.pollTicked) { $0.isLoading = true }
        await store.receive(.didLoad(.success([]))) { $0.isLoading = false }
      }

      await store.disappear()
      await store.finish()
      await clock.advance(by: .seconds(300))
      #expect(clock.sleeperCount == 0)
    }

    @Test(
      "When several intervals pass at once then items are loaded at each of them",
      .enabled(if: DeterministicSupport.current == .exact, "Elsewhere time goes on one interval after the other.")
    )
    func whenSeveralIntervalsPassAtOnce_thenItemsAreLoadedAtEach() async {
      let clock = TestClock()
      let store = makeItemsStore {
        $0.load = { [] }
        $0.clock = clock
      }
      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }
      await clock.waitForSleepers()

      await clock.advance(by: .seconds(90))

      for _ in 1...3 {
        await store.receive(.pollTicked) { $0.isLoading = true }
        await store.receive(.didLoad(.success([]))) { $0.isLoading = false }
      }
      await store.disappear()
      await store.finish()
    }

    @Test("When an interval passes while items are on their way then they are not asked for again")
    func whenIntervalPassesWhileLoading_thenItemsAreNotAskedForAgain() async {
      let clock = TestClock()
      let gate = Gate()
      let load = FunctionSpy<Void, [Item], ItemsError>(.success([]).held(at: gate))
      let store = makeItemsStore {
        $0.load = { () async throws(ItemsError) in try await load.callAsync() }
        $0.clock = clock
      }
      await store.appear()
      await gate.waitUntilReached()
      await clock.waitForSleepers()

      await clock.advance(by: .seconds(30))
      await store.receive(.pollTicked)
      gate.open()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }

      #expect(load.callCount == 1)
      await store.disappear()
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias State = ItemsFeature.State
