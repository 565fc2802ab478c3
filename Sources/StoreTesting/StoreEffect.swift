/// What a reducer does besides changing its state: a description, which runs nothing on its own.
///
/// Use it if a reducer under test has no effect type of its own, or to translate the one it has: a reducer passed to
/// ``TestStore/init(initialState:exhaustivity:sourceLocation:reduce:)-(_,_,_,(State,Action)->StoreEffect<Action>)``
/// returns a `StoreEffect`, and the store runs it.
///
/// ```swift
/// func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
///   switch action {
///   case .onAppear:
///     state.isLoading = true
///     return .run { send in
///       await send(.didLoad(try await client.load()))
///     } catch: { error, send in
///       await send(.didFail("\(error)"))
///     }
///   case .didLoad(let items):
///     state.isLoading = false
///     state.items = items
///     return .none
///   // …
///   }
/// }
/// ```
///
/// It belongs to a test-support module. Production code does not link that; the files of this type depend on nothing
/// but the standard library, so an application that has no effect type yet can take them over as they are.
public struct StoreEffect<Action> {
  /// Asynchronous work that may send actions back.
  ///
  /// It begins on the main actor, where the store lives; whatever it awaits runs where that belongs.
  public typealias Work = @MainActor @Sendable (_ send: StoreSend<Action>) async throws -> Void

  /// What becomes of an error that ``Work`` threw.
  public typealias ErrorHandler = @MainActor @Sendable (_ error: any Error, _ send: StoreSend<Action>) async -> Void

  indirect enum Operation {
    case none
    case send(Action)
    case run(Work)
    case merge([StoreEffect])
    case concatenate([StoreEffect])
    case cancellable(StoreEffect, id: StoreEffectID, cancelInFlight: Bool)
    case cancel(StoreEffectID)
    case throttle(StoreEffect, StoreEffectThrottle)
  }

  let operation: Operation

  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

extension StoreEffect {
  /// Nothing is to be done.
  public static var none: Self { Self(operation: .none) }

  /// Sends an action immediately, before anything else can happen.
  ///
  /// Use it to inform a parent feature (`.send(.delegate(.didSave))`). To share logic between two actions, call
  /// a function instead.
  public static func send(_ action: Action) -> Self {
    Self(operation: .send(action))
  }

  /// Runs asynchronous work, which may send any number of actions back.
  ///
  /// - Parameters:
  ///   - work: The work. A cancelled effect's actions are dropped. Cancellation is no error; any other error that it
  ///     throws goes to `handler`, and without a handler fails the test at the line that sent the action.
  ///   - handler: Called with an error that `work` threw.
  public static func run(_ work: @escaping Work, catch handler: ErrorHandler? = nil) -> Self {
    guard let handler else { return Self(operation: .run(work)) }
    return Self(
      operation: .run { send in
        do {
          try await work(send)
        } catch {
          if error is CancellationError { throw error }
          await handler(error, send)
        }
      }
    )
  }

  /// Runs several effects at the same time.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Runs several effects at the same time.
  public static func merge(_ effects: [Self]) -> Self {
    Self(operation: .merge(effects))
  }

  /// Runs several effects one after another, each when all work of the one before has ended.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Runs several effects one after another, each when all work of the one before has ended.
  public static func concatenate(_ effects: [Self]) -> Self {
    Self(operation: .concatenate(effects))
  }

  /// Gives the effect an identifier by which ``cancel(id:)`` ends it.
  ///
  /// - Parameters:
  ///   - id: Any value; effects may share it.
  ///   - cancelInFlight: Whether effects of the same identifier that are already running are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(operation: .cancellable(self, id: StoreEffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Ends every running effect of the identifier: its tasks are cancelled and its actions dropped from now on.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(operation: .cancel(StoreEffectID(id)))
  }
}

extension StoreEffect: Sendable where Action: Sendable {}
extension StoreEffect.Operation: Sendable where Action: Sendable {}
