import Testing
import TestingSupportCore

/// One function of a test double, which records its calls and returns what the test defines. A test can wait for its
/// calls.
///
/// Give a double one spy per method. `Input` is what the method is called with: `Void`, one value, a tuple, or a struct
/// of parameters (which, unlike a tuple, can be compared). `Failure` is `Never` for a method that does not throw.
///
/// ```swift
/// private final class NetworksSpy: Networks {
///   let connect = FunctionSpy<Credentials, Void, ConnectionError>()
///   let current = FunctionSpy<Void, String?, Never>(.success(nil))
///
///   func connect(with credentials: Credentials) async throws(ConnectionError) {
///     try await connect.callAsync(credentials)
///   }
///
///   func currentName() -> String? { current.call() }
/// }
/// ```
///
/// A spy may be used from any isolation, and by several tasks at the same time.
public final class FunctionSpy<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  let state: Locked<FunctionSpyState<Input, Output, Failure>>
  let name: String?
  let log: CallLog?
  let sourceLocation: SourceLocation

  /// Creates a spy that returns the same result for every call, until ``result`` is set.
  ///
  /// - Parameters:
  ///   - result: What each call returns or throws.
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where issues of a call are recorded, since the code under test makes the call itself.
  public convenience init(
    _ result: ActionResult<Output, Failure>,
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(.always(result), name, log, sourceLocation)
  }

  /// Creates a spy of a function that returns nothing; its calls succeed until ``result`` is set.
  ///
  /// - Parameters:
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where an issue of a call is reported.
  public convenience init(
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Output == Void {
    self.init(.always(.success()), name, log, sourceLocation)
  }

  /// Creates a spy of a function that may return nothing; its calls return `nil` until ``result`` is set.
  ///
  /// - Parameters:
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where an issue of a call is reported.
  public convenience init<Wrapped>(
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Output == Wrapped? {
    self.init(.always(.success(nil)), name, log, sourceLocation)
  }

  /// Creates a spy that returns the next of several results for each call.
  ///
  /// - Parameters:
  ///   - sequence: One result per call.
  ///   - repeatsLast: Whether calls past the end get the last result. If not, such a call records an issue, and gets
  ///     the last result too.
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where an issue of a call is reported.
  public convenience init(
    sequence: [ActionResult<Output, Failure>],
    repeatsLast: Bool = false,
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(.inTurn(sequence, next: 0, repeatsLast: repeatsLast), name, log, sourceLocation)
  }

  /// Creates a spy that computes what each call returns or throws.
  ///
  /// If a closure throws an error of a concrete type, declare the type, because the compiler does not infer it:
  ///
  /// ```swift
  /// let loading = FunctionSpy<String, Int, LoadingError> { name throws(LoadingError) in
  ///   if name.isEmpty { throw .invalidName }
  ///   return name.count
  /// }
  /// ```
  ///
  /// A closure that returns an ``ActionResult`` need not.
  ///
  /// - Parameters:
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where an issue of a call is reported.
  ///   - body: Returns or throws what a call with this input does. Called outside any lock, so it may use the spy.
  public convenience init(
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    self.init(.computed(resultOf(body), latest: nil), name, log, sourceLocation)
  }

  /// Creates a spy that computes the result of each call, with its progress, gates, and delays.
  ///
  /// Use it for an error of a concrete type without an annotation, and for progress that depends on the input:
  ///
  /// ```swift
  /// let loading = FunctionSpy<String, Int, LoadingError> { name in
  ///   name.isEmpty ? .failure(.invalidName) : .success(name.count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where an issue of a call is reported.
  ///   - body: Returns the result of a call with this input. Called outside any lock, so it may use the spy.
  @_disfavoredOverload
  public convenience init(
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Input) -> ActionResult<Output, Failure>
  ) {
    self.init(.computed(body, latest: nil), name, log, sourceLocation)
  }

  /// A spy needs to know what its function returns.
  @available(*, unavailable, message: "Pass what the function returns, such as .success(value), or a closure")
  @_disfavoredOverload
  public convenience init(
    name: String? = nil,
    log: CallLog? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(.inTurn([], next: 0, repeatsLast: false), name, log, sourceLocation)
  }

  private init(
    _ behavior: FunctionSpyState<Input, Output, Failure>.Behavior,
    _ name: String?,
    _ log: CallLog?,
    _ sourceLocation: SourceLocation
  ) {
    state = Locked(FunctionSpyState(behavior: behavior))
    self.name = name
    self.log = log
    self.sourceLocation = sourceLocation
  }

  /// The result of the calls from now on.
  ///
  /// Setting it replaces what the spy was created with. An earlier call keeps the result that was set at the time, even
  /// while it waits at a gate; only calls held by ``holdCalls(evenIfCancelled:)`` are still undecided. Reading it
  /// returns the result of the next call or, if the spy computes its results, the result of the latest call.
  ///
  /// A spy that computes its results has none before its first call, and neither has a spy created with an empty
  /// sequence. Reading it then records an issue and returns an empty value if the type has one. If it has none, the
  /// process terminates, since there is no value to return.
  public var result: ActionResult<Output, Failure> {
    get {
      state.withLock { $0.answer }
        ?? emptyAnswer(because: "The spy has no result to read: none was set")
    }
    set { state.withLock { $0.behavior = .always(newValue) } }
  }

  /// What the function was called with, in the order of the calls.
  public var calls: [Input] { state.withLock { $0.calls } }

  /// How often the function was called.
  public var callCount: Int { state.withLock { $0.calls.count } }
}

extension FunctionSpy {
  /// Computes what calls return or throw from now on.
  ///
  /// Replaces whatever the spy was created with, as setting ``result`` does.
  ///
  /// ```swift
  /// server.search.answer { query in ["\(query) 1", "\(query) 2"] }
  /// ```
  ///
  /// - Parameter body: Returns or throws what a call with this input does. Called outside any lock, so it may use the
  ///   spy.
  public func answer(with body: @escaping @Sendable (Input) throws(Failure) -> Output) {
    let compute = resultOf(body)
    state.withLock { $0.behavior = .computed(compute, latest: nil) }
  }

  /// Computes the result of calls from now on, with its progress, gates, and delays.
  ///
  /// Use it for an error of a concrete type without an annotation, and for progress that depends on the input.
  ///
  /// - Parameter body: Returns the result of a call with this input. Called outside any lock, so it may use the spy.
  @_disfavoredOverload
  public func answer(with body: @escaping @Sendable (Input) -> ActionResult<Output, Failure>) {
    state.withLock { $0.behavior = .computed(body, latest: nil) }
  }
}

/// A function that returns what another one returns or throws.
// Not `throws(Failure)` itself: a stored function type with typed throws needs a newer run time than the package does.
private func resultOf<Input, Output, Failure>(
  _ body: @escaping @Sendable (Input) throws(Failure) -> Output
) -> @Sendable (Input) -> ActionResult<Output, Failure> {
  { input in
    do throws(Failure) {
      return .success(try body(input))
    } catch {
      return .failure(error)
    }
  }
}
