import DeterministicScheduling
import TestClocks
import Testing

/// The tests that flake elsewhere, again and again, eight at a time. `TESTING_SUPPORT_MODEL_STEPS` sets how often.
@Suite("A test clock, again and again", .scheduledOnly)
struct TestClockRepetitionTests {
  @Test("never fails a debounce", arguments: 0..<8)
  func whenDebouncing_thenSearchesOnceEveryTime(lane: Int) async throws {
    for _ in 0..<ModelPrograms.count(inDebug: 50) {
      try await withDeterministicScheduling {
        let clock = TestClock()
        let search = Search(clock: clock)
        await search.type("a")
        await clock.advance(by: .milliseconds(299))
        await search.type("ab")
        await clock.advance(by: .milliseconds(299))
        let early = await search.queries
        await clock.advance(by: .milliseconds(1))
        let queries = await search.queries
        #expect(early == [] && queries == ["ab"])
      }
    }
  }

  @Test("never fails a chain of five sleeps across three actors", arguments: 0..<8)
  func whenSleepingInAChain_thenEachLinkRunsEveryTime(lane: Int) async throws {
    for _ in 0..<ModelPrograms.count(inDebug: 50) {
      try await withDeterministicScheduling {
        let clock = TestClock()
        let links = [Link(), Link(), Link()]
        let chain = Task {
          for _ in 1...5 {
            try await clock.sleep(for: .seconds(1))
            for link in links { await link.pass(clock.now.offset) }
          }
        }
        await clock.advance(by: .seconds(5))
        let times = await links[2].times
        #expect(times == [.seconds(1), .seconds(2), .seconds(3), .seconds(4), .seconds(5)])
        try await chain.value
      }
    }
  }
}

private actor Search {
  private let clock: any Clock<Duration>
  private var pending: Task<Void, Never>?
  private(set) var queries: [String] = []

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func type(_ text: String) {
    pending?.cancel()
    pending = Task {
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      queries.append(text)
    }
  }
}

private actor Link {
  private(set) var times: [Duration] = []

  func pass(_ time: Duration) {
    times.append(time)
  }
}
