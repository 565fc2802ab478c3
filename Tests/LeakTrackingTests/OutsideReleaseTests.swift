// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import Dispatch
import LeakTracking
import Testing
import TestingSupportCore

@Suite("Objects that the outside releases", .exactOnly)
struct OutsideReleaseTests {
  @Test(
    "When a test waits for the outside and a dispatch queue releases an object then it is no leak",
    .tracksMemoryLeaks,
    .deterministic(outside: .seconds(30))
  )
  func whenQueueReleasesObject_thenItIsNoLeak() {
    let object = trackForMemoryLeaks(Object())
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { withExtendedLifetime(object) {} }
  }

  @Test("When nothing releases it within that time then it is a leak")
  func whenNothingReleasesObject_thenItIsLeak() async throws {
    let holder = Locked<Object?>(nil)
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        await withLeakTracking {
          let object = trackForMemoryLeaks(Object())
          holder.withLock { $0 = object }
        }
      }
    }
    #expect(issues.count == 1)
    holder.withLock { $0 = nil }
  }
}

private final class Object: Sendable {}
