// conventions:ignore-file yielding - the order of tasks that yield is the subject

// Locks are seen where the exact engine is.
#if os(Linux)

  import Dispatch
  import Foundation
  import Synchronization
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Tasks that need a lock of a task that is held", .exactOnly, .enabled(if: Runtime.seesStartedWork))
  struct LockOrderTests {
    @Test("run in the same order for the same seed", arguments: KindOfLock.all)
    func whenTasksShareALock_thenTheSeedDecides(kind: KindOfLock) async throws {
      var orders: Set<[String]> = []
      for seed in 1...40 as ClosedRange<UInt64> {
        var runs: Set<[String]> = []
        for _ in 0..<3 {
          let (log, lock) = (Locked<[String]>([]), kind.make())
          @Sendable func note(_ event: String) {
            log.withLock { $0.append(event) }
          }
          try await withDeterministicScheduling(seed: seed) {
            await withTaskGroup(of: Void.self) { group in
              for number in 1...3 {
                group.addTask {
                  lock {
                    Task { note("child \(number)") }
                    note("locked \(number)")
                  }
                  note("unlocked \(number)")
                  await Task.yield()
                  note("after \(number)")
                }
              }
            }
            await settle()
          }
          runs.insert(log.withLock { $0 })
        }
        #expect(runs.count == 1, "seed \(seed): \(runs)")
        orders.formUnion(runs)
      }
      #expect(orders.count > 10)
    }

    @Test("do not run beside it", arguments: KindOfLock.all)
    func whenTasksShareALock_thenNoneRunsBesideAnother(kind: KindOfLock) async throws {
      for seed in 1...20 as ClosedRange<UInt64> {
        let (lock, inside, overlaps) = (kind.make(), Locked(0), Locked(0))
        @Sendable func work() {
          let count = inside.withLock { count in
            count += 1
            return count
          }
          if count > 1 { overlaps.withLock { $0 += 1 } }
          for _ in 0..<200 { _ = inside.withLock { $0 } }
          inside.withLock { $0 -= 1 }
        }
        try await withDeterministicScheduling(seed: seed) {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
              group.addTask {
                for _ in 0..<5 {
                  lock { Task { work() } }
                  work()
                }
              }
            }
          }
        }
        #expect(overlaps.withLock { $0 } == 0, "seed \(seed)")
      }
    }

    @Test("wait for it on the main actor, too, and by way of others", arguments: 1...30 as ClosedRange<UInt64>)
    func whenMainActorNeedsALock_thenTheSeedDecides(seed: UInt64) async throws {
      var runs: Set<[String]> = []
      for _ in 0..<3 {
        let (log, first, second) = (Locked<[String]>([]), NSLock(), NSLock())
        @Sendable func note(_ event: String) { log.withLock { $0.append(event) } }
        try await withDeterministicScheduling(seed: seed) {
          async let one: Void = {
            first.withLock {
              Task { note("child of one") }
              note("one")
            }
          }()
          async let two: Void = {
            second.withLock {
              Task { note("child of two") }
              first.withLock { note("two") }
            }
          }()
          async let main: Void = { @MainActor in
            second.withLock { note("main") }
          }()
          _ = await (one, two, main)
          await MainActor.run { note("end") }
        }
        runs.insert(log.withLock { $0 })
      }
      #expect(runs.count == 1)
    }

    @Test("are told in the story of a failing order")
    func whenAnOrderFails_thenTheStoryTellsOfTheLock() async throws {
      let outcome = try await explore(.interleavings(300, seed: 1)) {
        let (log, lock) = (EventLog(), NSLock())
        await withTaskGroup(of: Void.self) { group in
          for number in 1...2 {
            group.addTask {
              log.add("\(number) begins")
              lock.withLock {
                log.add("\(number) has it")
                Task {}
                log.add("\(number) gives it back")
              }
            }
          }
        }
        #expect(log.events.dropFirst().prefix(2) != ["1 has it", "2 begins"])
      }
      let report = try #require(outcome.report)
      #expect(report.contains(" after waiting in step "), "\(report)")
      #expect(!report.contains("reproducible"), "\(report)")
      #expect(!report.contains("from outside the test"), "\(report)")
    }

    @Test("end where two wait for each other as they natively would", .timeLimit(.minutes(15)))
    func whenTwoWaitForEachOther_thenTheTestFails() async throws {
      let (first, second) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 1))
      var run = DeterministicRun(strategy: RandomStrategy(seed: 1), outsideLimit: .milliseconds(100))
      run.idleLimit = .milliseconds(300)
      let issues = await capturingIssues {
        _ = try? await run.perform(sourceLocation: #_sourceLocation) {
          async let one: Void = nest(first, second)
          async let two: Void = nest(second, first)
          _ = await (one, two)
        }
      }
      for semaphore in [first, second, first, second] { semaphore.signal() }
      let headlines = issues.compactMap { $0.comments.first?.rawValue.split(separator: "\n").first }
      #expect(headlines.first == "A task blocked its thread, so the test continued on another")
      #expect(headlines.dropFirst().first == "No task in this test can make progress")
    }
  }

  // The second one is taken while the first is kept, and a task is created in between.
  @Sendable private func nest(_ outer: DispatchSemaphore, _ inner: DispatchSemaphore) {
    waitBlocking(outer)
    Task {}
    waitBlocking(inner)
    inner.signal()
    outer.signal()
  }

  /// A way in which code keeps others out.
  struct KindOfLock: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> @Sendable (_ body: () -> Void) -> Void

    static let all: [KindOfLock] = [
      KindOfLock(testDescription: "NSLock") {
        let lock = NSLock()
        return { body in lock.withLock { body() } }
      },
      KindOfLock(testDescription: "NSRecursiveLock") {
        let lock = NSRecursiveLock()
        return { body in lock.withLock { lock.withLock(body) } }
      },
      KindOfLock(testDescription: "a lock of this package") {
        let lock = Locked(())
        return { body in lock.withLock { _ in body() } }
      },
      KindOfLock(testDescription: "Mutex") {
        let lock = SwiftMutex()
        return { body in lock.mutex.withLock { _ in body() } }
      },
      KindOfLock(testDescription: "a read-write lock") {
        let lock = ReadWriteLock()
        return { body in lock.write(body) }
      },
      KindOfLock(testDescription: "a queue") {
        let queue = DispatchQueue(label: "lock")
        return { body in queue.sync(execute: body) }
      },
      KindOfLock(testDescription: "a barrier") {
        let queue = DispatchQueue(label: "lock", attributes: .concurrent)
        return { body in queue.sync(flags: .barrier, execute: body) }
      },
      KindOfLock(testDescription: "a semaphore") {
        let semaphore = DispatchSemaphore(value: 1)
        return { body in
          waitBlocking(semaphore)
          body()
          semaphore.signal()
        }
      },
    ]
  }

  private final class SwiftMutex: Sendable { let mutex = Mutex(0) }

  // Sendable: the system's lock is its own protection.
  private final class ReadWriteLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { pthread_rwlock_init(lock, nil) }

    deinit {
      pthread_rwlock_destroy(lock)
      lock.deallocate()
    }

    func write(_ body: () -> Void) {
      pthread_rwlock_wrlock(lock)
      body()
      pthread_rwlock_unlock(lock)
    }
  }

#endif
