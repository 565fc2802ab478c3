import Testing
import TestingSupportCore

extension FunctionSpy {
  /// Remembers a call and answers it without waiting: for synchronous methods.
  ///
  /// Progress is reported. A closed gate, a delay, and held calls record an issue, because a synchronous method cannot
  /// wait.
  ///
  /// - Parameter input: What the method was called with.
  public func call(_ input: Input) throws(Failure) -> Output {
    let reception = record(input, canWait: false)
    let answer = answer(reception.reply, to: input)
    if let obstacle = reception.isHolding ? "for its answer" : answer.obstacle {
      recordIssue(
        "A synchronous call cannot wait \(obstacle)\nThe call continued.\nUse `callAsync` instead.",
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
    let reply = record(input, canWait: true).reply
    guard case .held(let call) = reply else { return try await answer(reply, to: input).resolve() }
    if let answer = await call.answer() { return try await answer.resolve() }
    if let cancellation = CancellationError() as? Failure { throw cancellation }
    return try answer(toRecorded: input).get()
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
}

// MARK: - Generic methods

extension FunctionSpy {
  /// Records a call of a generic method, and returns its result as the type that the caller wants.
  ///
  /// Use it in the double of a method such as `func load<T: Decodable>(_ path: String) async throws -> T`, with a spy
  /// whose `Output` is `any Sendable`:
  ///
  /// ```swift
  /// let loading = FunctionSpy<String, any Sendable, any Error>(.success(0))
  ///
  /// func load<T: Decodable & Sendable>(_ path: String) async throws -> T {
  ///   try await loading.callAsync(path, as: T.self)
  /// }
  /// ```
  ///
  /// If the result is of another type, the test fails with both types, where the spy was created, and the call throws.
  ///
  /// - Parameters:
  ///   - input: What the method was called with.
  ///   - type: The type that the caller wants.
  ///   - isolation: The isolation that progress runs in: the caller's.
  public func callAsync<Wanted>(
    _ input: Input,
    as type: Wanted.Type,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Wanted {
    try converted(try await callAsync(input), to: type, input)
  }

  /// Records a call of a synchronous generic method, and returns its result as the type that the caller wants.
  ///
  /// - Parameters:
  ///   - input: What the method was called with.
  ///   - type: The type that the caller wants.
  public func call<Wanted>(_ input: Input, as type: Wanted.Type) throws -> Wanted {
    try converted(try call(input), to: type, input)
  }

  private func converted<Wanted>(_ output: Output, to type: Wanted.Type, _ input: Input) throws -> Wanted {
    if let wanted = output as? Wanted { return wanted }
    let found = TypeName.of(Swift.type(of: output as Any))
    let title = "The call\(nameClause) wants `\(TypeName.of(Wanted.self))`, but its result is `\(found)`"
    let result = lineOfInput(output, title: "Result")
    recordIssue("\(title)\(lineOfInput(input))\(result)", sourceLocation: sourceLocation)
    throw MissingResult(reason: title)
  }
}

// MARK: - Receiving

extension FunctionSpy {
  /// Which function, as a part of a sentence: ` of "load"`, or nothing.
  var nameClause: String { name.map { " of \"\($0)\"" } ?? "" }

  /// Records a call, and decides how it continues.
  ///
  /// - Parameter canWait: Whether the caller can be held.
  private func record(
    _ input: Input,
    canWait: Bool
  ) -> FunctionSpyState<Input, Output, Failure>.Reception {
    // First: a test that waits for the call finds its entry in the log.
    log?.recordCall(of: name, with: input)
    var reception = state.withLock { $0.receive(input, canWait: canWait) }
    if case .untimed(let timer) = reception.reply {
      let time = timer()
      reception = state.withLock { $0.receive(input, at: time, canWait: canWait) }
    }
    for waiter in reception.reached { waiter.signal() }
    return reception
  }

  /// The ordinary result of a call that was recorded before.
  func answer(toRecorded input: Input) -> ActionResult<Output, Failure> {
    answer(state.withLock { $0.reply() }, to: input)
  }

  private func answer(
    _ reply: FunctionSpyState<Input, Output, Failure>.Reply,
    to input: Input
  ) -> ActionResult<Output, Failure> {
    switch reply {
    case .answer(let answer):
      return answer
    case .compute(let compute):
      let answer = compute(input)
      state.withLock { $0.remember(answer) }
      return answer
    case .exhausted(let last?, let count):
      let calls = numberedLines(calls)
      recordIssue(
        "The spy was called more often than it has results (\(count))\nIt returned the last result again."
          + (calls.isEmpty ? "" : " Calls:\(calls)") + "\nAdd a result, or compute results with a closure.",
        sourceLocation: sourceLocation
      )
      return last
    case .exhausted(nil, _), .untimed, .held:
      return emptyAnswer(because: "The spy was called, but its sequence of results is empty")
    }
  }

  func emptyAnswer(because reason: String) -> ActionResult<Output, Failure> {
    recordIssue("\(reason)\nSet `result` first.", sourceLocation: sourceLocation)
    if let failure = MissingResult(reason: reason) as? Failure { return .failure(failure) }
    if let value = emptyValue(of: Output.self) { return .success(value) }
    fatalError("\(reason). `\(TypeName.of(Output.self))` has no empty value. \(sourceLocation)")
  }
}
