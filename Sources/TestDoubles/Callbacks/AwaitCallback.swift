import Testing
import TestingSupportCore

/// Calls a function that takes a completion handler, and returns what the handler is called with.
///
/// Use it to test an API that calls back, in place of an `XCTestExpectation` or a continuation:
///
/// ```swift
/// let picture = try await awaitCallback { done in
///   loader.load("cat", completion: done)
/// }
/// ```
///
/// The closure runs once, in the isolation of the test. The handler may be called from anywhere: before the closure
/// returns, from another task, or from a thread.
///
/// If the handler is never called, the test fails at `sourceLocation` and the error that this function throws ends it.
/// In a deterministic test this happens as soon as the test cannot make progress. If the code under test releases the
/// handler without calling it, this happens immediately. If the handler is called a second time, before or after this
/// function has returned, that is an issue at `sourceLocation` too.
///
/// - Parameters:
///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
///     to the wait limit in any other test.
///   - isolation: The isolation to wait in: the caller's.
///   - sourceLocation: Where issues are recorded.
///   - start: Calls the function under test with the handler that it gets.
/// - Returns: What the handler is called with first.
/// - Throws: What `start` throws, `CancellationError` if the waiting task is cancelled, and the error that `#require`
///   throws if the handler is never called.
public func awaitCallback<Output>(
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Output) -> Void) throws -> Void
) async throws -> Output {
  let reception = CallbackReception<Output>(sourceLocation: sourceLocation)
  try begin(start, for: reception)
  return try await reception.output(within: limit)
}

/// Calls a function whose completion handler has no parameters, and returns when the handler is called.
///
/// Otherwise the same as the function whose handler has one parameter.
public func awaitCallback(
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable () -> Void) throws -> Void
) async throws {
  try await awaitCallback(within: limit, sourceLocation: sourceLocation) { (done: @escaping @Sendable (()) -> Void) in
    try start { done(()) }
  }
}

// One function for each number of parameters: from a parameter pack, the compiler does not infer the types of the
// handler.

/// Calls a function whose completion handler has two parameters, and returns them as a tuple.
///
/// Otherwise the same as the function whose handler has one parameter.
public func awaitCallback<First, Second>(
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second) -> Void) throws -> Void
) async throws -> (First, Second) {
  typealias Output = (First, Second)
  return try await awaitCallback(within: limit, sourceLocation: sourceLocation) {
    (done: @escaping @Sendable (Output) -> Void) in
    try start { done(($0, $1)) }
  }
}

/// Calls a function whose completion handler has three parameters, and returns them as a tuple.
///
/// ```swift
/// let (data, status, error) = try await awaitCallback { done in
///   server.data(for: "cats", completion: done)
/// }
/// ```
///
/// Otherwise the same as the function whose handler has one parameter.
public func awaitCallback<First, Second, Third>(
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third) -> Void) throws -> Void
) async throws -> (First, Second, Third) {
  typealias Output = (First, Second, Third)
  return try await awaitCallback(within: limit, sourceLocation: sourceLocation) {
    (done: @escaping @Sendable (Output) -> Void) in
    try start { done(($0, $1, $2)) }
  }
}

/// Calls a function whose completion handler has four parameters, and returns them as a tuple.
///
/// Otherwise the same as the function whose handler has one parameter.
public func awaitCallback<First, Second, Third, Fourth>(
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third, Fourth) -> Void) throws -> Void
) async throws -> (First, Second, Third, Fourth) {
  typealias Output = (First, Second, Third, Fourth)
  return try await awaitCallback(within: limit, sourceLocation: sourceLocation) {
    (done: @escaping @Sendable (Output) -> Void) in
    try start { done(($0, $1, $2, $3)) }
  }
}

/// Starts the function under test, and keeps no handler.
private func begin<Output>(
  _ start: (@escaping @Sendable (Output) -> Void) throws -> Void,
  for reception: CallbackReception<Output>
) throws {
  // Stays alive as long as the handler can still be called.
  let handler = CallbackReception<Output>.Handler(reception)
  try start { output in handler.reception.receive(output) }
}
