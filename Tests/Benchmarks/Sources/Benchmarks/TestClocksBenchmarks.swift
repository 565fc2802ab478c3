import DeterministicScheduling
import Foundation
import TestClocks
import Testing

extension Benchmarks {
  static let testClocksBenchmarks =
    [10, 100, 1000, 10_000, 100_000].map { count in
      Benchmark(
        "sleep, wake, join: \(count) sleepers",
        baseline: "the same with bare continuations",
        limit: 5,
        operations: count * repetitions(of: count),
        rounds: 7
      ) {
        try await withDeterministicScheduling {
          for _ in 0..<repetitions(of: count) { await wakeSleepers(count) }
        }
      } against: {
        for _ in 0..<repetitions(of: count) { await resumeContinuations(count) }
      }
    } + [
      Benchmark("10,000 ticks of a timer", baseline: "10,000 resumed continuations", limit: 5, operations: 10_000) {
        try await tick(10_000)
      } against: {
        await resumeOneByOne(10_000)
      },
      Benchmark(
        "sleep, advance, join: one sleeper",
        baseline: "resume a continuation and join",
        limit: 5,
        operations: 1000
      ) {
        try await withDeterministicScheduling {
          let clock = TestClock()
          for _ in 0..<1000 {
            let task = Task { try? await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
            await clock.advance(by: .seconds(1))
            await task.value
          }
        }
      } against: {
        for _ in 0..<1000 { await resumeContinuations(1) }
      },
    ]

  /// Beginning a deterministic test is measured with its own module.
  private static func repetitions(of count: Int) -> Int { max(1, 1000 / count) }

  private static func wakeSleepers(_ count: Int) async {
    let clock = TestClock()
    let tasks = (1...count).map { number in
      Task { try? await clock.sleep(until: .init(offset: .seconds(number)), tolerance: nil) }
    }
    await clock.waitForSleepers(count)
    await clock.advance(by: .seconds(count))
    for task in tasks { await task.value }
  }

  private static func resumeContinuations(_ count: Int) async {
    let meeting = Meeting(count: count)
    let tasks = (0..<count).map { _ in Task { await meeting.wait() } }
    await meeting.isComplete()
    for continuation in meeting.takeAll() { continuation.resume() }
    for task in tasks { await task.value }
  }

  private static func tick(_ count: Int) async throws {
    try await withDeterministicScheduling {
      let clock = TestClock()
      let task = Task {
        var ticks = 0
        for await _ in clock.timer(interval: .seconds(1)) {
          ticks += 1
          if ticks == count { break }
        }
        return ticks
      }
      await clock.advance(by: .seconds(count))
      keep(await task.value)
    }
  }

  /// One task that waits again and again, and one that resumes it each time.
  private static func resumeOneByOne(_ count: Int) async {
    let meetings = (0..<count).map { _ in Meeting(count: 1) }
    let task = Task {
      for meeting in meetings { await meeting.wait() }
    }
    for meeting in meetings {
      await meeting.isComplete()
      for continuation in meeting.takeAll() { continuation.resume() }
    }
    await task.value
  }
}

/// Where a number of tasks wait on bare continuations.
// Sendable: all that changes is read and written under the lock.
private final class Meeting: @unchecked Sendable {
  private let lock = NSLock()
  private let count: Int
  private var waiting: [UnsafeContinuation<Void, Never>] = []
  private var host: UnsafeContinuation<Void, Never>?

  init(count: Int) {
    self.count = count
  }

  func wait() async {
    await withUnsafeContinuation { continuation in
      let host = lock.withLock {
        waiting.append(continuation)
        return waiting.count == count ? self.host : nil
      }
      host?.resume()
    }
  }

  func isComplete() async {
    await withUnsafeContinuation { continuation in
      let isComplete = lock.withLock {
        host = continuation
        return waiting.count == count
      }
      if isComplete { continuation.resume() }
    }
  }

  func takeAll() -> [UnsafeContinuation<Void, Never>] {
    lock.withLock { waiting }
  }
}
