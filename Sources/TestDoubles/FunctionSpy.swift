import Testing
import TestingSupportCore

/// One function of a test double: it remembers its calls, answers as the test says, and can be waited for.
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
/// A spy may be used from anywhere, and by many tasks at once.
public final class FunctionSpy<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  private let state: Locked<FunctionSpyState<Input, Output, Failure>>
  private let sourceLocation: SourceLocation

  /// Creates a spy that answers every call in the same way, until ``result`` is set.
  ///
  /// - Parameters:
  ///   - result: The answer.
  ///   - sourceLocation: Where an issue of a call is reported, since the call itself is made by the code under test.
  public init(_ result: ActionResult<Output, Failure>, sourceLocation: SourceLocation = #_sourceLocation) {
    state = Locked(FunctionSpyState(behavior: .always(result)))
    self.sourceLocation = sourceLocation
  }

  /// Creates a spy of a function that returns nothing; its calls succeed until ``result`` is set.
  ///
  /// - Parameter sourceLocation: Where an issue of a call is reported.
  public convenience init(sourceLocation: SourceLocation = #_sourceLocation) where Output == Void {
    self.init(.success(), sourceLocation: sourceLocation)
  }

  /// Creates a spy of a function that may return nothing; its calls return `nil` until ``result`` is set.
  ///
  /// - Parameter sourceLocation: Where an issue of a call is reported.
  public convenience init<Wrapped>(sourceLocation: SourceLocation = #_sourceLocation) where Output == Wrapped? {
    self.init(.success(nil), sourceLocation: sourceLocation)
  }

  /// Creates a spy that answers each call with the next of several results.
  ///
  /// - Parameters:
  ///   - sequence: One result per call. A call past the end records an issue and gets the last one again.
  ///   - sourceLocation: Where an issue of a call is reported.
  public init(sequence: [ActionResult<Output, Failure>], sourceLocation: SourceLocation = #_sourceLocation) {
    state = Locked(FunctionSpyState(behavior: .inTurn(sequence, next: 0)))
    self.sourceLocation = sourceLocation
  }

  /// Creates a spy that answers each call by what it is called with.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where an issue of a call is reported.
  ///   - body: Makes the answer. Called outside of any lock, so it may use the spy.
  public init(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    let compute: @Sendable (Input) -> Result<Output, Failure> = { input in
      do throws(Failure) {
        return .success(try body(input))
      } catch {
        return .failure(error)
      }
    }
    state = Locked(FunctionSpyState(behavior: .computed(compute, latest: nil)))
    self.sourceLocation = sourceLocation
  }

  /// The answer to the calls from now on.
  ///
  /// Setting it replaces whatever the spy was created with. Reading it tells what the next call gets; for a spy that
  /// computes its answers, what the latest call got.
  ///
  /// A spy that computes its answers has none before its first call, nor has one made of an empty sequence. Reading it
  /// then records an issue and gives an empty value where the type has one; where it has none, the process ends, for
  /// there is nothing to go on with.
  public var result: ActionResult<Output, Failure> {
    get {
      state.withLock { $0.answer }
        ?? emptyAnswer(because: "The spy has no result to read: none was given, and no call was made")
    }
    set { state.withLock { $0.behavior = .always(newValue) } }
  }

  /// What the function was called with, in the order of the calls.
  public var calls: [Input] { state.withLock { $0.calls } }

  /// How often the function was called.
  public var callCount: Int { state.withLock { $0.calls.count } }
}

// MARK: - Calling

extension FunctionSpy {
  /// Remembers a call and answers it without waiting: for synchronous methods.
  ///
  /// Progress is reported. A closed gate records an issue, because a synchronous method cannot wait at it.
  ///
  /// - Parameter input: What the method was called with.
  public func call(_ input: Input) throws(Failure) -> Output {
    let answer = receive(input)
    if answer.isHeld {
      recordIssue(
        "A synchronous call cannot wait at a gate, so it went on; answer it with `callAsync` instead",
        sourceLocation: sourceLocation
      )
    }
    answer.onProgress()
    return try answer.get()
  }

