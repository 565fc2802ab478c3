import Testing
import TestingSupportCore

@Suite("The lock")
struct LockedTests {
  @Test("When many tasks change a value at once then no change is lost")
  func whenManyTasksChangeValue_thenNoChangeIsLost() async {
    let sut = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5_000 { sut.withLock { $0 += 1 } }
        }
      }
    }
    #expect(sut.withLock { $0 } == 40_000)
  }

  @Test("When a transition throws then the error comes out and the lock is free")
  func whenTransitionThrows_thenLockIsFree() {
    let sut = Locked([Int]())
    #expect(throws: Refused.self) {
      try sut.withLock { numbers throws(Refused) in
        numbers.append(1)
        throw Refused()
      }
    }
    #expect(sut.withLock { $0 } == [1])
  }

  @Test("When the lock goes away then so does its value")
  func whenLockGoesAway_thenValueDoesToo() {
    weak var value: Held?
    do {
      let sut = Locked(Held())
      value = sut.withLock { $0 }
      #expect(value != nil)
    }
    #expect(value == nil)
  }
}

private struct Refused: Error {}

private final class Held: Sendable {}
