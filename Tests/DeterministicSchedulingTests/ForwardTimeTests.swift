import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Time goes forward", .exactOnly)
struct ForwardTimeTests {
  @Test(
    "When schedules are nested then clocks go on from the time of the outer one",
    .deterministic,
    arguments: [nil, 7]
  )
  func whenSchedulesAreNested_thenClocksGoOn(seed: UInt64?) async throws {
    let start = (ContinuousClock.now, SuspendingClock.now)
    try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
    let before = (ContinuousClock.now, SuspendingClock.now)
    let inside = try await withDeterministicScheduling(seed: seed) {
      #expect(VirtualTime.elapsed == .zero)
      #expect(ContinuousClock.now - before.0 == .zero)
      #expect(SuspendingClock.now - before.1 == .zero)
      try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      return try await withDeterministicScheduling {
        try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
        return (ContinuousClock.now, SuspendingClock.now)
      }
    }
    #expect(ContinuousClock.now == inside.0)
    #expect(SuspendingClock.now == inside.1)
    #expect(ContinuousClock.now - start.0 == .seconds(3665))
    #expect(SuspendingClock.now - start.1 == .seconds(3665))
    #expect(VirtualTime.elapsed == .seconds(3600))
    try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    #expect(ContinuousClock.now - start.0 == .seconds(3666))
  }

  @Test("When the outer test has other sleepers then they sleep as long as they asked for", .deterministic)
  func whenOuterHasSleepers_thenTheySleepAsLong() async throws {
    let sleeper = Task {
      let start = VirtualTime.elapsed ?? .zero
      try await Task.sleep(for: .seconds(10))  // sleep-is-the-subject
      return (VirtualTime.elapsed ?? .zero) - start
    }
    await settle()
    try await withDeterministicScheduling { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
    #expect(try await sleeper.value == .seconds(10))
  }

  @Test("When a task was left behind then it reads no time that others have left behind")
  func whenTaskWasLeftBehind_thenItReadsNoEarlierTime() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling {
        let (isOver, others) = (Locked(false), Locked(ContinuousClock.now))
        let spinner = Task {
          _ = ContinuousClock.now
          while !isOver.withLock({ $0 }) {}
          let now = ContinuousClock.now
          #expect(now >= others.withLock { $0 })
          return now
        }
        let sleeper = Task {
          try await Task.sleep(for: .milliseconds(500))  // sleep-is-the-subject
          others.withLock { $0 = .now }
          isOver.withLock { $0 = true }
        }
        try await sleeper.value
        let read = await spinner.value
        #expect(ContinuousClock.now >= read)
      }
    }
    #expect(issues.map(\.isFailure) == [false], "\(issues)")
  }

  @Test("When a task that was left behind polls a clock then nobody reads an earlier time, and its loop ends")
  func whenTaskLeftBehindPolls_thenNobodyReadsEarlierTime() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling {
        let (isOver, start) = (Locked(false), ContinuousClock.now)
        let spinner = Task {
          while !isOver.withLock({ $0 }) {}
          let deadline = ContinuousClock.now + .milliseconds(50)
          while ContinuousClock.now < deadline {}
          let polled = ContinuousClock.now
          await Task.yield()  // conventions:ignore yielding - what the task's next step reads is the subject
          #expect(ContinuousClock.now >= polled)
          return polled
        }
        let other = Task {
          await settle()
          isOver.withLock { $0 = true }
        }
        await other.value
        let polled = await spinner.value
        #expect(ContinuousClock.now >= polled)
        #expect(polled >= start + .milliseconds(50))
      }
    }
    #expect(issues.map(\.isFailure) == [false], "\(issues)")
  }

  @Test("When a task was left behind on an executor of its own then it reads no earlier time than others have")
  func whenTaskWasLeftBehindElsewhere_thenItReadsNoEarlierTime() async throws {
    let issues = await capturingIssues {
      let run = DeterministicRun(outsideLimit: .milliseconds(200))
      _ = try await run.perform(sourceLocation: #_sourceLocation) {
        let (semaphore, others, read) = (
          DispatchSemaphore(value: 0), Locked(ContinuousClock.now), Locked(ContinuousClock.now)
        )
        let blocked = Task {
          await QueueActor().block {
            _ = ContinuousClock.now
            waitBlocking(semaphore)
            read.withLock { $0 = .now }
          }
        }
        Task {
          try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          others.withLock { $0 = .now }
          semaphore.signal()
        }
        await blocked.value
        #expect(read.withLock { $0 } >= others.withLock { $0 })
      }
    }
    #expect(issues.map(\.isFailure) == [false], "\(issues)")
  }

  @Test("When a nested body throws then clocks have gone forward all the same", .deterministic)
  func whenNestedBodyThrows_thenClocksHaveGoneForward() async {
    struct Failure: Error {}
    let start = ContinuousClock.now
    await #expect(throws: Failure.self) {
      try await withDeterministicScheduling {
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        throw Failure()
      }
    }
    #expect(ContinuousClock.now - start == .seconds(60))
  }
}