  /// Remembers a call and answers it: for asynchronous methods.
  ///
  /// The call is remembered before it reports progress and before it waits at a gate.
  ///
  /// - Parameters:
  ///   - input: What the method was called with.
  ///   - isolation: The isolation that progress runs in: the caller's.
  public func callAsync(
    _ input: Input,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    try await receive(input).resolve()
  }

  /// Remembers a call of a method without parameters and answers it without waiting.
  public func call() throws(Failure) -> Output where Input == Void {
    try call(())
  }

  /// Remembers a call of a method without parameters and answers it.
  ///
  /// - Parameter isolation: The isolation that progress runs in: the caller's.
  public func callAsync(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Output
  where Input == Void {
    try await callAsync(())
  }

  /// Remembers a call of a method with several parameters, as a tuple, and answers it without waiting.
  ///
  /// - Parameters:
  ///   - first: The first parameter.
  ///   - second: The second parameter.
  ///   - rest: All others.
  public func call<First, Second, each Rest>(
    _ first: First,
    _ second: Second,
    _ rest: repeat each Rest
  ) throws(Failure) -> Output where Input == (First, Second, repeat each Rest) {
    try call((first, second, repeat each rest))
  }

  /// Remembers a call of a method with several parameters, as a tuple, and answers it.
  ///
  /// - Parameters:
  ///   - first: The first parameter.
  ///   - second: The second parameter.
  ///   - rest: All others.
  ///   - isolation: The isolation that progress runs in: the caller's.
  public func callAsync<First, Second, each Rest>(
    _ first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output where Input == (First, Second, repeat each Rest) {
    try await callAsync((first, second, repeat each rest))
  }

  private func receive(_ input: Input) -> ActionResult<Output, Failure> {
    let (reply, reached) = state.withLock { $0.receive(input) }
    for waiter in reached { waiter.arrive() }
    switch reply {
    case .answer(let answer):
      return answer
    case .compute(let compute):
      let result = compute(input)
      state.withLock { $0.remember(result) }
      return ActionResult(result)
    case .exhausted(let last?, let count):
      let calls = listedOnLines(calls)
      recordIssue(
        "The spy has \(counted(count, "result")), and this is one call more; it got the last result again."
          + (calls.isEmpty ? "" : " Called with:\(calls)"),
        sourceLocation: sourceLocation
      )
      return last
    case .exhausted(nil, _):
      return emptyAnswer(because: "The spy was given an empty sequence of results, and was called")
    }
  }

  private func emptyAnswer(because reason: String) -> ActionResult<Output, Failure> {
    recordIssue(reason, sourceLocation: sourceLocation)
    if let failure = MissingResult(reason: reason) as? Failure { return .failure(failure) }
    if let value = emptyValue(of: Output.self) { return .success(value) }
    fatalError("\(reason), and a \(Output.self) cannot be made up: \(sourceLocation)")
  }
}

// MARK: - Waiting

extension FunctionSpy {
  /// Waits until the function has been called.
  ///
  /// It returns on the call itself, not by looking again and again. If the calls do not come, an issue lists those that
  /// did.
  ///
  /// - Parameters:
  ///   - count: How many calls must have been made since the spy was created.
  ///   - limit: How long to wait in real time. By default, until nothing can run any more in a deterministic test, and
  ///     the package's generous limit anywhere else.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is reported.
  public func waitForCalls(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("A function cannot be called \(count) times", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if state.withLock({ $0.hasReached(count, elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .arrived { return }
    let calls = state.withLock { state in
      state.stopWaiting(waiter)
      return state.calls
    }
    if calls.count >= count { return }
    let made = calls.isEmpty ? "none was made" : "\(calls.count == 1 ? "1 was" : "\(calls.count) were") made"
    recordIssue(
      "Expected \(counted(count, "call")), but \(made): \(outcome)\(listedOnLines(calls))",
      sourceLocation: sourceLocation
    )
  }

  /// What the calls were made with, on lines of their own, if there is anything to tell.
  private func listedOnLines(_ calls: [Input]) -> String {
    calls.isEmpty || Input.self == Void.self ? "" : "\n\(listed(calls))"
  }
}
