/// What a spied function returns to its caller, and what happens before that.
///
/// Give a spy one `ActionResult` per method, and change it from the test. In addition to the outcome, it can report
/// progress while the call is in flight, and hold the call at a ``Gate`` until the test has checked the state in
/// between.
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
/// The failure keeps its type: a method that `throws(ConnectionError)` needs no cast. Use `Never` for a method that
/// does not throw, and `any Error` for one that throws anything.
///
/// Two values are equal if their ``result`` is equal: progress and gates affect when the result is returned, not what
/// it is.
public struct ActionResult<Success, Failure: Error> {
  /// The outcome that the call ends with.
  public let result: Result<Success, Failure>

  var progress: [@Sendable () -> Void] = []
  var holds: [Hold] = []

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
  /// Adds an action that runs while the call is in flight, such as a delegate call or an element of a stream.
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
  /// Use it to check what is true only while a call is in flight, such as a loading indicator. Only
  /// ``resolve(isolation:)`` can wait; a synchronous method can't suspend.
  ///
  /// - Parameter gate: Where the call waits. With several gates it passes one after the other. A call whose task is
  ///   cancelled waits no longer and ends with the ordinary ``result``.
  public func held(at gate: Gate) -> Self {
    var copy = self
    copy.holds.append(Hold(place: .gate(gate, evenIfCancelled: false), whenCancelled: nil))
    return copy
  }

  /// Holds the call until the test opens a gate, and decides whether cancellation ends the hold.
  ///
  /// Use it to stage the late result of a request that was cancelled: the task is cancelled, the call stays at the
  /// gate, and when the test opens the gate, the call ends with its ordinary ``result``.
  ///
  /// ```swift
  /// server.search.result = .success(["outdated"]).held(at: gate, evenIfCancelled: true)
  /// ```
  ///
  /// - Parameters:
  ///   - gate: Where the call waits.
  ///   - evenIfCancelled: Whether a call whose task is cancelled stays at the gate. With `false` it is the same as
  ///     ``held(at:)``.
  public func held(at gate: Gate, evenIfCancelled: Bool) -> Self {
    var copy = self
    copy.holds.append(Hold(place: .gate(gate, evenIfCancelled: evenIfCancelled), whenCancelled: nil))
    return copy
  }

  /// Holds the call until the test opens a gate, with a separate result if its task is cancelled before.
  ///
  /// - Parameters:
  ///   - gate: Where the call waits.
  ///   - cancelled: What the call ends with if it is cancelled at the gate, for example
  ///     `.failure(URLError(.cancelled))`.
  public func held(at gate: Gate, whenCancelled cancelled: Result<Success, Failure>) -> Self {
    var copy = self
    copy.holds.append(Hold(place: .gate(gate, evenIfCancelled: false), whenCancelled: cancelled))
    return copy
  }

  /// Lets the call take time on a clock.
  ///
  /// Use it where the test is about time, such as a time-out or a slow answer that a faster one overtakes. Only
  /// ``resolve(isolation:)`` can wait. Gates and delays take effect in the order in which they were added.
  ///
  /// - Parameters:
  ///   - duration: How long the call sleeps.
  ///   - clock: The clock that it sleeps on, such as a test clock. Defaults to `ContinuousClock`, which uses virtual
  ///     time in a deterministic test and real time in any other test.
  ///   - cancelled: What the call ends with if its task is cancelled while it sleeps. Defaults to the ordinary
  ///     ``result``.
  public func delayed<C: Clock>(
    by duration: C.Duration,
    on clock: C = ContinuousClock(),
    whenCancelled cancelled: Result<Success, Failure>? = nil
  ) -> Self where C.Duration: Sendable {
    let sleep: @Sendable () async -> Bool = {
      do {
        try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
        return true
      } catch {
        return false
      }
    }
    var copy = self
    copy.holds.append(Hold(place: .delay(sleep), whenCancelled: cancelled))
    return copy
  }

  /// Runs the progress actions, in the order in which they were added.
  public func onProgress() {
    for action in progress { action() }
  }

  /// Returns the value or throws the error immediately, without progress or gates.
  public func get() throws(Failure) -> Success {
    try result.get()
  }

  /// Plays the whole call: progress first, then the gates, then the value or the error.
  ///
  /// - Parameter isolation: The isolation that progress runs in: the caller's.
  public func resolve(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Success {
    onProgress()
    for hold in holds {
      let isComplete = await hold.place.wait()
      if !isComplete, let cancelled = hold.whenCancelled { return try cancelled.get() }
    }
    return try get()
  }

  /// What a call would have to wait for, as the end of a sentence; `nil` if it can be answered without waiting.
  // No key path: in generic code, each use of one makes it anew, which costs ten times what the call costs.
  var obstacle: String? {
    for hold in holds {
      if let obstacle = hold.place.obstacle { return obstacle }
    }
    return nil
  }

  struct Hold {
    let place: HoldingPlace
    let whenCancelled: Result<Success, Failure>?
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
