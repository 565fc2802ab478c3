import DeterministicScheduling
import Dispatch
import Testing
import TestingSupportCore

@Suite("FIFO semaphore")
struct FIFOSemaphoreTests {
  @Test("When all places are taken then the others come in the order in which they asked")
  func whenAllAreTaken_thenOthersComeInOrder() {
    let sut = FIFOSemaphore(count: 2)
    let log = EventLog()
    for name in ["a", "b", "c", "d"] { sut.acquire { log.add(name) } }
    #expect(log.events == ["a", "b"])
    #expect(sut.hasWaiters)
    sut.release()
    sut.release()
    #expect(log.events == ["a", "b", "c", "d"])
    #expect(!sut.hasWaiters)
    sut.release()
    sut.acquire { log.add("e") }
    #expect(log.events.last == "e")
  }

  @Test("When somebody has got a place then nothing is kept of them, also while others wait")
  func whenPlaceIsGiven_thenNothingIsKept() {
    let sut = FIFOSemaphore(count: 1)
    sut.acquire {}
    weak var holder: Holder?
    do {
      let next = Holder()
      holder = next
      sut.acquire { withExtendedLifetime(next) {} }
    }
    sut.acquire {}
    #expect(holder != nil)
    sut.release()
    #expect(holder == nil)
    #expect(sut.hasWaiters)
  }

  @Test("When a thread blocks then another has its place meanwhile")
  func whenThreadBlocks_thenAnotherHasItsPlace() {
    let sut = FIFOSemaphore(count: 1)
    let log = EventLog()
    sut.acquire { log.add("first") }
    sut.acquire {
      log.add("second")
      sut.release()
    }
    sut.release { log.add("blocked") }
    #expect(log.events == ["first", "second", "blocked"])
  }

  @Test("When more tests begin than there are places then all of them end")
  func whenManyTestsBegin_thenAllEnd() async throws {
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<300 {
        group.addTask {
          try await withDeterministicScheduling {
            await Archive.shared.count()
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            await settle()
            return 1
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(count == 300)
  }

  @Test("When more tests begin than there are places then the others begin when places are free", .exactOnly)
  func whenPlacesAreTaken_thenOthersBeginLater() async throws {
    let begun = Locked<[CheckedContinuation<Void, Never>]>([])
    let tests = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<160 {
          group.addTask {
            try await withDeterministicScheduling {
              await withCheckedContinuation { continuation in begun.withLock { $0.append(continuation) } }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    var (ended, largest) = (0, 0)
    while ended < 160 {
      // Nothing tells that no further test begins: what has begun in a while is looked at.
      await withCheckedContinuation { told in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { told.resume() }
      }
      let waiting = begun.withLock { begun in
        defer { begun = [] }
        return begun
      }
      largest = max(largest, waiting.count)
      ended += waiting.count
      for continuation in waiting { continuation.resume() }
    }
    try await tests.value
    #expect(largest <= 128)
  }
}

private final class Holder: Sendable {}
