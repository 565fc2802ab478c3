internal import Testing
internal import TestingSupportCore

/// Runs one test's body in the orders that the search requests, and reports what it finds.
struct InterleavingExplorer: Sendable {
  let test: Test
  let testCase: Test.Case?
  let count: Int
  let strategy: InterleavingStrategy
  let outsideLimit: Duration?
  let leftovers: Leftovers
  let unhandledErrors: UnhandledErrors
  let dates: DateSource
  let sleeps: SleepMode

  /// - Throws: What the body threw in the failing order, or the error from cancelling the test.
  func run(firstSeed: UInt64, _ body: @Sendable () async throws -> Void) async throws {
    let kept = KeptOrders(of: test)
    var search = InterleavingSearch(
      count: count,
      firstSeed: firstSeed,
      strategy: strategy,
      kept: kept?.orders ?? [],
      canRunAll: Runtime.support == .exact,
      describes: Runtime.support == .exact
    )
    let harmless = NonfailingIssues()
    var failing: InterleavingResult?
    var limits = Limits()
    while let order = search.order {
      let attempt = await attempt(order, of: search, limits: limits, passingOn: harmless, body)
      if Task.isCancelled, search.finding == nil {
        await attempt.recordAgain(for: test, testCase: testCase)
        if let hang = attempt.hang { recordIssue(hang, sourceLocation: test.sourceLocation) }
        return try attempt.rethrow()
      }
      // What blocks in one order does so in others: it need not take a second each time.
      if attempt.hasBlocked { limits.blocking = LaneOccupancy.patienceAfterFirst }
      if !attempt.awaitsQueued { limits.awaitsQueued = false }
      // Nor what hangs, unless something outside takes part.
      if attempt.hangsByItself { limits.stall = min(outsideLimit ?? Limits.shortStall, Limits.shortStall) }
      search.record(attempt.run, taking: attempt.duration, limit: WaitLimit.current)
      guard search.finding != nil else { continue }
      failing = failing ?? attempt
      if Task.isCancelled { search.stop() }
    }
    guard let finding = search.finding, let failing else {
      if PassedOrders.isReported {
        PassedOrders(count: search.explored, isAll: search.hasRunAll).record(for: test)
      }
      return
    }
    if let problem = kept?.keep(.init(seed: finding.seed, strategy: finding.strategy)) {
      recordWarning("The failing order cannot be kept: \(problem)", sourceLocation: test.sourceLocation)
    }
    await failing.recordAgain(for: test, testCase: testCase)
    InterleavingReport(finding, count: count, hang: failing.hang, throwOrigin: failing.throwOrigin).record(for: test)
    try failing.rethrow()
  }

  /// How long runs are given to go on.
  private struct Limits {
    static let shortStall = Duration.milliseconds(100)
    /// Fewer than in a test with one order: orders are explored of tests that are small.
    static let wakes = 25_000

    var blocking = Duration.seconds(1)
    var stall: Duration?
    var awaitsQueued = true
  }

  private func attempt(
    _ order: InterleavingSearch.Order,
    of search: InterleavingSearch,
    limits: Limits,
    passingOn harmless: NonfailingIssues,
    _ body: @Sendable () async throws -> Void
  ) async -> InterleavingResult {
    let choices = RecordingStrategy.Record(.init())
    let recording = Locked(RunRecording())
    let hasDelays = (search.finding?.strategy ?? strategy).hasDelays
    let ordering = order.strategy.map { hasDelays ? DelayingStrategy(strategy: $0) : $0 }
    var run = DeterministicRun(
      strategy: ordering.map { RecordingStrategy($0, avoiding: search.seenOrders, into: choices) },
      seed: search.seed,
      outsideLimit: outsideLimit,
      leftovers: leftovers,
      unhandledErrors: unhandledErrors,
      dates: dates,
      sleeps: sleeps,
      isRecording: true
    )
    run.outsideSetting = .interleavings(count: count)
    run.describesSteps = search.isDescribing
    run.blockingLimit = limits.blocking
    run.awaitsQueued = limits.awaitsQueued
    run.pacingLimit = LaneOccupancy.pacingOfExploredOrder
    run.stallLimit = limits.stall
    run.wakesWithoutBody = Limits.wakes
    run.cancellationLimit = limits.stall ?? min(outsideLimit ?? .seconds(1), .seconds(1))
    run.onHang = { text, hasOutsideEvents in
      recording.withLock { recording in
        recording.hang = ((recording.hang?.texts ?? []) + [text], recording.hang?.hasOutsideEvents ?? hasOutsideEvents)
      }
    }
    let boundedRun = run
    let catcher = IssueCatcher(passingOn: harmless.isNew)
    await catcher.run(for: test, testCase: testCase) {
      var result: Result<Void, any Error> = .success(())
      do {
        let log = try await boundedRun.perform(sourceLocation: test.sourceLocation) {
          recording.withLock { $0.begin() }
          catcher.watch(Schedule.current)
          do { try await body() } catch {
            result = .failure(error)
            let throwOrigin = Schedule.current?.throwOrigins.origin(of: error)
            recording.withLock { $0.throwOrigin = throwOrigin }
          }
          await PostBodyAction.current?.action()
          let hasBlocked = Schedule.current?.hasBlockedJobs ?? false
          let awaitsQueued = Schedule.current?.awaitsQueued ?? true
          let dependsOnMore = Schedule.current?.dependsOnMore ?? false
          let possibleReason = Schedule.current?.takePossibleReason()
          recording.withLock { recording in
            recording.possibleReason = possibleReason
            recording.hasBlocked = hasBlocked
            recording.awaitsQueued = awaitsQueued
            recording.dependsOnMore = dependsOnMore
            recording.end()
          }
        }
        recording.withLock { $0.log = log ?? ScheduleLog() }
      } catch let abandoned as AbandonedTest {
        // The recorded issues are sufficient, so no error is thrown.
        return recording.withLock { $0.abandon(with: abandoned.log) }
      }
      try result.get()
    }
    return InterleavingResult(
      recording: recording.withLock { $0 },
      choices: choices.withLock { $0 },
      caught: catcher.caught,
      error: catcher.error
    )
  }
}
