// conventions:ignore-file yielding - tasks that yield are the subject

import Dispatch
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Tasks that only yield to each other", .exactOnly)
struct LivelockTests {
  @Test("fail their test, which names them and is cancelled")
  func whenTasksOnlyYield_thenTheTestFails() async throws {
    let log = Locked<[String]>([])
    let line = #line + 2
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        await waitForEachOther()
        log.withLock { $0.append("cancelled: \(Task.isCancelled)") }
      }
    }
    #expect(log.withLock { $0 } == ["cancelled: true"])
    #expect(issues.map { $0.sourceLocation?.line } == [line])
    #expect(
      issues.first?.comments.first?.rawValue.withoutFunctions == """
        Livelock: 2 tasks do nothing but yield
        Nothing else happened for 20 milliseconds, so the test was cancelled.
        Yielding: \(title(ofTask: 1, named: "polite")), \(title(ofTask: 2, named: "shy"))
        Suspended: test body
        Look for a condition that no task can make true any more. Await a continuation or a stream in place of \
        `Task.yield()`.
        """
    )
  }

  private func waitForEachOther() async {
    let flags = Flags()
    let tasks = ["polite", "shy"].map { name in
      start(name) { while await !flags.isSet, !Task.isCancelled { await Task.yield() } }
    }
    await withTaskCancellationHandler {
      for task in tasks { await task.value }
    } onCancel: {
      for task in tasks { task.cancel() }
    }
  }

  @Test("are abandoned with their test if they ignore cancellation, and never run again")
  func whenTasksYieldOnAfterCancellation_thenTheTestIsAbandoned() async throws {
    let flags = Flags()
    let yields = Locked(0)
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        while await !flags.isSet {
          yields.withLock { $0 += 1 }
          await Task.yield()
        }
      }
    }
    let headlines = issues.compactMap { $0.comments.first?.rawValue.split(separator: "\n").first }
    #expect(
      headlines.prefix(2) == [
        "Livelock: a task does nothing but yield", "The test did not finish within 20 milliseconds of being cancelled",
      ]
    )
    let last = yields.withLock { $0 }
    try await withDeterministicScheduling { await settle() }
    #expect(yields.withLock { $0 } == last)
  }

  @Test("are found as soon if each yield takes so many steps that very many are seen first")
  func whenEachYieldTakesManySteps_thenTheLivelockIsFoundAsSoon() async throws {
    var run = DeterministicRun(strategy: FIFOStrategy(), outsideLimit: .milliseconds(20))
    // Five steps for each yield of 20,000: as many as are very many here.
    run.wakesWithoutBody = 10_000
    let issues = await capturingIssues {
      _ = try? await run.perform(sourceLocation: #_sourceLocation) {
        await waitForEachOther()
      }
    }
    let headlines = issues.compactMap { $0.comments.first?.rawValue.split(separator: "\n").first }
    #expect(headlines == ["Livelock: 2 tasks do nothing but yield"])
  }

  @Test("are found by exploring, in one issue")
  func whenAnOrderLeadsToALivelock_thenItIsReported() async throws {
    // Each order that fails takes its 20 milliseconds, and so does each try to find a simpler one.
    let outcome = try await WaitLimit.withValue(.seconds(4)) {
      try await explore(.interleavings(20, seed: 1, strategy: .random, outside: .milliseconds(20))) {
        let flags = Flags()
        let first = start("first") { await flags.takeBoth() }
        let second = start("second") { await flags.takeBoth() }
        await first.value
        await second.value
      }
    }
    let report = try #require(outcome.report)
    #expect(outcome.issues.map(\.comments.first?.rawValue) == [report])
    #expect(report.hasPrefix("Livelock: 2 tasks do nothing but yield\n"), "\(report)")
    #expect(report.contains("second"))
    #expect(!report.contains("reproducible"), "\(report)")
  }

  @Test("are reproducible, as other tests are that do not end", arguments: Endless.allCases)
  func whenAnOrderDoesNotEnd_thenItIsReproducible(endless: Endless) async throws {
    let outcome = try await WaitLimit.withValue(.seconds(4)) {
      try await explore(.interleavings(20, seed: 1, strategy: .random, outside: .milliseconds(20))) {
        let order = Locked<[String]>([])
        let tasks = ["first", "second"].map { name in start(name) { order.withLock { $0.append(name) } } }
        for task in tasks { await task.value }
        if order.withLock({ $0 }) == ["second", "first"] { await endless.run() }
      }
    }
    let report = try #require(outcome.report)
    #expect(report.hasPrefix("\(endless.headline)\n"), "\(report)")
    #expect(!report.contains("reproducible"), "\(report)")
  }

  enum Endless: CaseIterable {
    case yields, sleeps, waitsBesideTicker

    var headline: String {
      switch self {
      case .yields: "Livelock: a task does nothing but yield"
      case .sleeps: "The test waits in a loop that does not end"
      case .waitsBesideTicker: "The test body is suspended while other tasks wake endlessly"
      }
    }

    func run() async {
      switch self {
      case .yields: while !Task.isCancelled { await Task.yield() }
      case .sleeps: while !Task.isCancelled { try? await Self.sleep() }
      case .waitsBesideTicker:
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let ticker = Task { while !Task.isCancelled { try? await Self.sleep() } }
        for await _ in stream {}
        continuation.finish()
        ticker.cancel()
      }
    }

    private static func sleep() async throws {
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    }
  }

  @Test("are no livelock if a thread resumes one of them in time")
  func whenAThreadEndsTheYields_thenTheTestPasses() async throws {
    try await withDeterministicScheduling(outside: .seconds(60)) {
      let isDone = Locked(false)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { isDone.withLock { $0 = true } }
      while !isDone.withLock({ $0 }) { await Task.yield() }
    }
  }
}

/// Two flags that each task takes one after the other, and gives back if it does not get both: each in its own order.
private actor Flags {
  var isSet = false
  private var holders: [Int: Int] = [:]
  private var count = 0

  func takeBoth() async {
    let number = count
    count += 1
    take(number, for: number)
    await Task.yield()
    while holders[1 - number] != nil, holders[1 - number] != number { await Task.yield() }
    take(1 - number, for: number)
    holders = holders.filter { $0.value != number }
  }

  private func take(_ flag: Int, for number: Int) { holders[flag] = number }
}
