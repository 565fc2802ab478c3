// conventions:ignore-file yielding - tasks that yield are the subject

#if os(Linux)

  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  /// Tasks that prefer an executor of the user's wait in an actor's queue like any other, and may have to be run by the schedule.
  @Suite("A task that prefers an executor of its own, in an actor's queue", .exactOnly, .timeLimit(.minutes(15)))
  struct ActorQueueTests {
    @Test(
      "When the actor is about to run in the schedule then the schedule goes on",
      arguments: [nil, 1, 2, 3] as [UInt64?]
    )
    func whenActorRunsInSchedule_thenItGoesOn(seed: UInt64?) async {
      let issues = await capturingIssues {
        try? await withDeterministicScheduling(seed: seed, outside: .seconds(2)) {
          let counter = Counter()
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
              group.addTask { await counter.visit(yields: 20) }
              group.addTask {
                await withTaskExecutorPreference(QueueTaskExecutor()) { await counter.visit(yields: 20) }
              }
            }
          }
          #expect(await counter.visits == 6)
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test("When the actor is the outer test's, and free while the inner test is at rest, then that goes on")
    func whenActorIsFreeLater_thenInnerTestGoesOn() async {
      let issues = await capturingIssues {
        try? await withDeterministicScheduling(outside: .seconds(2)) {
          let counter = Counter()
          let (isHeld, held) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              await withTaskExecutorPreference(QueueTaskExecutor()) {
                for await _ in held.stream {}
                await counter.visit(yields: 5) {
                  isHeld.signal()
                  usleep(20_000)  // sleep-is-the-subject
                }
              }
            }
            group.addTask {
              await settle()
              try? await withDeterministicScheduling(outside: .seconds(2)) {
                held.continuation.finish()
                isHeld.wait()
                await counter.visit(yields: 5)
              }
            }
          }
          #expect(await counter.visits == 2)
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }
  }

  private actor Counter {
    private(set) var visits = 0

    func visit(yields: Int, _ body: @Sendable () -> Void = {}) async {
      body()
      for _ in 0..<yields { await Task.yield() }
      visits += 1
    }
  }

#endif
