// Where work that a test has started is seen.
#if os(Linux)

  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("A test that waits beside something outside that goes on and on", .exactOnly, .timeLimit(.minutes(15)))
  struct RestlessOutsideTests {
    @Test("When nothing ever resumes the test then it fails after the limit", arguments: Restless.allCases)
    func whenNothingResumesTest_thenItFails(restless: Restless) async {
      let issues = await recordedIssues(outside: nil) {
        await restless.run { await waitUntilCancelled() }
      }
      #expect(issues == ["No task in this test can make progress"])
    }

    @Test("When the test waits in withOutsideWork then it fails after the limit", arguments: Restless.allCases)
    func whenTestWaitsForOutsideWork_thenItFails(restless: Restless) async {
      let issues = await recordedIssues(outside: nil) {
        await restless.run { await withOutsideWork { await waitUntilCancelled() } }
      }
      #expect(issues == ["No task in this test can make progress"])
    }

    @Test("When the test has outside: then its sleeps end after the limit", arguments: Restless.allCases)
    func whenTestSleeps_thenSleepEnds(restless: Restless) async {
      let issues = await recordedIssues(outside: .milliseconds(100)) {
        await restless.run {
          await Task { try? await Task.sleep(for: .seconds(60)) }.value  // sleep-is-the-subject
          #expect(VirtualTime.elapsed == .seconds(60))
        }
      }
      #expect(issues == [])
    }

    @Test("When the outside resumes the test again and again then a sleep ends when it natively would")
    func whenOutsideResumesTest_thenSleepEnds() async {
      let (ticks, source) = AsyncStream.makeStream(of: Void.self)
      let issues = await recordedIssues(outside: .seconds(60)) {
        Thread.detachNewThread {
          while case .enqueued = source.yield() { usleep(1_000) }  // sleep-is-the-subject
        }
        let sleeper = Task {
          try? await Task.sleep(for: .milliseconds(200))  // sleep-is-the-subject
          source.finish()
        }
        for await _ in ticks {}
        await sleeper.value
        #expect(VirtualTime.elapsed == .milliseconds(200))
      }
      #expect(issues == [])
    }
  }

  /// What goes on and on outside a test, and never resumes it.
  enum Restless: CaseIterable {
    case timer, chainOfBlocks, chainOfThreads

    /// Calls the body meanwhile.
    func run(_ body: () async -> Void) async {
      let isOver = Locked(false)
      let timer = DispatchSource.makeTimerSource()
      timer.setEventHandler {}
      switch self {
      case .timer: timer.schedule(deadline: .now(), repeating: .milliseconds(5))
      case .chainOfBlocks: continueInBlock(until: isOver)
      case .chainOfThreads: continueInThread(until: isOver)
      }
      timer.resume()
      await body()
      isOver.withLock { $0 = true }
      timer.cancel()
    }
  }

  @Sendable private func continueInBlock(until isOver: Locked<Bool>) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      if !isOver.withLock(\.self) { continueInBlock(until: isOver) }
    }
  }

  @Sendable private func continueInThread(until isOver: Locked<Bool>) {
    Thread.detachNewThread {
      usleep(5_000)  // sleep-is-the-subject
      if !isOver.withLock(\.self) { continueInThread(until: isOver) }
    }
  }

  private func waitUntilCancelled() async {
    for await _ in AsyncStream.makeStream(of: Void.self).stream {}
  }

  // The first line of each issue.
  private func recordedIssues(outside: Duration?, _ body: () async -> Void) async -> [Substring?] {
    let issues = await capturingIssues {
      var run = DeterministicRun(outsideLimit: outside)
      if outside == nil { run.stallLimit = .milliseconds(100) }
      _ = try? await run.perform(sourceLocation: #_sourceLocation) { await body() }
    }
    return issues.map { $0.comments.first?.rawValue.split(separator: "\n").first }
  }

#endif
