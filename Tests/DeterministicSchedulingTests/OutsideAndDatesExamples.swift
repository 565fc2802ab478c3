import DeterministicScheduling
import Dispatch
import Foundation
import Testing
import TestingSupportCore

// The code in the documentation of `withOutsideWork`, `DateSource` and `.deterministic(outside:)`.

@Suite("The outside and dates, as the documentation shows them", .exactOnly)
struct OutsideAndDatesExamples {
  @Test("When the helper process answers then the request does not time out", .deterministic)
  func whenProcessAnswers_thenRequestDoesNotTimeOut() async throws {
    let client = Client(timeout: .seconds(60))
    let answer = try await withOutsideWork { try await client.ask("ping") }
    #expect(answer == "pong")
  }

  @Test("When an hour has passed then the entry has expired", .deterministic(dates: .virtual))
  func whenHourHasPassed_thenEntryHasExpired() async throws {
    let cache = Cache(lifetime: 3600)
    cache.insert("cat")
    try await Task.sleep(for: .seconds(3600))  // takes no real time // sleep-is-the-subject
    #expect(cache.value == nil)
  }

  @Test("When the server answers then the answer is shown", .deterministic(outside: .seconds(30)))
  func whenServerAnswers_thenAnswerIsShown() async throws {
    let answer = try await Client(timeout: nil).ask("ping")
    #expect(answer == "pong")
  }
}

// MARK: - What is tested

/// Asks something that answers from a dispatch queue.
private struct Client: Sendable {
  struct TimeoutError: Error {}

  let timeout: Duration?

  func ask(_ question: String) async throws -> String {
    try await withThrowingTaskGroup(of: String.self) { group in
      if let timeout {
        group.addTask {
          try await Task.sleep(for: timeout)  // sleep-is-the-subject
          throw TimeoutError()
        }
      }
      group.addTask {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
            continuation.resume(returning: question == "ping" ? "pong" : "what?")
          }
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ""
    }
  }
}

private final class Cache: Sendable {
  private let lifetime: TimeInterval
  private let entry = Locked<(value: String, date: Date)?>(nil)

  init(lifetime: TimeInterval) { self.lifetime = lifetime }

  func insert(_ value: String) { entry.withLock { $0 = (value, Date()) } }

  var value: String? {
    entry.withLock { entry in
      entry.flatMap { Date().timeIntervalSince($0.date) < lifetime - 0.001 ? $0.value : nil }
    }
  }
}
