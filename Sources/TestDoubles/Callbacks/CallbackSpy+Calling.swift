import Testing

extension CallbackSpy {
  /// Records a call and keeps its handler.
  ///
  /// - Parameters:
  ///   - input: What the function was called with.
  ///   - completion: What the test calls with ``complete(_:with:sourceLocation:)-(_,Output,_)``.
  @inlinable
  public func call(_ input: Input, completion: @escaping (Output) -> Void) {
    storage.receive(input, completion)
  }

  /// Records a call whose handler has no parameters, and keeps the handler.
  public func call(_ input: Input, completion: @escaping () -> Void) where Output == Void {
    call(input) { (_: Output) in completion() }
  }

  /// Records a call whose handler has several parameters, and keeps the handler.
  public func call<First, Second, each Rest>(
    _ input: Input,
    completion: @escaping (First, Second, repeat each Rest) -> Void
  ) where Output == (First, Second, repeat each Rest) {
    call(input, completion: tupled(completion))
  }

  /// Records a call of a function that has no parameters but its handler, and keeps the handler.
  public func call(completion: @escaping (Output) -> Void) where Input == Void {
    call((), completion: completion)
  }

  /// Records a call of a function that has no parameters but its handler, which has none either, and keeps the handler.
  public func call(completion: @escaping () -> Void) where Input == Void, Output == Void {
    call((), completion: completion)
  }

  /// Records a call of a function that has no parameters but its handler, which has several, and keeps the handler.
  public func call<First, Second, each Rest>(
    completion: @escaping (First, Second, repeat each Rest) -> Void
  ) where Input == Void, Output == (First, Second, repeat each Rest) {
    call((), completion: completion)
  }

  /// Records a call of a function with several parameters, as a tuple, and keeps its handler.
  public func call<First, Second, each Rest>(
    _ first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    completion: @escaping (Output) -> Void
  ) where Input == (First, Second, repeat each Rest) {
    call((first, second, repeat each rest), completion: completion)
  }

  /// Records a call of a function with several parameters, as a tuple, and keeps its handler, which has none.
  public func call<First, Second, each Rest>(
    _ first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    completion: @escaping () -> Void
  ) where Input == (First, Second, repeat each Rest), Output == Void {
    call((first, second, repeat each rest), completion: completion)
  }

  /// Records a call of a function with several parameters, as a tuple, and keeps its handler, which has several too.
  public func call<First, Second, each Rest, A, B, each C>(
    _ first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    completion: @escaping (A, B, repeat each C) -> Void
  ) where Input == (First, Second, repeat each Rest), Output == (A, B, repeat each C) {
    call((first, second, repeat each rest), completion: completion)
  }

  /// Calls the handler of one call that has no parameters.
  ///
  /// - Parameters:
  ///   - index: Which call to complete: 0 for the first one that was made.
  ///   - sourceLocation: Where an issue is recorded if the call is not pending.
  public func complete(_ index: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) where Output == Void {
    complete(index, with: (), sourceLocation: sourceLocation)
  }

  /// Calls the handler of one call that has several parameters.
  ///
  /// - Parameters:
  ///   - index: Which call to complete: 0 for the first one that was made.
  ///   - first: The handler's first parameter.
  ///   - second: Its second parameter.
  ///   - rest: All others.
  ///   - sourceLocation: Where an issue is recorded if the call is not pending.
  public func complete<First, Second, each Rest>(
    _ index: Int = 0,
    with first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Output == (First, Second, repeat each Rest) {
    complete(index, with: (first, second, repeat each rest), sourceLocation: sourceLocation)
  }

  /// Calls the handler of every pending call that has no parameters, in the order of the calls.
  ///
  /// - Parameter sourceLocation: Where an issue is recorded if no call is pending.
  public func completeAll(sourceLocation: SourceLocation = #_sourceLocation) where Output == Void {
    completeAll(with: (), sourceLocation: sourceLocation)
  }

  /// Calls the handler of every pending call that has several parameters, in the order of the calls.
  ///
  /// - Parameters:
  ///   - first: The handlers' first parameter.
  ///   - second: Their second parameter.
  ///   - rest: All others.
  ///   - sourceLocation: Where an issue is recorded if no call is pending.
  public func completeAll<First, Second, each Rest>(
    with first: First,
    _ second: Second,
    _ rest: repeat each Rest,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Output == (First, Second, repeat each Rest) {
    completeAll(with: (first, second, repeat each rest), sourceLocation: sourceLocation)
  }
}

/// The function that takes the parameters of another one as a tuple.
private func tupled<each Part>(_ function: @escaping (repeat each Part) -> Void) -> ((repeat each Part)) -> Void {
  { (values: (repeat each Part)) in function(repeat each values) }
}
