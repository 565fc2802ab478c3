public import Testing
internal import TestingSupportCore

/// Runs a test, or every test of a suite, under its own schedule.
///
/// Made by `.deterministic`.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping, SchedulingTrait {
  let run: DeterministicRun
  let identity = TraitIdentity()
  private let misuse: String?

  init(_ run: DeterministicRun, misuse: String? = nil) {
    Runtime.install()
    var run = run
    run.outsideSetting = .trait
    self.run = run
    self.misuse = misuse
  }

  /// Whether a suite hands the trait on to its tests: it does.
  public var isRecursive: Bool { true }

  /// Runs a test under its own schedule.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, isInnermost(of: test) else { return try await function() }
    if let misuse { recordIssue(misuse, sourceLocation: test.sourceLocation) }
    let end = Locked(End())
    let hasFailed = Locked(false)
    try await noting(hasFailed) {
      _ = try await run.perform(sourceLocation: test.sourceLocation) {
        do { try await function() } catch {
          let throwOrigin = Schedule.current?.throwOrigins.origin(of: error)
          end.withLock { ($0.error, $0.throwOrigin) = (error, throwOrigin) }
        }
        await PostBodyAction.current?.action()
        let possibleReason = Schedule.current?.takePossibleReason()
        end.withLock { $0.possibleReason = possibleReason }
      }
    }
    let (outcome, location) = (end.withLock { $0 }, test.sourceLocation)
    if let origin = outcome.throwOrigin?.text { recordWarning(origin, sourceLocation: location) }
    if let possibleReason = outcome.possibleReason, outcome.error != nil || hasFailed.withLock({ $0 }) {
      recordWarning(possibleReason, sourceLocation: location)
    }
    if let error = outcome.error { throw error }
  }

  /// What is known when the body has ended.
  private struct End {
    var error: (any Error)?
    var throwOrigin: ThrowOrigin?
    var possibleReason: String?
  }

  // Around the schedule, not inside it: a replay takes the steps of the run that it repeats.
  private func noting(_ hasFailed: Locked<Bool>, _ body: @Sendable () async throws -> Void) async throws {
    guard Runtime.support == .exact else { return try await body() }
    try await withIssueHandling({ issue in
      if issue.failsItsTest { hasFailed.withLock { $0 = true } }
      return issue
    }) { try await body() }
  }
}

extension Trait where Self == DeterministicTrait {
  /// Runs each test under its own schedule, in FIFO order: the same way every time.
  ///
  /// Use it for every test that starts tasks, sleeps, or waits for other tasks. Sleeps take no real time. Tests still
  /// run in parallel, including tests without the trait.
  ///
  /// ```swift
  /// @Test("When typing pauses then one search is sent", .deterministic)
  /// func whenTypingPauses_thenOneSearchIsSent() async {
  ///   let sut = SuggestionModel(server: server)
  ///   for text in ["s", "sw", "swift"] { sut.type(text) }
  ///   try? await Task.sleep(for: .seconds(1))  // takes no real time
  ///   #expect(await server.requests == ["swift"])
  /// }
  /// ```
  /// A test that cannot make progress waits five seconds, in real time, for an outside event. Then it fails at its own
  /// line, with the names of the suspended tasks, and is cancelled.
  public static var deterministic: Self { Self(DeterministicRun()) }

  /// Runs each test under its own schedule, with options.
  ///
  /// ```swift
  /// @Test("When the server answers then the answer is shown", .deterministic(outside: .seconds(30)))
  /// func whenServerAnswers_thenAnswerIsShown() async throws {
  ///   // …
  /// }
  /// ```
  /// Pass `outside:` for a test that waits for outside events, such as I/O, a dispatch queue, or a process. When the
  /// test cannot make progress, a spy, a probe, a stream expectation, or `expectEventually` then waits that long for an
  /// outside event, instead of failing immediately. Virtual time stops while a block on a dispatch queue or a thread that the
  /// test has started is unfinished, so that a timeout doesn't come first: until nothing has resumed the test for that long,
  /// or until the sleep would have ended without the trait. For other outside events, use
  /// ``withOutsideWork(isolation:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - seed: Decides the order, always the same one, such as a seed that `.interleavings(_:)` has reported. Without a
  ///     seed, the order is first in, first out.
  ///   - strategy: How the order is drawn from the seed. A replay needs the one that is in the report.
  ///   - limit: How long, in real time, the test may rest until something outside resumes it: five seconds by default.
  ///   - leftovers: What becomes of tasks that outlive the test.
  ///   - unhandledErrors: What happens if a task throws an error that no code handles.
  ///   - dates: What `Date()` shows: the system's date, or virtual time.
  ///   - sleeps: How long sleeps take where time is not virtual.
  public static func deterministic(
    seed: UInt64? = nil,
    strategy: InterleavingStrategy = .random,
    outside limit: Duration? = nil,
    leftovers: Leftovers = .cancel,
    unhandledErrors: UnhandledErrors = .ignore,
    dates: DateSource = .real,
    sleeps: SleepMode = .automatic
  ) -> Self {
    let run = DeterministicRun(
      strategy: seed.map(strategy.order),
      seed: seed,
      outsideLimit: limit,
      leftovers: leftovers,
      unhandledErrors: unhandledErrors,
      dates: dates,
      sleeps: sleeps
    )
    return Self(run, misuse: strategy.misuse(seed: seed))
  }
}
