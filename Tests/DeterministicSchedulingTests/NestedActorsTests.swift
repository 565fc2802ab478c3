// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

/// Default actors that a schedule and the one around it both use.
@Suite("Actors in scheduling inside another", .exactOnly, .timeLimit(.minutes(15)))
struct NestedActorsTests {
  @Test("When an actor is about to run for a task of the outer test then the inner one does not wait for ever")
  func whenActorIsAboutToRunForOuterTask_thenInnerTaskHasItsTurn() async {
    await expectBothVisit { await $0.visit() }
  }

  @Test("When the inner test waits for such an actor in a loop then it does not wait for ever")
  func whenInnerTestPollsForActor_thenInnerTaskHasItsTurn() async {
    await expectBothVisit { counter in
      let isDone = Locked(false)
      Task {
        await counter.visit()
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock(\.self) { await Task.yield() }
    }
  }

  @Test("When an inner test runs an outer task on an actor then what that does is the outer test's")
  func whenInnerTestRunsOuterTask_thenItIsTheOuterTests() async {
    let issues = await capturingIssues {
      try? await withDeterministicScheduling(outside: .seconds(2)) {
        let (counter, slept) = (Counter(), Locked(Duration.zero))
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await Self.startNow {
              // On the actor, which the inner test runs.
              await counter.visit { _ in
                let child = Task { try? await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
                try? await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
                await child.value
              }
              slept.withLock { $0 = VirtualTime.elapsed ?? .zero }
            }
          }
          group.addTask {
            try? await withDeterministicScheduling(outside: .seconds(2)) { await counter.visit() }
          }
        }
        // Not cut short by the end of the inner test.
        #expect(slept.withLock(\.self) >= .seconds(3600))
        #expect(await counter.count == 4)
      }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  #if os(Linux)
    @Test("When tasks of an inner test and of the outer one prefer an executor then both tests go on")
    func whenTasksOfBothTestsPreferExecutor_thenBothGoOn() async {
      let issues = await capturingIssues {
        try? await withDeterministicScheduling(outside: .seconds(2)) {
          let counter = Counter()
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
              group.addTask { await Self.startNow { await counter.visit(yields: 20) } }
              group.addTask {
                await withTaskExecutorPreference(QueueTaskExecutor()) { await counter.visit(yields: 20) }
              }
              group.addTask {
                await counter.visit(yields: 5)
                try? await withDeterministicScheduling(outside: .seconds(2)) {
                  await withTaskGroup(of: Void.self) { group in
                    group.addTask { for _ in 0..<100 { await Task.yield() } }
                    group.addTask {
                      await withTaskExecutorPreference(QueueTaskExecutor()) { await counter.visit(yields: 20) }
                    }
                  }
                }
              }
            }
          }
          #expect(await counter.count == 24)
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }
  #endif

  /// An actor is about to run for a task of the outer test while the inner one visits it.
  private func expectBothVisit(
    sourceLocation: SourceLocation = #_sourceLocation,
    inner: @escaping @Sendable (Counter) async -> Void
  ) async {
    let issues = await capturingIssues {
      try? await withDeterministicScheduling(outside: .seconds(2)) {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await Self.startNow { await counter.visit() } }
          group.addTask { try? await withDeterministicScheduling(outside: .seconds(2)) { await inner(counter) } }
        }
        #expect(await counter.count == 4, sourceLocation: sourceLocation)
      }
    }
    #expect(issues.isEmpty, "\(issues)", sourceLocation: sourceLocation)
  }

  private static func startNow(_ body: @escaping @Sendable () async -> Void) async {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return await Task.immediate { await body() }.value
      }
    #endif
    await body()
  }
}

private actor Counter {
  private(set) var count = 0

  func visit(yields: Int = 1, _ body: @Sendable (isolated Counter) async -> Void = { _ in }) async {
    count += 1
    await body(self)
    for _ in 0..<yields { await Task.yield() }
    count += 1
  }
}
