/// What a spied function gives back to its caller, and what happens on the way there.
///
/// Give a spy one `ActionResult` per method, and change it from the test. Beside the plain outcome it can report progress
/// while the call is under way, and hold the call at a ``Gate`` until the test has looked at what happens meanwhile.
///
/// ```swift
/// private final class ConnectionSpy: Connection {
///   var connectionResult: ActionResult<Void, ConnectionError> = .success()
///
///   func connect(to network: String) async throws(ConnectionError) {
///     try await connectionResult.resolve()
///   }
/// }
/// ```
///
/// The failure keeps its type: a method that `throws(ConnectionError)` needs no cast. Use `Never` for a method that does
/// not throw, and `any Error` for one that throws anything.
///
/// Two values are equal when their ``result`` is: progress and gates say how the result is handed over, not what it is.
public struct ActionResult<Success, Failure: Error> {
  /// The outcome that the call ends with.
  public let result: Result<Success, Failure>

  private var progress: [@Sendable () -> Void] = []
  private var holds: [Hold] = []

  /// Creates an outcome from a `Result`.
  ///
  /// - Parameter result: What ``get()`` returns or throws.
  public init(_ result: Result<Success, Failure>) {
    self.result = result
  }

  /// An outcome that returns a value.
  ///
  /// - Parameter value: What the caller gets.
  public static func success(_ value: Success) -> Self {
    Self(.success(value))
  }

  /// The outcome of a function that returns nothing.
  public static func success() -> Self where Success == Void {
    Self(.success(()))
  }

  /// An outcome that throws.
  ///
  /// - Parameter error: What the caller has to catch.
  public static func failure(_ error: Failure) -> Self {
    Self(.failure(error))
  }
}

// MARK: - On the way to the result

extension ActionResult {
  /// Adds something that happens while the call is under way, such as a delegate call or an element of a stream.
  ///
  /// May be used repeatedly: the actions run in the order in which they were added, before the call is held at a gate.
  ///
  /// - Parameter action: Run by ``onProgress()`` and ``resolve(isolation:)``, in the caller's isolation.
  public func reportingProgress(_ action: @escaping @Sendable () -> Void) -> Self {
    var copy = self
    copy.progress.append(action)
    return copy
  }

  /// Holds the call until the test opens a gate.
  ///
  /// Use it to look at what is true only while a call is under way, such as a loading indicator. Only
  /// ``resolve(isolation:)`` can wait; a synchronous method has nothing to wait with.
  ///
  /// - Parameter gate: Where the call waits. With several gates it passes one after the other. A call whose task is
  ///   cancelled waits no longer and ends with the ordinary ``result``.
  public func held(at gate: Gate) -> Self {
    var copy = self
    copy.holds.append(Hold(gate: gate, whenCancelled: nil))
    return copy
  }

  /// Holds the call until the test opens a gate, and says how the call ends if its task is cancelled before.
  ///
  /// - Parameters:
  ///   - gate: Where the call waits.
  ///   - cancelled: What the call ends with if it is cancelled at the gate, for example
  ///     `.failure(URLError(.cancelled))`.
  public func held(at gate: Gate, whenCancelled cancelled: Result<Success, Failure>) -> Self {
    var copy = self
    copy.holds.append(Hold(gate: gate, whenCancelled: cancelled))
    return copy
  }

  /// Runs the progress actions, in the order in which they were added.
  public func onProgress() {
    for action in progress { action() }
  }

  /// Returns the value or throws the error, at once: neither progress nor gates take part.
  public func get() throws(Failure) -> Success {
    try result.get()
  }

  /// Plays the whole call: progress first, then the gates, then the value or the error.
  ///
  /// - Parameter isolation: The isolation that progress runs in: the caller's.
  public func resolve(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Success {
    onProgress()
    for hold in holds {
      let isOpened = await hold.gate.pass()
      if !isOpened, let cancelled = hold.whenCancelled { return try cancelled.get() }
    }
    return try get()
  }

  /// Whether a call could not be answered without waiting.
  var isHeld: Bool { holds.contains { !$0.gate.isOpen } }

  fileprivate struct Hold {
    let gate: Gate
    let whenCancelled: Result<Success, Failure>?
  }
}

// MARK: - Transformations

extension ActionResult {
  /// The same call with another value in the end.
  ///
  /// - Parameter transform: Makes the new value of the old one; not called for a failure.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> ActionResult<NewSuccess, Failure> {
    converted { $0.map(transform) }
  }

  /// The same call with another error in the end.
  ///
  /// - Parameter transform: Makes the new error of the old one; not called for a success.
  public func mapError<NewFailure>(_ transform: (Failure) -> NewFailure) -> ActionResult<Success, NewFailure> {
    converted { $0.mapError(transform) }
  }

  /// The same call, followed by the one that is made of its value.
  ///
  /// - Parameter transform: Makes the call to go on with; not called for a failure. Its progress runs after the progress
  ///   of this call, and its gates come after the gates of this one. Called once, and once more for each value that this
  ///   call ends with when it is cancelled.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> ActionResult<NewSuccess, Failure>
  ) -> ActionResult<NewSuccess, Failure> {
    let next = result.map(transform)
    var combined = converted(to: next.flatMap(\.result)) { $0.flatMap { transform($0).result } }
    guard case .success(let next) = next else { return combined }
    combined.progress += next.progress
    combined.holds += next.holds
    return combined
  }

  private func converted<NewSuccess, NewFailure>(
    _ convert: (Result<Success, Failure>) -> Result<NewSuccess, NewFailure>
  ) -> ActionResult<NewSuccess, NewFailure> {
    converted(to: convert(result), convert)
  }

  /// - Parameters:
  ///   - newResult: What the call ends with.
  ///   - convert: What makes of the endings of a cancelled call those of the new one.
  private func converted<NewSuccess, NewFailure>(
    to newResult: Result<NewSuccess, NewFailure>,
    _ convert: (Result<Success, Failure>) -> Result<NewSuccess, NewFailure>
  ) -> ActionResult<NewSuccess, NewFailure> {
    var copy = ActionResult<NewSuccess, NewFailure>(newResult)
    copy.progress = progress
    copy.holds = holds.map { .init(gate: $0.gate, whenCancelled: $0.whenCancelled.map(convert)) }
    return copy
  }
}

extension ActionResult: Sendable where Success: Sendable {}
extension ActionResult.Hold: Sendable where Success: Sendable {}

extension ActionResult: Equatable where Success: Equatable, Failure: Equatable {
  /// Whether both end in the same way.
  public static func == (left: Self, right: Self) -> Bool { left.result == right.result }
}

extension ActionResult: Hashable where Success: Hashable, Failure: Hashable {
  /// Hashes how the call ends.
  public func hash(into hasher: inout Hasher) { hasher.combine(result) }
}

extension ActionResult: CustomStringConvertible {
  /// The outcome, as Swift writes it: `success(42)`.
  public var description: String { String(describing: result) }
}
