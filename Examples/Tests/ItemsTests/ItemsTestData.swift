import Items
import Testing
import TestingSupport

// What all suites of this domain use: stores with dependencies that fail the test, items, and what a person does.

/// A store whose dependencies fail the test when they are used, but for those that the test gives it, and for counting.
@MainActor
func makeItemsStore(
  state: ItemsFeature.State = ItemsFeature.State(),
  sourceLocation: SourceLocation = #_sourceLocation,
  dependencies: (inout ItemsDependencies) -> Void = { _ in }
) -> TestStore<ItemsFeature.State, ItemsFeature.Action> {
  let feature = ItemsFeature(dependencies: makeItemsDependencies(dependencies))
  return TestStore(initialState: state, sourceLocation: sourceLocation) { state, action in
    .translating(feature.reduce(&state, action))
  }
}

func makeItemsState(_ change: (inout ItemsFeature.State) -> Void) -> ItemsFeature.State {
  var state = ItemsFeature.State()
  change(&state)
  return state
}

/// Dependencies that fail the test when they are used, apart from counting.
///
/// The clock is a `TestClock` that nobody advances: an effect that sleeps in a test that is not about time stays suspended
/// and is reported, while an `ImmediateClock` would hide it. A test that is about time passes its own clock.
func makeItemsDependencies(_ change: (inout ItemsDependencies) -> Void) -> ItemsDependencies {
  var dependencies = ItemsDependencies(
    load: unimplemented("load", throwing: ItemsError.unavailable),
    search: unimplemented("search", throwing: ItemsError.unavailable),
    delete: unimplemented("delete", throwing: ItemsError.unavailable),
    track: { _ in },
    clock: TestClock()
  )
  change(&dependencies)
  return dependencies
}

extension StoreEffect where Action: Sendable {
  /// The app's own effects, as the test store runs them.
  static func translating(_ effect: Effect<Action>) -> Self {
    switch effect {
    case .none: .none
    case .run(let id?, let work): translating(.run(work)).cancellable(id: id, cancelInFlight: true)
    case .run(nil, let work): .run { send in await work { await send($0) } }
    case .cancel(let id): .cancel(id: id)
    case .merge(let effects): .merge(effects.map(translating))
    }
  }
}

extension Item: Fixture, Buildable {
  public static func fixture(_ values: inout FixtureValues) -> Item {
    Item(id: values.int(), name: values.string("item"), isEnabled: values.bool())
  }
}

// MARK: - What a person does

extension TestStore where State == ItemsFeature.State, Action == ItemsFeature.Action {
  func appear(sourceLocation: SourceLocation = #_sourceLocation) async {
    await send(.view(.appeared), sourceLocation: sourceLocation) {
      $0.isLoading = true
      $0.isPolling = true
    }
  }

  func disappear(sourceLocation: SourceLocation = #_sourceLocation) async {
    await send(.view(.disappeared), sourceLocation: sourceLocation) { $0.isPolling = false }
    await finish(sourceLocation: sourceLocation)
  }
}
