import DeterministicScheduling
import TestClocks
import Testing

@Suite("The examples of the article on time in tests")
struct TimeInTestsExamples {
  @Test("When typing stops then the search starts once", .deterministic)
  func whenTypingStops_thenSearchesOnce() async {
    let clock = TestClock()
    let search = Search(clock: clock)
    await search.type("a")
    await clock.advance(by: .milliseconds(299))
    await search.type("ab")
    await clock.advance(by: .milliseconds(299))
    #expect(await search.queries == [])
    await clock.advance(by: .milliseconds(1))
    #expect(await search.queries == ["ab"])
  }

  @Test("When typing pauses then a search starts", .deterministic)
  func whenTypingPauses_thenSearchStarts() async {
    let clock = TestClock()
    let search = Search(clock: clock)
    await search.type("ab")
    await clock.advance(by: .milliseconds(299))
    #expect(await search.queries == [])
    await clock.advance(by: .milliseconds(1))
    #expect(await search.queries == ["ab"])
  }

  @Test("When saving often then it is saved once a second")
  func whenSavingOften_thenSavesOncePerSecond() async {
    let clock = TestClock()
    let throttle = Throttle(interval: .seconds(1), clock: clock)
    #expect(throttle.isDue())
    await clock.advance(by: .milliseconds(999))
    #expect(!throttle.isDue())
    await clock.advance(by: .milliseconds(1))
    #expect(throttle.isDue())
  }

  @Test("When a document changes often then it is saved on any clock once a second")
  func whenDocumentChangesOften_thenSavesOncePerSecond() async {
    let clock = TestClock()
    let document = Document(clock: clock)
    document.type("a")
    await clock.advance(by: .milliseconds(999))
    document.type("b")
    #expect(document.saved == "a")
    await clock.advance(by: .milliseconds(1))
    document.type("c")
    #expect(document.saved == "abc")
  }

  @Test("When the server takes too long then the request times out", .deterministic)
  func whenServerIsSlow_thenTimesOut() async throws {
    let clock = TestClock()
    let request = Task {
      try await withTimeout(.seconds(10), on: clock) {
        try await clock.sleep(for: .seconds(11))
        return "too late"
      }
    }
    await clock.advance(by: .seconds(10))
    await #expect(throws: TimedOut.self) { try await request.value }
    try await clock.checkSuspension()
  }

  @Test("When the server is in time then its answer comes and no timeout is left", .deterministic)
  func whenServerIsInTime_thenAnswers() async throws {
    let clock = TestClock()
    let request = Task {
      try await withTimeout(.seconds(10), on: clock) {
        try await clock.sleep(for: .seconds(9))
        return "in time"
      }
    }
    await clock.advance(by: .seconds(9))
    #expect(try await request.value == "in time")
    try await clock.checkSuspension()
  }

  @Test("When polling then it loads every five seconds until it is stopped", .deterministic)
  func whenPolling_thenLoadsEveryFiveSeconds() async throws {
    let clock = TestClock()
    let poller = Poller(clock: clock)
    await poller.start()
    await clock.advance(by: .seconds(15))
    #expect(await poller.loads == 4)
    await poller.stop()
    try await clock.checkSuspension()
  }

  @Test("When the server fails twice then the third attempt comes after 1 and 2 seconds")
  func whenServerFailsTwice_thenBacksOff() async throws {
    let clock = ImmediateClock()
    let server = FailingServer(failures: 2)
    let content = try await retrying(on: clock) { try await server.load() }
    #expect(content == "content")
    #expect(clock.sleeps == [.seconds(1), .seconds(2)])
  }

  @Test("When the server recovers then its content arrives", .deterministic)
  func whenServerRecovers_thenContentArrives() async throws {
    let clock = TestClock()
    let server = FailingServer(failures: 2)
    let download = Task { try await retrying(on: clock) { try await server.load() } }
    await clock.run()
    #expect(try await download.value == "content")
    #expect(clock.now.offset == .seconds(1 + 2))
  }

