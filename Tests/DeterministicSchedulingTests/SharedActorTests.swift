// conventions:ignore-file yielding - a task that polls is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Actors that several deterministic tests use", .exactOnly)
struct SharedActorTests {
  @Test("When two tests use the same actor then it serves one after the other")
  func whenTestsUseSameActor_thenItServesOneAfterTheOther() async throws {
    let log = EventLog()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c"] {
        group.addTask {
          try await withDeterministicScheduling {
            for _ in 0..<500 {
              await North.shared.add(name, to: log)
              try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.events.count == 1_500)
    #expect(Set(log.events.chunks(of: 500).map { Set($0) }) == [["a"], ["b"], ["c"]])
  }

  @Test("When two tests each have the actor that the other one needs then both of them end", .timeLimit(.minutes(15)))
  func whenTestsNeedEachOthersActor_thenBothEnd() async throws {
    let log = EventLog()
    let meeting = Meeting(of: 2)
    async let eastward: Void = withDeterministicScheduling {
      await West.shared.add("from the west", to: log)
      await meeting.arrive()
      await East.shared.add("in the east", to: log)
    }
    async let westward: Void = withDeterministicScheduling {
      await East.shared.add("from the east", to: log)
      await meeting.arrive()
      await West.shared.add("in the west", to: log)
    }
    _ = try await (eastward, westward)
    #expect(Set(log.events) == ["from the west", "from the east", "in the east", "in the west"])
  }

  @Test(
    "When two tests wait for what each of them does on the same actor then it serves both",
    .timeLimit(.minutes(15)),
    arguments: WaitForOthers.allCases
  )
  func whenTestsWaitForEachOtherOnAnActor_thenItServesBoth(wait: WaitForOthers) async {
    let place = MeetingPlace()
    let test: @Sendable () async -> Void = { await wait(2, at: place) }
    let issues = await recordedIssues(ofFirst: test, second: test, sharing: place)
    #expect(issues == [])
    #expect(await place.count == 2)
  }

  @Test("When each of two tests waits for a third one on the same actor then both fail", .timeLimit(.minutes(15)))
  func whenTestsWaitInVainOnAnActor_thenBothFail() async {
    let place = MeetingPlace()
    let test: @Sendable () async -> Void = { await WaitForOthers.continuation(3, at: place) }
    let issues = await recordedIssues(ofFirst: test, second: test, sharing: place)
    #expect(issues == Array(repeating: "No task in this test can make progress", count: 2))
    #expect(await place.count == 2)
  }

  @Test("When each of two tests waits in vain on an actor of the other one then both fail", .timeLimit(.minutes(15)))
  func whenTestsWaitInVainOnEachOthersActor_thenBothFail() async {
    let (place, other) = (MeetingPlace(), MeetingPlace())
    let issues = await recordedIssues(
      ofFirst: {
        await WaitForOthers.continuation(2, at: place)
        await WaitForOthers.continuation(3, at: other)
      },
      second: {
        await other.come()
        await WaitForOthers.continuation(3, at: place)
      },
      sharing: place
    )
    #expect(issues == Array(repeating: "No task in this test can make progress", count: 2))
    #expect(await [place.count, other.count] == [2, 2])
  }

  // The first lines of what two tests record, of which the second one runs from when the first one has the actor.
  private func recordedIssues(
    ofFirst first: @escaping @Sendable () async -> Void,
    second: @escaping @Sendable () async -> Void,
    sharing place: MeetingPlace
  ) async -> [Substring?] {
    let (isFirstThere, isSecondAboutToCome) = (Meeting(of: 2), Meeting(of: 2))
    @Sendable func test(_ body: @escaping @Sendable () async -> Void, claims: Bool) async {
      var run = DeterministicRun()
      run.stallLimit = .seconds(1)
      run.wakesWithoutBody = 1_000
      _ = try? await run.perform(sourceLocation: #_sourceLocation) {
        if claims { await place.wait(0) }
        await withOutsideWork {
          await isFirstThere.arrive()
          await isSecondAboutToCome.arrive()
        }
        await body()
      }
    }
    let issues = await capturingIssues {
      async let first: Void = test(first, claims: true)
      async let second: Void = test(second, claims: false)
      _ = await (first, second)
    }
    return issues.map { $0.comments.first?.rawValue.split(separator: "\n").first }
  }

  @Test("When a piece of a test has a schedule of its own then it shares the test's actors", .timeLimit(.minutes(15)))
  func whenScheduleIsInsideOfAnother_thenItSharesActors() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      await North.shared.add("before", to: log)
      try await withDeterministicScheduling { await North.shared.add("inside", to: log) }
      await North.shared.add("after", to: log)
    }
    #expect(log.events == ["before", "inside", "after"])
  }
}

/// How a task waits until enough tasks have come to an actor.
enum WaitForOthers: CaseIterable {
  case continuation, yields, sleeps, pieceOfATest

  fileprivate func callAsFunction(_ count: Int, at place: MeetingPlace) async {
    switch self {
    case .continuation:
      await place.come()
      await place.wait(count)
    case .yields:
      await place.come()
      while await place.count < count, !Task.isCancelled { await Task.yield() }
    case .sleeps:
      await place.come()
      while await place.count < count, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
      }
    case .pieceOfATest:
      await place.come()
      var run = DeterministicRun()
      run.stallLimit = .seconds(1)
      _ = try? await run.perform(sourceLocation: #_sourceLocation) { await place.wait(count) }
    }
  }
}

private actor MeetingPlace {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func come() {
    count += 1
    wakeAll()
  }

  func wait(_ count: Int) async {
    while self.count < count, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        Task { await self.wakeAll() }
      }
    }
  }

  private func wakeAll() {
    defer { waiting = [] }
    for continuation in waiting { continuation.resume() }
  }
}

private protocol Logging: Actor {}

extension Logging {
  func add(_ event: String, to log: EventLog) { log.add(event) }
}

@globalActor private actor North: Logging {
  static let shared = North()
}

@globalActor private actor East: Logging {
  static let shared = East()
}

@globalActor private actor West: Logging {
  static let shared = West()
}

/// Everybody who arrives waits until all have.
private final class Meeting: Sendable {
  private let missing: Locked<(count: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(of count: Int) {
    missing = Locked((count, []))
  }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let complete = missing.withLock { missing in
        missing.count -= 1
        missing.waiting.append(continuation)
        return missing.count == 0 ? missing.waiting : []
      }
      for waiting in complete { waiting.resume() }
    }
  }
}

extension [String] {
  fileprivate func chunks(of size: Int) -> [[String]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
