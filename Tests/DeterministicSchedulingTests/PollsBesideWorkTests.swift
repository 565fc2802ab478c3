// conventions:ignore-file yielding, sleeping - tests that poll are the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

#if os(Linux)
  // One after the other, since each of them takes both processors.
  @Suite(
    "Work beside loops on executors of the user's that look at a clock",
    .serialized,
    .exactOnly,
    .timeLimit(.minutes(5))
  )
  struct PollsBesideWorkTests {
    @Test("When work takes a while then no more time passes than it takes", arguments: Work.allCases)
    func whenWorkTakesWhile_thenNoMoreTimePasses(work: Work) async throws {
      let beginning = DispatchTime.now()
      try await withDeterministicScheduling(outside: work == .startedWork ? .seconds(60) : nil) {
        let isDone = Locked(false)
        start(work) { isDone.withLock { $0 = true } }
        await poll { isDone.withLock(\.self) }
        expectTime(since: beginning)
      }
    }

    @Test("When a job that was left behind is at work then no more time passes than it takes")
    func whenJobLeftBehindWorks_thenNoMoreTimePasses() async throws {
      let issues = await capturingIssues {
        let beginning = DispatchTime.now()
        var run = DeterministicRun()
        run.blockingLimit = .milliseconds(20)
        _ = try? await run.perform(sourceLocation: #_sourceLocation) {
          let isDone = Locked(false)
          Task {
            workUntilLeftBehind(with: spin(for:))
            spin(for: .milliseconds(1_500))
            isDone.withLock { $0 = true }
          }
          try? await Task.sleep(for: .milliseconds(2))  // sleep-is-the-subject
          await poll { isDone.withLock(\.self) }
          expectTime(since: beginning)
        }
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
    }

    @Test("When the test blocks its thread until a time has come there then it comes")
    func whenTestWaitsForPoll_thenTimeComes() async throws {
      let issues = await capturingIssues {
        var run = DeterministicRun(outsideLimit: .seconds(5))
        run.pacingLimit = .milliseconds(50)
        _ = try? await run.perform(sourceLocation: #_sourceLocation) {
          let (clock, hasCome) = (ContinuousClock(), DispatchSemaphore(value: 0))
          let end = clock.now + .seconds(3600)
          Task(executorPreference: QueueTaskExecutor()) {
            while clock.now < end { await Task.yield() }
            hasCome.signal()
          }
          waitBlocking(hasCome)
          #expect(clock.now >= end)
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test("When work outside never ends then the test fails, and does not hang")
    func whenWorkOutsideNeverEnds_thenTestFails() async throws {
      let line = #line + 6
      let issues = await capturingIssues {
        var run = DeterministicRun(outsideLimit: .milliseconds(20))
        run.endlessLimit = .milliseconds(50)
        _ = try? await run.perform(sourceLocation: #_sourceLocation) {
          Task {
            await withOutsideWork { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          }
          let end = ContinuousClock.now + .seconds(1)
          await poll { ContinuousClock.now >= end }
        }
      }
      let texts = issues.flatMap { $0.comments.map(\.rawValue) }
      #expect(texts.contains { $0.contains("PollsBesideWorkTests.swift:\(line):") }, "\(texts)")
    }

    @Test("When many tasks poll beside each other then the time comes that they wait for")
    func whenManyTasksPoll_thenTimeComes() async throws {
      try await withDeterministicScheduling {
        let end = ContinuousClock.now + .milliseconds(20)
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...20 { group.addTask { await poll { ContinuousClock.now >= end } } }
        }
        let elapsed = try #require(VirtualTime.elapsed)
        #expect((.milliseconds(20) ..< .milliseconds(30)).contains(elapsed))
      }
    }
  }

  // MARK: - makeSUT and Helper Factory Methods

  extension PollsBesideWorkTests {
    /// What goes on for a while.
    enum Work: CaseIterable {
      case wokenSleeper, sleepingThread, elsewhere, wokenElsewhere, queuedElsewhere, queuedElsewhereLater
      case queuedForActor, outsideWork, startedWork
    }

    /// In milliseconds. After so many looks without the work, each would let more time pass than it takes.
    fileprivate static let time = 1_000
    private static var end: DispatchTime { .now() + .milliseconds(time) }
    private static let queue = DispatchQueue.global()

    private func start(
      _ work: Work,
      sourceLocation: SourceLocation = #_sourceLocation,
      then finish: @escaping @Sendable () -> Void
    ) {
      switch work {
      case .wokenSleeper:
        Task {
          try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
          spin(for: .milliseconds(Self.time))
          finish()
        }
      case .sleepingThread:
        Task {
          sleepBlocking(for: .milliseconds(Self.time))
          finish()
        }
      case .elsewhere:
        Task(executorPreference: QueueTaskExecutor()) {
          spin(for: .milliseconds(Self.time))
          finish()
        }
      case .wokenElsewhere:
        Task(executorPreference: QueueTaskExecutor()) {
          try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
          spin(for: .milliseconds(Self.time))
          finish()
        }
      case .queuedElsewhere:
        Task(executorPreference: DelayingExecutor(milliseconds: Self.time)) { finish() }
      case .queuedElsewhereLater:
        Task { await withTaskExecutorPreference(DelayingExecutor(milliseconds: Self.time)) { finish() } }
      case .queuedForActor:
        Task { await SlowActor().run(finish) }
      case .outsideWork:
        Task {
          await withOutsideWork {
            let start = VirtualTime.elapsed
            await withCheckedContinuation { Self.queue.asyncAfter(deadline: Self.end, execute: $0.resume) }
            #expect(VirtualTime.elapsed == start, sourceLocation: sourceLocation)
          }
          finish()
        }
      case .startedWork:
        Self.queue.asyncAfter(deadline: Self.end, execute: finish)
      }
    }

    private actor SlowActor {
      private nonisolated let executor = DelayingExecutor(milliseconds: PollsBesideWorkTests.time, isSerial: true)
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

      func run(_ body: () -> Void) { body() }
    }

    /// Looks at a clock again and again, on an executor.
    private func poll(until condition: @escaping @Sendable () -> Bool) async {
      await Task(executorPreference: QueueTaskExecutor()) {
        while !condition() {
          _ = ContinuousClock.now
          await Task.yield()
        }
      }.value
    }

    /// Expects that time has not passed faster than it really has.
    private func expectTime(since beginning: DispatchTime, sourceLocation: SourceLocation = #_sourceLocation) {
      let real = Duration.nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - beginning.uptimeNanoseconds))
      let elapsed = VirtualTime.elapsed ?? .zero
      #expect(elapsed < real + .milliseconds(10), sourceLocation: sourceLocation)
    }
  }
#endif