  @Test("When all attempts fail then the last error is thrown", .deterministic)
  func whenAllAttemptsFail_thenThrows() async {
    let clock = TestClock()
    let server = FailingServer(failures: .max)
    let content = Task { try await retrying(on: clock) { try await server.load() } }
    await clock.run()
    await #expect(throws: Unavailable.self) { try await content.value }
    #expect(clock.now.offset == .seconds(1 + 2 + 4))
  }

  @Test("When the test controls no scheduling then it waits for the sleeper")
  func whenSchedulingIsNotControlled_thenWaitsForSleeper() async {
    let clock = TestClock()
    let poller = Poller(clock: clock)
    await poller.start()
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    await clock.waitForSleepers()
    #expect(await poller.loads == 2)
    await poller.stop()
  }

  @Test("When the first attempt succeeds then no clock is used")
  func whenFirstAttemptSucceeds_thenUsesNoClock() async throws {
    let server = FailingServer(failures: 0)
    let content = try await retrying(on: .unimplemented()) { try await server.load() }  // fails if it sleeps
    #expect(content == "content")
  }

  @Test("When a countdown runs then it ticks once a second", .deterministic)
  func whenCountdownRuns_thenTicksEachSecond() async {
    let clock = TestClock()
    let countdown = Task {
      var remaining = 3
      for await _ in clock.timer(interval: .seconds(1)) {
        remaining -= 1
        if remaining == 0 { break }
      }
      return clock.now
    }
    await clock.run()
    #expect(await countdown.value == .init(offset: .seconds(3)))
  }
}

private actor Search {
  private let clock: any Clock<Duration>
  private var pending: Task<Void, Never>?
  private(set) var queries: [String] = []

  init(clock: any Clock<Duration> = ContinuousClock()) {
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

private final class Throttle<C: Clock<Duration>> {
  let interval: Duration
  let clock: C
  private var last: C.Instant?

  init(interval: Duration, clock: C) {
    self.interval = interval
    self.clock = clock
  }

  func isDue() -> Bool {
    let now = clock.now
    if let last, last.duration(to: now) < interval { return false }
    last = now
    return true
  }
}

private final class Document {
  private(set) var saved = ""
  private var text = ""
  private let throttle: Throttle<AnyClock<Duration>>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    throttle = Throttle(interval: .seconds(1), clock: AnyClock(clock))
  }

  func type(_ addition: String) {
    text += addition
    if throttle.isDue() { saved = text }
  }
}

private struct TimedOut: Error {}

private func withTimeout<R: Sendable>(
  _ limit: Duration,
  on clock: any Clock<Duration>,
  _ work: @escaping @Sendable () async throws -> R
) async throws -> R {
  try await withThrowingTaskGroup(of: R.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await clock.sleep(for: limit)
      throw TimedOut()
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw TimedOut() }
    return first
  }
}

private actor Poller {
  private let clock: any Clock<Duration>
  private var task: Task<Void, any Error>?
  private(set) var loads = 0

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  func start() {
    task = Task {
      while true {
        loads += 1
        try await clock.sleep(for: .seconds(5))
      }
    }
  }

  func stop() {
    task?.cancel()
  }
}

private func retrying<R>(
  attempts: Int = 4,
  on clock: any Clock<Duration>,
  isolation: isolated (any Actor)? = #isolation,
  _ work: () async throws -> sending R
) async throws -> sending R {
  var delay = Duration.seconds(1)
  for _ in 1..<attempts {
    do {
      return try await work()
    } catch {
      try await clock.sleep(for: delay)
      delay *= 2
    }
  }
  return try await work()
}

private struct Unavailable: Error {}

private actor FailingServer {
  private var failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  func load() throws -> String {
    guard failures > 0 else { return "content" }
    failures -= 1
    throw Unavailable()
  }
}
