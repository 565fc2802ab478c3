import DeterministicScheduling
import Dispatch
import Testing
import TestingSupportCore

@Suite("Waiting for the outside", .exactOnly)
struct OutsideTests {
  @Test("When a dispatch queue wakes the test then it goes on", .deterministic, arguments: [0, 20])
  func whenQueueWakesTest_thenItGoesOn(delay: Int) async {
    let answer = await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { continuation.resume(returning: 42) }
    }
    #expect(answer == 42)
    #expect(VirtualTime.elapsed == .zero)
  }

  @Test("When the outside wakes an actor then the actor goes on in the test", .deterministic)
  func whenOutsideWakesActor_thenItGoesOnInTest() async {
    let log = EventLog()
    await Bridge(log: log).load()
    #expect(log.events == ["0 s, started by the actor", "1 s, loaded"])
  }

  @Test("When nothing ever comes then the test fails, says who waits, and is cancelled")
  func whenNothingComes_thenTestFails() async throws {
    let line = #line + 3
    let log = EventLog()
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        let (stream, _) = AsyncStream.makeStream(of: Int.self)
        let loader = start("loader") { await waitUntilCancelled() }
        let nameless = Task { await waitUntilCancelled() }
        let finished = start("finished") {}
        await finished.value
        for await _ in stream {}
        log.add("cancelled: \(Task.isCancelled)")
        loader.cancel()
        nameless.cancel()
      }
    }
    #expect(log.events == ["cancelled: true"])
    #expect(issues.count == 1)
    #expect(issues.first?.sourceLocation?.line == line)
    #expect(
      issues.first?.comments.first?.rawValue.withoutFunctions == """
        No task in this test can make progress
        Nothing outside the test resumed it within 50 milliseconds, so the test was cancelled.
        Suspended: test body, \(title(ofTask: 1, named: "loader")), unnamed task 2
        Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, a clock \
        that is never advanced, or tasks that wait for each other.
        Allow more time for I/O or a dispatch queue: `withDeterministicScheduling(outside: .seconds(30))`.
        """
    )
  }

  @Test("When the test does not even end by cancellation then it is left behind and its tasks never run again")
  func whenTestTakesNoNoticeOfCancellation_thenItIsLeft() async throws {
    let leaked = Locked<CheckedContinuation<Void, Never>?>(nil)
    let log = EventLog()
    let line = #line + 2
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(30)) {
        await withCheckedContinuation { continuation in leaked.withLock { $0 = continuation } }
        log.add("went on")
      }
    }
    #expect(issues.count == 3)
    #expect(issues.map { $0.sourceLocation?.line }.dropLast() == [line, line])
    #expect(
      issues.dropFirst().first?.comments.first?.rawValue.withoutFunctions == """
        The test did not finish within 30 milliseconds of being cancelled
        Suspended and ignoring cancellation: test body. The test was abandoned.
        Handle cancellation where a task ignores it.
        """
    )
    #expect(issues.last.map { "\($0)" }?.contains("The test did not finish and was abandoned") == true)
    leaked.withLock { $0 }?.resume()
    try await withDeterministicScheduling { await settle() }
    #expect(log.events == [])
  }

  @Test("When a helper waits for the outside then the test does not fail before the helper does")
  func whenHelperWaitsForOutside_thenItsLimitCounts() async throws {
    let outcome = try await withDeterministicScheduling(outside: .milliseconds(10)) {
      await Waiter().wait(within: .milliseconds(60))
    }
    #expect(outcome == .timedOut(.milliseconds(60)))
  }

  @Test("When a helper waits without a limit then the end of all work is its answer at once", .deterministic)
  func whenHelperWaitsWithoutLimit_thenExhaustionEndsIt() async {
    let waiter = Waiter()
    Task { try await Task.sleep(for: .seconds(5)) }  // sleep-is-the-subject
    #expect(await waiter.wait() == .stalled(beside: ""))
    #expect(VirtualTime.elapsed == .seconds(5))
  }

  @Test("When a poller sleeps without end then who waits for the end of all sleeps is told at the limit")
  func whenPollerNeverEnds_thenExhaustionIsToldAtLimit() async throws {
    let outcome = try await withDeterministicScheduling {
      let poller = Task { await pollUntilCancelled() }
      defer { poller.cancel() }
      return await WaitLimit.withValue(.milliseconds(20)) { await Waiter().wait() }
    }
    #expect("\(outcome)".hasPrefix("The test never became idle."))
  }

  @Test("When a poller sleeps without end beside a wait in vain then the test fails, says who waits, and is cancelled")
  func whenPollerGoesOnBesideWaitInVain_thenTestFails() async throws {
    let line = #line
    let log = EventLog()
    let issues = await capturingIssues {
      try await performBriefly(at: line) {
        let poller = start("poller") { await pollUntilCancelled() }
        await waitUntilCancelled()
        log.add("cancelled: \(Task.isCancelled)")
        poller.cancel()
      }
    }
    #expect(log.events == ["cancelled: true"])
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(
      issues.first?.comments.first?.rawValue.withoutFunctions == """
        The test body is suspended while other tasks wake endlessly
        Sleeping tasks woke 1000 times in 1000 seconds of virtual time; the body did not. The test was cancelled.
        Suspended: test body, \(title(ofTask: 1, named: "poller"))
        Cancel the repeating timer or poll first, or wait for what it does.
        """
    )
  }

  @Test("When a poller sleeps without end beside what takes no notice of cancellation then the test is left behind")
  func whenPollerGoesOnBesideWaitWithoutCancellation_thenTestIsLeft() async throws {
    let leaked = Locked<CheckedContinuation<Void, Never>?>(nil)
    let line = #line
    let issues = await capturingIssues {
      try await performBriefly(at: line) {
        _ = Task { await pollUntilCancelled() }
        await withCheckedContinuation { continuation in leaked.withLock { $0 = continuation } }
      }
    }
    let beginnings = issues.dropLast().map { $0.comments.first?.rawValue.prefix(32) }
    #expect(beginnings == ["The test body is suspended while", "The test did not finish within 3"])
    #expect(issues.dropLast().map { $0.sourceLocation?.line } == [line, line])
    #expect(issues.last.map { "\($0)" }?.contains("The test did not finish and was abandoned") == true)
    leaked.withLock { $0 }?.resume()
  }

  private func performBriefly(at line: Int, _ body: () async -> Void) async throws {
    var run = DeterministicRun(outsideLimit: .milliseconds(30))
    run.wakesWithoutBody = 1000
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    _ = try await run.perform(sourceLocation: location, body)
  }

  private func waitUntilCancelled() async {
    for await _ in AsyncStream.makeStream(of: Void.self).stream {}
  }

  private func pollUntilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
  }
}

private actor Bridge {
  private let log: EventLog
  init(log: EventLog) { self.log = log }

  func load() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
    let child = Task {
      log.add("\(VirtualTime.elapsed ?? .seconds(-1))".replacing("0.0 seconds", with: "0 s") + ", started by the actor")
    }
    await child.value
    try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    log.add("\(VirtualTime.elapsed ?? .seconds(-1))".replacing("1.0 seconds", with: "1 s") + ", loaded")
  }
}
