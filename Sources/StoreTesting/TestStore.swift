import Testing
import TestingSupportCore

/// Tests a reducer, or any other store of a unidirectional architecture, step by step and exhaustively.
///
/// Use it to prove how a feature's state changes with each action, which actions its effects send back, and that
/// nothing else happens. Send what the user does, receive what effects do, and describe in a closure what changes:
///
/// ```swift
/// let store = TestStore(initialState: Items.State(), reduce: Items(client: .returning([apple])).reduce)
///
/// await store.send(.onAppear) { $0.isLoading = true }
/// await store.receive(.didLoad([apple])) {
///   $0.isLoading = false
///   $0.items = [apple]
/// }
/// await store.finish()
/// ```
///
/// The store is exhaustive unless ``exhaustivity`` says otherwise. The test fails, at the line of the call, if
///
/// - the state changes differently from the closure, or changes without a closure, or doesn't change although there is
///   a closure;
/// - an effect sends an action that the test does not receive before it continues;
/// - an effect is still running, or was left to chance, when the store goes away. ``finish(within:sourceLocation:)``
///   waits for effects to end; see <doc:TestingStores>.
///
/// The store is isolated to the main actor, like the store of the app. If the test is too, state, actions, and reducer
/// don't have to be `Sendable`. A test with a different isolation adds `await`.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test sent or received.
  @exclusivity(unchecked)  // Each access is over before anything else can run; here as below.
  public internal(set) var state: State

  /// How much the test has to assert: everything, unless it is turned off.
  @exclusivity(unchecked)
  public var exhaustivity: StoreExhaustivity

  /// Actions that failures have named, in the order in which they arrived.
  @exclusivity(unchecked)
  var reported: [ReportedAction<State, Action>] = []

  let engine: StoreEngine<State, Action>
  nonisolated let activity: Locked<StoreActivityState<ReceivedAction<State, Action>>>
  nonisolated let sourceLocation: SourceLocation

  /// Creates a store for a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The state that the test begins with.
  ///   - exhaustivity: How much the test has to assert.
  ///   - sourceLocation: Where a failure is reported that belongs to no other line.
  ///   - reduce: Changes the state for an action and returns its effect: a closure, a function, or the method of a
  ///     value that stores the feature's dependencies.
  public convenience init(
    initialState: State,
    exhaustivity: StoreExhaustivity = .on,
    sourceLocation: SourceLocation = #_sourceLocation,
    reduce: @escaping (inout State, Action) -> StoreEffect<Action>
  ) {
    let loop = ReducerLoop(initialState: initialState, reduce: reduce)
    self.init(state: initialState, engine: .reducing(loop), exhaustivity: exhaustivity, sourceLocation: sourceLocation)
  }

  /// Creates a store for a reducer on the main actor, in a test that isn't.
  ///
  /// Use it like the other initializer; the compiler selects this one if a test outside the main actor passes a reducer
  /// on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The state that the test begins with.
  ///   - exhaustivity: How much the test has to assert.
  ///   - sourceLocation: Where a failure is reported that belongs to no other line.
  ///   - reduce: Changes the state for an action and returns its effect.
  public convenience init(
    initialState: State,
    exhaustivity: StoreExhaustivity = .on,
    sourceLocation: SourceLocation = #_sourceLocation,
    reduce: @escaping @MainActor (inout State, Action) -> StoreEffect<Action>
  ) {
    let loop = ReducerLoop(initialState: initialState, reduce: reduce)
    self.init(state: initialState, engine: .reducing(loop), exhaustivity: exhaustivity, sourceLocation: sourceLocation)
  }

  init(
    state: State,
    engine: StoreEngine<State, Action>,
    exhaustivity: StoreExhaustivity,
    sourceLocation: SourceLocation
  ) {
    self.state = state
    self.engine = engine
    self.exhaustivity = exhaustivity
    self.sourceLocation = sourceLocation
    activity = engine.activity
    if State.self is AnyClass {
      recordIssue(
        "State `\(State.self)` is a class, so its changes cannot be compared\nMake it a struct or an enum.",
        sourceLocation: sourceLocation
      )
    }
  }

  deinit {
    let end = StoreTeardown(of: activity)
    guard exhaustivity == .on, let schedule = CurrentTestSchedule.schedule, end.isOpen else {
      return end.tearDown(isReported: exhaustivity == .on)
    }
    // The schedule becomes idle before the test finishes, so that an effect that only has not run yet isn't reported as
    // unfinished.
    Task {
      await withCheckedContinuation { continuation in
        _ = schedule.whenIdle(.settled) { continuation.resume() }
      }
      end.tearDown(isReported: true)
    }
  }
}
