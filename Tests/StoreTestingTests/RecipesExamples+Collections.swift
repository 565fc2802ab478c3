import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing

// The code of the article "Recipes", word for word: results, key paths, lists, stacks, and stores made of dependencies.

@MainActor
@Suite("Recipes: results and collections", .deterministic)
struct CollectionRecipes {
  @Test("When the server answers then only the case of the result matters")
  func whenServerAnswers_thenOnlyCaseOfResultMatters() async {
    let feature = LibraryFeature { .success(["apple"]) }
    let store = TestStore(initialState: .init(), reduce: feature.reduce)

    await store.send(.loadTapped)
    await store.receive(LibraryFeature.Action.didLoad, Result.success) { titles, state in state.titles = titles }
  }

  @Test("When the server fails then a key path reads the error")
  func whenServerFails_thenKeyPathReadsError() async {
    let feature = LibraryFeature { .failure(.offline) }
    let store = TestStore(initialState: .init(), reduce: feature.reduce)

    await store.send(.loadTapped)
    await store.receive(\.failure) { error, state in state.message = "\(error)" }
  }

  @Test("When a row is saved then only that row changes")
  func whenRowIsSaved_thenOnlyThatRowChanges() async {
    let list = ListFeature(row: DetailFeature(save: { _ in }))
    let rows = [1: DetailFeature.State(name: "apple"), 2: DetailFeature.State(name: "pear")]
    let store = TestStore(initialState: .init(rows: rows), reduce: list.reduce)

    await store.send(.row(2, .saveTapped)) { $0.rows[2]?.isSaving = true }
    await store.receive(.row(2, .didSave)) { $0.rows[2]?.isSaving = false }
    await store.receive(.row(2, .delegate(.didRename("pear"))))
  }

  @Test("When a screen is popped then its work is cancelled")
  func whenScreenIsPopped_thenItsWorkIsCancelled() async {
    let gate = Gate()
    let stack = StackFeature(screen: DetailFeature(save: { _ in await gate.wait() }))
    let store = TestStore(initialState: .init(), reduce: stack.reduce)

    await store.send(.pushed("apple")) { $0.path = [DetailFeature.State(name: "apple")] }
    await store.send(.screen(0, .saveTapped)) { $0.path[0].isSaving = true }
    await gate.waitUntilReached()
    await store.send(.popped) { $0.path = [] }
    await store.finish()
  }

  @Test("When breaks are not allowed then there is no room for one")
  func whenBreaksAreNotAllowed_thenThereIsNoRoomForOne() async {
    let store = makeStore(hours: 8, allowsBreaks: false)

    #expect(store.state == ShiftFeature.State(hours: 8, mostBreaks: 0))
    await store.send(.breakTapped)
  }

  @Test("When a break is over then the shift goes on")
  func whenBreakIsOver_thenShiftGoesOn() async {
    let clock = TestClock()
    let store = makeStore(hours: 8, clock: clock)

    await store.send(.breakTapped) { $0.isPaused = true }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(900))
    await store.receive(.breakEnded) { $0.isPaused = false }
  }
}

@MainActor
private func makeStore(
  hours: Int = 4,
  allowsBreaks: Bool = true,
  clock: any Clock<Duration> = TestClock(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> TestStore<ShiftFeature.State, ShiftFeature.Action> {
  let feature = ShiftFeature(rules: ShiftRules(allowsBreaks: allowsBreaks), clock: clock)
  let state = feature.initialState(hours: hours)
  return TestStore(initialState: state, sourceLocation: sourceLocation, reduce: feature.reduce)
}

private struct LibraryFeature: Sendable {
  struct State: Equatable {
    var titles: [String] = []
    var message: String?
  }

  enum Action: Equatable {
    case loadTapped
    case didLoad(Result<[String], LoadingError>)

    var failure: LoadingError? {
      if case .didLoad(.failure(let error)) = self { error } else { nil }
    }
  }

  let load: @Sendable () async -> Result<[String], LoadingError>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .loadTapped:
      return .run { send in await send(.didLoad(load())) }
    case .didLoad(.success(let titles)):
      state.titles = titles
    case .didLoad(.failure(let error)):
      state.message = "\(error)"
    }
    return .none
  }
}

private struct ListFeature: Sendable {
  struct State: Equatable {
    var rows: [Int: DetailFeature.State]
  }

  enum Action: Equatable {
    case row(Int, DetailFeature.Action)
  }

  let row: DetailFeature

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .row(let id, let action):
      guard var child = state.rows[id] else { return .none }
      let effect = row.reduce(&child, action)
      state.rows[id] = child
      return effect.map { .row(id, $0) }.scoped(to: id)
    }
  }
}

private struct StackFeature: Sendable {
  struct State: Equatable {
    var path: [DetailFeature.State] = []
  }

  enum Action: Equatable {
    case pushed(String)
    case popped
    case screen(Int, DetailFeature.Action)
  }

  let screen: DetailFeature

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .pushed(let name):
      state.path.append(DetailFeature.State(name: name))
      return .none
    case .screen(let index, let action):
      guard state.path.indices.contains(index) else { return .none }
      let effect = screen.reduce(&state.path[index], action)
      return effect.map { .screen(index, $0) }.cancellable(id: index)
    case .popped:
      state.path.removeLast()
      return .cancel(id: state.path.count)
    }
  }
}

private struct ShiftRules: Sendable {
  var allowsBreaks: Bool
}

private struct ShiftFeature: Sendable {
  struct State: Equatable {
    var hours: Int
    var mostBreaks: Int
    var isPaused = false
  }

  enum Action: Equatable {
    case breakTapped, breakEnded
  }

  let rules: ShiftRules
  let clock: any Clock<Duration>

  func initialState(hours: Int) -> State {
    State(hours: hours, mostBreaks: rules.allowsBreaks ? hours / 4 : 0)
  }

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .breakTapped:
      guard state.mostBreaks > 0 else { return .none }
      state.isPaused = true
      return .run { send in
        try await clock.sleep(for: .seconds(900))
        await send(.breakEnded)
      }
    case .breakEnded:
      state.isPaused = false
      return .none
    }
  }
}
