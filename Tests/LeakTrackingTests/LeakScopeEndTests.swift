import DeterministicScheduling
import LeakTracking
import Testing
import TestingSupportCore

@Suite("The end of a tracking scope")
struct LeakScopeEndTests {
  @Suite("What is told of work in flight")
  struct WorkInFlightTests {
    @Test("When the object is retained then it is not told as work in flight, in whatever order the traits stand")
    func whenObjectIsRetained_thenItIsNotWorkInFlight() async {
      let screen = Screen()
      for traits in [[tracking], [tracking, scheduling], [scheduling, tracking]] {
        let texts = await told(traits) { trackForMemoryLeaks(screen) }

        #expect(texts == ["Screen was not deallocated\n\(unseenHolder)"], "\(traits)")
      }
    }

    @Test("When a detached task never ends in a deterministic test then it is work in flight", .exactOnly)
    func whenDetachedTaskNeverEnds_thenItIsWorkInFlight() async {
      for traits in [[tracking, scheduling], [scheduling, tracking]] {
        let ending = Locked<CheckedContinuation<Void, Never>?>(nil)
        let texts = await told(traits) {
          let screen = trackForMemoryLeaks(Screen())
          Task.detached {
            await withCheckedContinuation { continuation in ending.withLock { $0 = continuation } }
            screen.touch()
          }
        }

        #expect(texts.first?.contains("Possibly retained by an unfinished task") == true, "\(traits)")
        ending.withLock { $0 }?.resume()
      }
    }

    @Test("When older tasks have not ended then they are not told as work in flight", .exactOnly, .deterministic)
    func whenOlderTasksHaveNotEnded_thenTheyAreNotTold() async {
      let screen = Screen()
      let ending = Locked<CheckedContinuation<Void, Never>?>(nil)
      Task { await withCheckedContinuation { continuation in ending.withLock { $0 = continuation } } }
      await settle()
      let issues = await capturingIssues { await withLeakTracking { _ = trackForMemoryLeaks(screen) } }

      #expect(issues.map { $0.comments.map(\.rawValue) } == [["Screen was not deallocated\n\(unseenHolder)"]])
      ending.withLock { $0 }?.resume()
    }
  }

  @Suite("Results of tasks")
  struct ResultTests {
    @Test(
      "When a task that was started on an actor returns the object then it is not retained",
      .exactOnly,
      arguments: [DeterministicTrait.deterministic, .deterministic(unhandledErrors: .fail)]
    )
    func whenTaskOnActorReturnsObject_thenItIsNotRetained(scheduling: DeterministicTrait) async {
      let traits: [any TestScoping & Trait] = [tracking, scheduling]
      let texts = await told(traits) {
        await ScreenActor.shared.start()
        let screen = await ScreenActor.shared.start().value
        screen.touch()
      }

      #expect(texts == [])
    }
  }

  @Suite("What is told where unhandled errors are looked for", .exactOnly)
  struct UnhandledErrorsTests {
    @Test("When the results of tasks are objects then they are not retained, nor are errors that are handled")
    func whenResultsAreObjects_thenTheyAreNotRetained() async {
      for traits in [[tracking, failingForErrors], [failingForErrors, tracking]] {
        let texts = await told(traits) {
          Task { trackForMemoryLeaks(Screen()) }
          Task { @MainActor in trackForMemoryLeaks(Screen()) }
          let failing = Task { throw ScreenError(screen: trackForMemoryLeaks(Screen())) }
          await settle()
          _ = await failing.result
        }

        #expect(texts == [], "\(traits)")
      }
    }

