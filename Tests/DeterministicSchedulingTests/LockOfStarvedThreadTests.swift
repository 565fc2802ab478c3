#if os(Linux)
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Jobs that wait for a lock whose owner has no processor", .exactOnly, .timeLimit(.minutes(5)))
  struct LockOfStarvedThreadTests {
    @Test("When other jobs are ready meanwhile then the test waits for the lock")
    func whenOtherJobsAreReady_thenTestWaits() async {
      let (lock, processor, hasSpun) = (NSLock(), Locked<Int?>(nil), Locked(false))
      let (isLocked, isTaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        processor.withLock { $0 = keepToOneProcessor() }
        yieldToOtherThreads()
        lock.withLock {
          isLocked.signal()
          while !hasSpun.withLock(\.self) {}
        }
      }
      Thread.detachNewThread {
        waitBlocking(isLocked)
        keepToOneProcessor(processor.withLock(\.self))
        isTaken.signal()
        spin(for: .milliseconds(1_500))
        hasSpun.withLock { $0 = true }
      }
      waitBlocking(isTaken)
      let events = EventLog()
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          Task { events.add("other") }
          lock.withLock { events.add("locked") }
        }
      }
      #expect(issues.isEmpty, "\(issues)")
      #expect(events.events == ["locked", "other"])
    }
  }

  /// Lets the calling thread run on one processor only: that of another thread, or the first one that the process has.
  @discardableResult
  private func keepToOneProcessor(_ processor: Int? = nil) -> Int {
    typealias Call = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt64>) -> Int32
    let library = dlopen(nil, RTLD_LAZY)
    guard let read = dlsym(library, "sched_getaffinity"), let write = dlsym(library, "sched_setaffinity") else {
      return 0
    }
    var mask = [UInt64](repeating: 0, count: 16)
    _ = unsafeBitCast(read, to: Call.self)(0, 128, &mask)
    let word = mask.firstIndex { $0 != 0 } ?? 0
    let chosen = processor ?? word * 64 + mask[word].trailingZeroBitCount
    mask = [UInt64](repeating: 0, count: 16)
    mask[chosen / 64] = 1 << UInt64(chosen % 64)
    _ = unsafeBitCast(write, to: Call.self)(0, 128, &mask)
    return chosen
  }

  /// Lets the calling thread run only where no other one needs the processor.
  private func yieldToOtherThreads() {
    let idle: Int32 = 5  // `SCHED_IDLE`
    var parameters = sched_param(sched_priority: 0)
    sched_setscheduler(0, idle, &parameters)
  }
#endif
