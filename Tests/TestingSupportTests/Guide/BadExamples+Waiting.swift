// conventions:ignore-file sleeping, yielding, source-location - the guide warns of what stands here
import Testing
import TestingSupport

// Streams

extension BadExamples {
  static func whenStatusIsNotDetermined_thenNothingIsDelivered(_ sut: LocationUseCase) async {
    let received = LockIsolated<[Status]>([])

    await confirmation("No status comes", expectedCount: 1) { confirmation in
      Task { for await status in sut.statuses { received.withValue { $0.append(status) } } }
      confirmation()
    }

    #expect(received.value == [])
  }

  static func whenTwoSubscribe_thenEachReceivesUpdates(_ sut: LocationUseCase) async throws {
    let (first, second) = (LockIsolated<[Status]>([]), LockIsolated<[Status]>([]))
    let tasks = [first, second].map { received in
      Task { for await status in sut.statuses.prefix(1) { received.withValue { $0.append(status) } } }
    }

    try await Task.sleep(for: .milliseconds(10))  // only for coordination // sleep-is-the-subject
    sut.source.send(.enabled)
    for task in tasks { await task.value }

    #expect(first.value.count == 1)
    #expect(second.value.count == 1)
  }
}

// Clocks and time

extension BadExamples {
  @MainActor
  static func whenCharactersAreOnTheirWay_thenScreenIsLoading(_ sut: FeedViewModel) async throws {
    let loading = Task { await sut.loadCharacters() }
    try await Task.sleep(for: .milliseconds(100))  // long enough for the task to begin // sleep-is-the-subject

    #expect(sut.isLoading)
    await loading.value
  }

  @MainActor
  static func whenUserTypesQuickly_thenOneSearchIsMade() async {
    let search = FunctionSpy<String, Void, Never>()
    let sut = SearchModel(clock: ImmediateClock(), search: search)

    for text in ["a", "ab", "abc"] {
      sut.type(text)
      await Task.yield()
    }

    #expect(search.calls == ["abc"])
  }
}

// Memory leaks

extension BadExamples {
  @MainActor
  static func whenScreenIsClosed_thenItIsDeallocated() async throws {
    weak var weakSUT: FeedViewModel?
    do {
      let sut = FeedViewModel(useCase: FeedUseCaseSpy())
      weakSUT = sut
      await sut.loadCharacters()
    }

    try await Task.sleep(for: .milliseconds(10))  // let everything go // sleep-is-the-subject
    #expect(weakSUT == nil)
  }
}

// Deterministic tests

extension BadExamples {
  @MainActor
  static func whenMoreIsAskedForTwice_thenOnePageIsLoaded(_ sut: FeedViewModel, _ useCase: FeedUseCaseSpy) async {
    await sut.loadCharacters()

    Task { await sut.loadMore() }
    Task { await sut.loadMore() }

    #expect(useCase.fetch.callCount == 2)  // the first page, and one more
  }
}

// Stores

extension BadExamples {
  struct Counter {
    struct State: Equatable {
      var count = 0
      var isLoading = false
    }

    enum Action: Equatable {
      case loadTapped, didLoad(Int)
    }

    func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
      switch action {
      case .loadTapped:
        state.isLoading = true
        return .run { send in await send(.didLoad(42)) }
      case .didLoad(let count):
        state.count = count  // and `isLoading` stays as it is
        return .none
      }
    }
  }

  @MainActor
  static func whenCountIsLoaded_thenItIsShown() async {
    let store = TestStore(initialState: Counter.State(), reduce: Counter().reduce)
    store.exhaustivity = .off

    await store.send(.loadTapped)
    await store.receive(.didLoad(42))

    #expect(store.state.count == 42)
  }
}