@Suite("Dates")
struct DateSourceTests {
  @Test("When dates are virtual then they follow virtual time", .exactOnly, .deterministic(dates: .virtual))
  func whenDatesAreVirtual_thenTheyFollowVirtualTime() async throws {
    let start = Date()
    #expect(Date() == start)
    try await Task.sleep(for: .milliseconds(3_600_250))  // sleep-is-the-subject
    #expect(abs(Date().timeIntervalSince(start) - 3600.25) < 0.001)
    #expect(abs(Date.now.timeIntervalSince(start) - 3600.25) < 0.001)
    #expect(abs(start.timeIntervalSinceNow + 3600.25) < 0.001)
    let onMain = await MainActor.run { Date() }
    let detached = await Task.detached { Date() }.value
    #expect(onMain == Date())
    #expect(detached == Date())
  }

  @Test("When dates are virtual then the test begins at the date of the system", .deterministic(dates: .virtual))
  func whenDatesAreVirtual_thenTestBeginsNow() async {
    // A file has the date of the system.
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let written = attributes?[.modificationDate] as? Date
    #expect(abs((written ?? .distantPast).timeIntervalSince(Date())) < 300)
  }

  @Test(
    "When a loop waits for a date then virtual time comes to it",
    .exactOnly,
    .timeLimit(.minutes(15)),
    .deterministic(dates: .virtual)
  )
  func whenLoopWaitsForDate_thenTimeComesToIt() async {
    let start = Date()
    while Date() < start + 5 { await Task.yield() }  // conventions:ignore yielding - a loop that polls is the subject
    while Date() < start + 10 {}
    while Date() < start + 15 { try? await Task.sleep(for: .zero) }  // sleep-is-the-subject
    #expect((VirtualTime.elapsed ?? .zero) >= .seconds(15))
  }

  @Test("When nothing is said then dates are those of the system", .exactOnly, .deterministic)
  func whenNothingIsSaid_thenDatesAreReal() async throws {
    let start = Date()
    try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
    #expect(Date().timeIntervalSince(start) < 1800)
  }

  @Test("When tests run in parallel then each has dates of its own", .exactOnly)
  func whenTestsRunInParallel_thenEachHasItsDates() async {
    let passed = await withTaskGroup(of: TimeInterval?.self) { group in
      for hours in 1...20 {
        group.addTask {
          try? await withDeterministicScheduling(dates: hours.isMultiple(of: 2) ? .virtual : .real) {
            let start = Date()
            try await Task.sleep(for: .seconds(3600 * hours))  // sleep-is-the-subject
            await Task.detached { _ = Date() }.value
            return (Date().timeIntervalSince(start) / 3600).rounded()
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1 ?? -1) }
    }
    let expected = (1...20).map { $0.isMultiple(of: 2) ? Double($0) : 0 }
    #expect(passed.sorted() == expected.sorted())
  }

  @Test(
    "When schedules are nested then dates are what the outer one shows, unless it is said",
    .exactOnly,
    .deterministic(dates: .virtual)
  )
  func whenSchedulesAreNested_thenDatesAreThoseOfOuter() async throws {
    try await Task.sleep(for: .seconds(86_400))  // sleep-is-the-subject
    let date = Date()
    let inside = try await withDeterministicScheduling { Date() }
    #expect(inside == date)
    let real = try await withDeterministicScheduling(dates: .real) {
      let real = Date()
      let nested = try await withDeterministicScheduling { Date() }
      #expect(nested.timeIntervalSince(real) < 43_200)
      return real
    }
    #expect(date.timeIntervalSince(real) > 43_200)
  }

  @Test(
    "When schedules are nested then dates go on from the time of the outer one",
    .exactOnly,
    .deterministic(dates: .virtual)
  )
  func whenSchedulesAreNested_thenDatesGoOn() async throws {
    let start = Date()
    try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
    let inside = try await withDeterministicScheduling(dates: .virtual) {
      try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      return Date()
    }
    #expect(abs(inside.timeIntervalSince(start) - 3660) < 0.001)
    #expect(Date() >= inside)
  }
}