    @Test("When an unhandled error retains an object then the leak is reported with the error")
    func whenUnhandledErrorRetainsObject_thenBothAreReported() async {
      let texts = await told([tracking, failingForErrors]) {
        Task { throw ScreenError(screen: trackForMemoryLeaks(Screen())) }
        await settle()
      }

      #expect(
        texts.map { $0.prefix { $0 != "\n" } } == [
          "Screen was not deallocated", "1 task threw an error that was not handled",
        ]
      )
    }
  }

  @Suite("What the code hands out")
  struct ReturnedTests {
    @Test("When the closure returns the object then that is reported")
    func whenClosureReturnsObject_thenThatIsReported() async {
      let issues = await capturingIssues {
        let screen = await withLeakTracking { trackForMemoryLeaks(Screen()) }
        screen.touch()
      }

      #expect(issues.map { $0.comments.map(\.rawValue) } == [["Screen was not deallocated\n\(returnedHolder)"]])
    }

    @Test("When the closure returns the object among others then that is reported")
    func whenClosureReturnsObjectAmongOthers_thenThatIsReported() async {
      let issues = await capturingIssues {
        let screens = await withLeakTracking { (first: 1, others: [trackForMemoryLeaks(Screen())]) }
        screens.others.first?.touch()
      }

      #expect(issues.map { $0.comments.map(\.rawValue) } == [["Screen was not deallocated\n\(returnedHolder)"]])
    }
  }

  @Suite("What comes too late")
  struct LateTests {
    @Test("When an object is tracked after the look then that fails at its line", .exactOnly, .deterministic)
    func whenObjectIsTrackedAfterLook_thenThatFails() async {
      let line = Locked(0)
      let issues = await capturingIssues {
        let late = await withLeakTracking {
          trackForMemoryLeaks(Screen())
          return Task {
            await settle()
            line.withLock { $0 = #line + 1 }
            trackForMemoryLeaks(Screen())
          }
        }
        await late.value
      }

      #expect(
        issues.map { $0.comments.map(\.rawValue) } == [
          [
            """
            This Screen was tracked after the leak check
            Await the task that creates it.
            """
          ]
        ]
      )
      #expect(issues.map(\.sourceLocation?.line) == [line.withLock { $0 }])
    }
  }

  @Suite("Cancelled tests")
  struct CancelledTests {
    @Test("When the test is cancelled then a task that lets go is waited for", arguments: [false, true])
    func whenTestIsCancelled_thenTaskIsWaitedFor(isDetached: Bool) async {
      let issues = await capturingIssues { await cancelledTest(isDetached: isDetached) }

      #expect(issues.map(\.comments) == [])
    }

    @Test("When the limit passes before a task had its turns then it is waited for", arguments: [false, true])
    func whenLimitPassesBeforeTaskHadItsTurns_thenItIsWaitedFor(isDetached: Bool) async {
      let issues = await WaitLimit.withValue(.milliseconds(1)) {
        await capturingIssues { await cancelledTest(turns: 500, isDetached: isDetached) }
      }

      #expect(issues.map(\.comments) == [])
    }

    @Test("When a deterministic test is cancelled then a sleeping task is waited for", .exactOnly, .deterministic)
    func whenDeterministicTestIsCancelled_thenSleepingTaskIsWaitedFor() async {
      let issues = await capturingIssues { await cancelledTest(isDetached: true) }

      #expect(issues.map(\.comments) == [])
    }

    private func cancelledTest(turns: Int = 1000, isDetached: Bool) async {
      let test = Task {
        await withLeakTracking {
          let screen = trackForMemoryLeaks(Screen())
          let work: @Sendable () async -> Void = {
            for _ in 0..<turns { await Task.yield() }  // conventions:ignore yielding - the work takes a while
            screen.touch()
          }
          if isDetached { Task.detached(operation: work) } else { Task(operation: work) }
        }
      }
      test.cancel()
      await test.value
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let tracking: any TestScoping & Trait = LeakTrackingTrait.tracksMemoryLeaks
private let scheduling: any TestScoping & Trait = DeterministicTrait.deterministic
private let failingForErrors: any TestScoping & Trait = DeterministicTrait.deterministic(unhandledErrors: .fail)

private let unseenHolder =
  "Retained by something that reflection cannot see: a closure, a detached task, a global, or the system\n"
  + "(a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained)."
private let returnedHolder =
  "The closure of `withLeakTracking` returned it.\nReturn nothing, or a value that does not retain it."

/// What is told of a body that runs as if it were a test with these traits, the first one outside.
private func told(
  _ traits: [any TestScoping & Trait],
  _ body: @escaping @Sendable () async throws -> Void
) async -> [String] {
  await capturingIssues { try await run(traits, body) }
    .map { $0.comments.map(\.rawValue).joined(separator: "\n") }
}

private func run(_ traits: [any TestScoping & Trait], _ body: @escaping @Sendable () async throws -> Void) async throws
{
  guard let trait = traits.first, let test = Test.current else { return try await body() }
  try await trait.provideScope(for: test, testCase: Test.Case.current) {
    try await run(Array(traits.dropFirst()), body)
  }
}

private final class Screen: Sendable {
  func touch() {}
}

private struct ScreenError: Error {
  let screen: Screen
}

@globalActor private actor ScreenActor {
  static let shared = ScreenActor()

  @discardableResult
  func start() -> Task<Screen, Never> {
    Task {
      assertIsolated()
      return trackForMemoryLeaks(Screen())
    }
  }
}
