import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("The examples of the article on time in tests: a deadline that is computed too late")
struct JumpExamples {
  @Test("When the deadline is computed late then a jump finds it", .scheduledOnly, .deterministic)
  func whenDeadlineIsLate_thenJumpFindsIt() async {
    let clock = TestClock()
    let search = LateSearch(clock: clock)
    await withKnownIssue {
      search.type("a")
      clock.jump(by: .milliseconds(300))
      await settle()
      #expect(search.queries.withLock(\.self) == ["a"])
    }
    clock.cancelSleepers()
  }

  @Test("When the deadline is computed late then an advance does not find it", .deterministic)
  func whenDeadlineIsLate_thenAdvanceDoesNotFindIt() async {
    let clock = TestClock()
    let search = LateSearch(clock: clock)
    search.type("a")
    await clock.advance(by: .milliseconds(300))
    #expect(search.queries.withLock(\.self) == ["a"])
  }

  @Test("When the deadline is computed in time then a jump finds nothing", .deterministic)
  func whenDeadlineIsInTime_thenJumpFindsNothing() async {
    let clock = TestClock()
    let search = PunctualSearch(clock: clock)
    search.type("a")
    clock.jump(by: .milliseconds(300))
    await settle()
    #expect(search.queries.withLock(\.self) == ["a"])
  }
}

private final class LateSearch: Sendable {
  let queries = Locked<[String]>([])
  private let pending = Locked<Task<Void, Never>?>(nil)
  private let clock: TestClock<Duration>

  init(clock: TestClock<Duration>) {
    self.clock = clock
  }

  func type(_ text: String) {
    pending.withLock { $0?.cancel() }
    let task = Task {
      let deadline = clock.now.advanced(by: .milliseconds(300))
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      queries.withLock { $0.append(text) }
    }
    pending.withLock { $0 = task }
  }
}

private final class PunctualSearch: Sendable {
  let queries = Locked<[String]>([])
  private let pending = Locked<Task<Void, Never>?>(nil)
  private let clock: TestClock<Duration>

  init(clock: TestClock<Duration>) {
    self.clock = clock
  }

  func type(_ text: String) {
    pending.withLock { $0?.cancel() }
    let deadline = clock.now.advanced(by: .milliseconds(300))
    let task = Task {
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      queries.withLock { $0.append(text) }
    }
    pending.withLock { $0 = task }
  }
}
