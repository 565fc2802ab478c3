internal import Testing
internal import TestingSupportCore

/// Runs one test's body in one order after another, as the search asks for, and reports what was found.
struct Exploration: Sendable {
  let test: Test
  let testCase: Test.Case?
  let count: Int
  let strategy: InterleavingStrategy
  let outsideLimit: Duration

  /// - Throws: What the body threw in the failing order, or what came of the cancellation of the test.
  func run(firstSeed: UInt64, _ body: @Sendable () async throws -> Void) async throws {
    var search = InterleavingSearch(count: count, firstSeed: firstSeed, strategy: strategy)
    let harmless = HarmlessIssues()
    var failing: Attempt?
    var effort = Duration.zero
    while let order = search.order {
      let attempt = await attempt(order, seed: search.seed, passingOn: harmless, body)
      if Task.isCancelled, search.finding == nil {
        await attempt.recordAgain(for: test, testCase: testCase)
        return try attempt.rethrow()
      }
      search.record(attempt.run)
      guard search.finding != nil else { continue }
      if failing == nil { failing = attempt } else { effort += attempt.duration }
      // A simpler order that fails takes about as long as the failing one did.
      if Task.isCancelled || max(effort, attempt.duration) > WaitLimit.current { search.stop() }
    }
    guard let finding = search.finding, let failing else { return }
    await failing.recordAgain(for: test, testCase: testCase)
    InterleavingReport(finding, count: count).record(for: test)
    try failing.rethrow()
  }

  private func attempt(
    _ order: InterleavingSearch.Order,
    seed: UInt64,
    passingOn harmless: HarmlessIssues,
    _ body: @Sendable () async throws -> Void
  ) async -> Attempt {
    let choices = RecordingOrder.Record([])
    let course = Locked(Course())
    let run = DeterministicRun(
      strategy: order.strategy.map { RecordingOrder($0, into: choices) },
      seed: seed,
      outsideLimit: outsideLimit,
      isRecording: true
    )
    let catcher = IssueCatcher(passingOn: harmless.isNew)
    await catcher.run(for: test, testCase: testCase) {
      var result: Result<Void, any Error> = .success(())
      do {
        let log = try await run.perform(sourceLocation: test.sourceLocation) {
          course.withLock { $0.begin() }
          catcher.watch(Schedule.current)
          do { try await body() } catch { result = .failure(error) }
          await EndOfScheduledBody.current?.action()
          course.withLock { $0.end() }
        }
        course.withLock { $0.log = log ?? ScheduleLog() }
      } catch let abandoned as AbandonedTest {
        // The issues that were recorded say it all: no error besides.
        return course.withLock { $0.abandon(with: abandoned.log) }
      }
      try result.get()
    }
    return Attempt(
      course: course.withLock { $0 },
      choices: choices.withLock { $0 },
      caught: catcher.caught,
      error: catcher.error
    )
  }
}
