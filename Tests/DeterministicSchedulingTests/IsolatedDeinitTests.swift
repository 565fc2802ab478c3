// Where the runtime is asked to run deinitializers on actors, and a schedule sees that.
#if os(Linux) && compiler(>=6.2)

  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Deinitializers on actors", .exactOnly, .timeLimit(.minutes(15)))
  struct IsolatedDeinitTests {
    @Test("When an ordinary task keeps the actor busy then virtual time waits for the deinitializer")
    func whenOrdinaryTaskKeepsActorBusy_thenTimeWaits() async throws {
      let isOver = Locked(false)
      let ordinary = await keepArchiveBusy { isOver.withLock { $0 = true } }
      let issues = try await recordedIssues {
        let isInTime = await isResumedInTime { continuation in
          _ = ArchivedAtEnd { continuation.yield() }
        }
        #expect(isInTime)
        #expect(isOver.withLock { $0 })
      }
      #expect(issues.isEmpty, "\(issues)")
      await ordinary.value
    }

    @Test("When an ordinary task keeps the actor busy then settle() waits for the deinitializer")
    func whenOrdinaryTaskKeepsActorBusy_thenSettleWaits() async throws {
      let ordinary = await keepArchiveBusy()
      let hasRun = Locked(false)
      let issues = try await recordedIssues {
        do { _ = ArchivedAtEnd { hasRun.withLock { $0 = true } } }
        await settle()
        #expect(hasRun.withLock { $0 })
      }
      #expect(issues.isEmpty, "\(issues)")
      await ordinary.value
    }

    @Test("When the actor has an executor of its own then the test waits for the deinitializer before its next step")
    func whenActorHasExecutor_thenTestWaits() async throws {
      let log = EventLog()
      let issues = try await recordedIssues {
        let isInTime = await isResumedInTime { continuation in
          _ = QueuedAtEnd {
            usleep(20_000)  // sleep-is-the-subject
            log.add("deinit")
            continuation.yield()
          }
          log.add("released")
          await Task { log.add("next step") }.value
        }
        #expect(isInTime)
      }
      #expect(issues.isEmpty, "\(issues)")
      #expect(log.events == ["released", "deinit", "next step"])
    }

    @Test("When a deinitializer runs on an executor of its own then it sees the virtual time")
    func whenDeinitRunsElsewhere_thenTimeIsVirtual() async throws {
      try await withDeterministicScheduling {
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        let (stream, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        do { _ = QueuedAtEnd { continuation.yield(.now) } }
        let seen = await stream.first { _ in true }
        #expect(seen == start + .seconds(3600))
      }
    }

    @Test("When nothing keeps the actor busy then the deinitializer is a step of the test")
    func whenActorIsIdle_thenDeinitIsAStep() async throws {
      let log = EventLog()
      try await withDeterministicScheduling {
        let other = Task { log.add("task before") }
        _ = FiledAtEnd { log.add("deinit") }
        log.add("released")
        await Task { log.add("task behind") }.value
        await other.value
      }
      #expect(log.events == ["released", "task before", "deinit", "task behind"])
    }

    @Test("When an executor never runs the deinitializer then the test goes on, with one warning")
    func whenDeinitNeverRuns_thenTheTestGoesOn() async throws {
      let issues = try await recordedIssues(outsideLimit: .milliseconds(100)) {
        _ = NeverRunAtEnd()
        try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        _ = NeverRunAtEnd()
        try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
      let text = """
        The test continued although an executor has not run its tasks
        Waiting for 100 milliseconds: a deinitializer. From there on
        """
      #expect(issues.first?.comments.first?.rawValue.hasPrefix(text) == true, "\(issues)")
    }

    @Test("When a deinitializer waits as the test ends then the test ends")
    func whenDeinitWaitsAtTheEnd_thenTheTestEnds() async throws {
      let issues = try await recordedIssues { _ = NeverRunAtEnd() }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test(
      "When work that the test has started releases an object then time waits for its deinitializer",
      .enabled(if: Runtime.seesStartedWork)
    )
    func whenStartedWorkReleasesObject_thenTimeWaits() async throws {
      let ordinary = await keepArchiveBusy()
      let issues = try await recordedIssues(awaitsStartedWork: true) {
        let isInTime = await isResumedInTime { continuation in
          DispatchQueue.global().async { _ = ArchivedAtEnd { continuation.yield() } }
        }
        #expect(isInTime)
      }
      #expect(issues.isEmpty, "\(issues)")
      await ordinary.value
    }

    @Test(
      "When an inner test releases an object of an actor whose turn the outer test has then its deinitializer runs",
      .serialized,
      arguments: [false, true]
    )
    func whenTurnOfActorIsOuterTests_thenInnerDeinitRuns(polls: Bool) async throws {
      let hasEnded = Locked(false)
      let issues = try await recordedIssues {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await Task.immediate { await SharedArchive.shared.pause() }.value
          }
          group.addTask {
            try? await withDeterministicScheduling(outside: .seconds(2)) {
              let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
              let hasRun = Locked(false)
              do {
                _ = SharedAtEnd {
                  hasRun.withLock { $0 = true }
                  continuation.yield()
                }
              }
              while polls, !hasRun.withLock(\.self) { await Task.yield() }  // conventions:ignore yielding - it polls
              _ = await stream.first { _ in true }
              hasEnded.withLock { $0 = true }
            }
          }
        }
      }
      #expect(issues.isEmpty, "\(issues)")
      #expect(hasEnded.withLock { $0 })
    }

    /// Starts an ordinary task that keeps the actor busy for a while, and waits until it does.
    private func keepArchiveBusy(_ end: @escaping @Sendable () -> Void = {}) async -> Task<Void, Never> {
      let (beginning, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task.detached {
        await SlowArchive.shared.block {
          continuation.finish()
          usleep(100_000)  // sleep-is-the-subject
          end()
        }
      }
      for await _ in beginning {}
      return task
    }

    private func recordedIssues(
      outsideLimit: Duration = .seconds(10),
      awaitsStartedWork: Bool = false,
      _ body: @escaping @Sendable () async -> Void
    ) async throws -> [Issue] {
      await capturingIssues {
        var run = DeterministicRun(outsideLimit: outsideLimit)
        if awaitsStartedWork { run.outsidePatience = outsideLimit }
        _ = try? await run.perform(sourceLocation: #_sourceLocation) { await body() }
      }
    }
  }

  /// Whether a stream has an element before a minute has passed.
  private func isResumedInTime(
    _ body: @escaping @Sendable (AsyncStream<Void>.Continuation) async -> Void
  ) async -> Bool {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await body(continuation)
        return await stream.first { _ in true } != nil
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  @globalActor
  private actor SlowArchive {
    static let shared = SlowArchive()

    func block(_ body: @Sendable () -> Void) { body() }
  }

  @SlowArchive
  private final class ArchivedAtEnd {
    private let body: @Sendable () -> Void

    nonisolated init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }

  @globalActor
  private actor SharedArchive {
    static let shared = SharedArchive()

    func pause() async { await Task.yield() }  // conventions:ignore yielding - a turn at the actor
  }

  @SharedArchive
  private final class SharedAtEnd {
    private let body: @Sendable () -> Void

    nonisolated init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }

  @globalActor
  private actor IdleArchive {
    static let shared = IdleArchive()
  }

  @IdleArchive
  private final class FiledAtEnd {
    private let body: @Sendable () -> Void

    nonisolated init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }

  @globalActor
  private actor Queued {
    static let shared = Queued()
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  }

  @Queued
  private final class QueuedAtEnd {
    private let body: @Sendable () -> Void

    nonisolated init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    isolated deinit { body() }
  }

  @globalActor
  private actor NeverRun {
    static let shared = NeverRun()
    private let executor = ManualExecutor(.serial)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  }

  @NeverRun
  private final class NeverRunAtEnd {
    nonisolated init() {}

    isolated deinit {}
  }

#endif
