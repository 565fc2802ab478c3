public import Testing
internal import TestingSupportCore

/// Runs a test many times, each time in another order. Made by `.interleavings(_:)`.
public struct InterleavingsTrait: TestTrait, SuiteTrait, TestScoping, SchedulingTrait {
  let count: Int
  let seed: UInt64?
  let strategy: InterleavingStrategy
  let outsideLimit: Duration?
  let leftovers: Leftovers
  let unhandledErrors: UnhandledErrors
  let dates: DateSource
  let sleeps: SleepMode
  let sourceLocation: SourceLocation
  let identity = TraitIdentity()
  var level = Runtime.level
  var warning = OneTimeWarning.ordersNotExplored
  var note = ExplorationNote.ofProcess

  /// Whether a suite hands the trait on to its tests: it does.
  public var isRecursive: Bool { true }

  /// Runs a test in the requested number of orders, or until one fails.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, isInnermost(of: test) else { return try await function() }
    if let misuse {
      recordIssue(misuse, sourceLocation: sourceLocation)
      return try await function()
    }
    warning.record(level, sourceLocation: test.sourceLocation)
    if level.support == .unavailable { return try await function() }
    note.writeOnce()
    let explorer = InterleavingExplorer(
      test: test,
      testCase: testCase,
      count: count,
      strategy: strategy,
      outsideLimit: outsideLimit,
      leftovers: leftovers,
      unhandledErrors: unhandledErrors,
      dates: dates,
      sleeps: sleeps
    )
    try await explorer.run(firstSeed: seed ?? InterleavingSeed.ofThisProcess, function)
  }

  private var misuse: String? {
    if count < 1 {
      return "`.interleavings` requires a count of at least 1, not \(count)\nThe test ran once, as an ordinary test."
    }
    return strategy.misuse.map { "\($0)\nThe test ran once, as an ordinary test." }
  }
}

extension Trait where Self == InterleavingsTrait {
  /// Runs the test in up to 200 orders, and fails with the first order that makes it fail.
  ///
  /// The same as ``interleavings(_:seed:strategy:delays:outside:leftovers:unhandledErrors:dates:sleeps:sourceLocation:)`` with its defaults.
  public static var interleavings: Self { .interleavings(200) }

  /// Runs the test in many orders, each of them once if there are few, and fails with the first order that makes it fail.
  ///
  /// Use it for code whose tasks interact: an actor that awaits between a check and its consequence, a stream and its
  /// subscribers, a search that is restarted, a cancellation at a bad moment. Every run is a new call of the test (and
  /// a new instance of its suite) with its own deterministic schedule and virtual time.
  ///
  /// ```swift
  /// @Test(.interleavings(200))
  /// func whenTwoScreensAskForAnImage_thenItIsDownloadedOnce() async {
  ///   let server = ImageServer()
  ///   let store = ImageStore(server: server)
  ///   async let list = store.image("cat")
  ///   async let detail = store.image("cat")
  ///   _ = await (list, detail)
  ///   #expect(await server.downloads == 1)
  /// }
  /// ```
  ///
  /// When an order fails, the issues of that run are recorded at their own lines, and one more at the test says how to
  /// run that order again: `Replay it with .deterministic(seed: 0x2A)`. It also lists the
  /// steps of the simplest failing order; see <doc:ReadingAFailingInterleaving>.
  ///
  /// - Parameters:
  ///   - count: How many orders to try. With exact support, a test that has fewer runs in each of them once.
  ///   - seed: The seed of the first order; the others follow it by one. Without it, the environment variable
  ///     `TESTING_SUPPORT_SEED` gives it, or else it is another one in every run of the tests.
  ///   - strategy: How orders are drawn. Defaults to alternating between the strategies.
  ///   - delays: Whether time may advance to the end of a sleep while tasks are ready, as on a machine that is too busy to
  ///     run them. It finds a task that reads the clock or starts to sleep too late. Tests whose deadlines allow no delay
  ///     fail with it.
  ///   - limit: How long, in real time, a run waits for an outside event when it cannot make progress. Defaults to five
  ///     seconds. A run that never finishes takes up to a second longer. If you pass it, helpers wait as long for
  ///     outside events.
  ///   - leftovers: What becomes of tasks that outlive a run.
  ///   - unhandledErrors: What happens if a task of a run throws an error that no code handles.
  ///   - dates: What `Date()` shows: the system's date, or virtual time.
  ///   - sleeps: How long sleeps take where time isn't virtual.
  ///   - sourceLocation: Where wrong values are reported.
  public static func interleavings(
    _ count: Int,
    seed: UInt64? = nil,
    strategy: InterleavingStrategy = .mixed,
    delays: Bool = false,
    outside limit: Duration? = nil,
    leftovers: Leftovers = .cancel,
    unhandledErrors: UnhandledErrors = .ignore,
    dates: DateSource = .real,
    sleeps: SleepMode = .automatic,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Runtime.install()
    return Self(
      count: count,
      seed: seed,
      strategy: delays ? strategy.withDelays : strategy,
      outsideLimit: limit,
      leftovers: leftovers,
      unhandledErrors: unhandledErrors,
      dates: dates,
      sleeps: sleeps,
      sourceLocation: sourceLocation
    )
  }
}
