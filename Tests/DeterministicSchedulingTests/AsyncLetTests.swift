// conventions:ignore-file yielding - tasks that suspend once are the subject

import Foundation
import TestDoubles
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Tasks of async let", .exactOnly)
struct AsyncLetTests {
  @Test("When one waits for the outside then time stands still, whatever else sleeps", .enabled(if: isSeen))
  func whenOneWaitsForOutside_thenTimeStandsStill() async throws {
    try await withDeterministicScheduling(outside: .seconds(60)) {
      let answer = LockIsolated<Int?>(nil)
      async let answering: Void = answer.setValue(await answerOfThread())
      try await Task.sleep(for: .seconds(2))  // sleep-is-the-subject
      #expect(answer.value == 42)
      await answering
    }
  }

  @Test("When nothing ever comes then those whose scopes have not ended are told")
  func whenNothingComes_thenThoseInTheirScopesAreTold() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        // A number of scopes that end, each in the memory of the one before, and one that does not.
        for _ in 0..<100 { await callChild { await Task.yield() } }
        async let ended: Void = {}()
        await ended
        async let first: Void = waitUntilCancelled()
        await callChild { await waitUntilCancelled() }
        await first
      }
    }
    let text = try #require(issues.first?.comments.first?.rawValue)
    #expect(issues.count == 1)
    #expect(text.withoutFunctions.contains("\nSuspended: test body, unnamed task 102, unnamed task 103\n"), "\(text)")
    #expect(text.contains("unnamed task 103 in `waitUntilCancelled()` at AsyncLetTests.swift:"), "\(text)")
  }

  @Test("When one ignores cancellation then it is told")
  func whenOneIgnoresCancellation_thenItIsTold() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        async let never: Void = withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        await never
      }
    }
    let text = issues.compactMap(\.comments.first?.rawValue).first { $0.contains("of being cancelled") }
    #expect(
      text?.withoutFunctions.contains("\nSuspended and ignoring cancellation: test body, unnamed task 1.") == true,
      "\(text ?? "none")"
    )
  }
}

#if os(Linux)
  private let isSeen = Runtime.seesStartedWork
#else
  private let isSeen = false
#endif

private func waitUntilCancelled() async {
  for await _ in AsyncStream.makeStream(of: Void.self).stream {}
}

private func callChild(_ body: @Sendable () async -> Void) async {
  async let child: Void = body()
  await child
}

private func answerOfThread() async -> Int {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      usleep(50_000)  // sleep-is-the-subject
      continuation.resume(returning: 42)
    }
  }
}
