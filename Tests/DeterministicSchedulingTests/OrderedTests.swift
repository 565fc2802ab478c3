// conventions:ignore-file yielding, settling - settling and the order of tasks that yield are the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("At the level `ordered`", .enabled(if: DeterministicSupport.current == .ordered, "needs hooks alone"))
struct OrderedTests {
  @Test("When code does not yield then its events come in the same order in every run, beside ordinary work")
  func whenCodeDoesNotYield_thenOrderIsTheSame() async throws {
    let expected = try await withDeterministicScheduling { await ProgramWithoutYields.run() }
    let isOver = Locked(false)
    let ordinary = Task {
      while !isOver.withLock({ $0 }) { _ = await ProgramWithoutYields.run() }
    }
    let differences = try await repeated { try await withDeterministicScheduling { await ProgramWithoutYields.run() } }
      .filter { $0 != expected }
    isOver.withLock { $0 = true }
    await ordinary.value
    #expect(expected.count == 31)
    #expect(differences.isEmpty, "\(expected)\n\(differences.first ?? [])")
  }

  @Test("When tasks yield then settling waits for all of their work")
  func whenTasksYield_thenSettlingWaits() async throws {
    let counts = try await repeated {
      let log = EventLog()
      var settled = 0
      try await withDeterministicScheduling {
        for task in 0..<6 {
          Task(priority: task.isMultiple(of: 2) ? .low : .high) {
            for _ in 0..<task { await Task.yield() }
            log.add("\(task)")
          }
        }
        await settle()
        settled = log.events.count
      }
      return settled
    }
    #expect(counts.allSatisfy { $0 == 6 }, "\(counts)")
  }

  @Test("When tasks hop between actors and yield there then settling waits for them")
  func whenTasksHop_thenSettlingWaits() async throws {
    let counts = try await repeated {
      let log = EventLog()
      let counter = CounterActor(log: log)
      let screen = await Screen(log: log)
      var settled = 0
      try await withDeterministicScheduling {
        for task in 0..<3 {
          Task { await counter.increment("\(task)") }
          Task { @MainActor in
            await screen.show("\(task)")
            await counter.increment("main \(task)")
          }
        }
        await settle()
        settled = log.events.count
      }
      return settled
    }
    #expect(counts.allSatisfy { $0 == 9 }, "\(counts)")
  }

  @Test("When a task sleeps then settling does not wait for it, and the sleep takes as long as it says", .deterministic)
  func whenTaskSleeps_thenSleepIsReal() async throws {
    let log = EventLog()
    let start = ContinuousClock.now
    let sleeper = Task {
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      log.add("awake")
    }
    await settle()
    #expect(log.events.isEmpty || ContinuousClock.now - start >= .seconds(1))
    try await sleeper.value
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test("When the main actor's code runs then it runs on the main queue", .deterministic)
  @MainActor
  func whenMainActorRuns_thenItIsOnTheMainQueue() async {
    dispatchPrecondition(condition: .onQueue(.main))
    await settle()
    dispatchPrecondition(condition: .onQueue(.main))
    await Task { @MainActor in dispatchPrecondition(condition: .onQueue(.main)) }.value
  }

  @Test("When a task comes to an actor from an executor of the user's then it is counted, and ends in its test")
  func whenTaskComesFromOtherExecutor_thenItIsCounted() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      await Visitor().visit(QueueActor())
      log.add("visited")
    }
    #expect(log.events == ["visited"])
    #expect(DeterministicSupport.explanation.contains("ran outside the order of their test."))
    #expect(StrayTasks.text(of: 0) == "")
    #expect(StrayTasks.text(of: 1) == " 1 task of deterministic tests ran outside the order of their test.")
    #expect(StrayTasks.text(of: 2) == " 2 tasks of deterministic tests ran outside the order of their test.")
  }

  @Test("When several tasks settle at once then each resumes alone, the one that asked last first", .deterministic)
  func whenSeveralSettle_thenOneResumesAtATime() async {
    let log = EventLog()
    await withTaskGroup(of: Void.self) { group in
      for child in 0..<4 {
        group.addTask {
          await settle()
          log.add("\(child)")
          await Task.yield()
          log.add("\(child) again")
        }
      }
    }
    #expect(log.events == (0..<4).reversed().flatMap { ["\($0)", "\($0) again"] })
  }

  @Test("When a test is idle for longer than it says then it is warned once, and continues")
  func whenTestIsIdle_thenItIsWarned() async {
    let answers = EventLog()
    let room = Room()
    let line = #line + 2
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        CurrentTestSchedule.settlingSchedule?.remember(room)
        await withCheckedContinuation { continuation in
          _ = TimeoutTimer.shared.set(.seconds(1)) { _ in continuation.resume() }
        }
        answers.add("resumed, cancelled: \(Task.isCancelled)")
      }
    }
    #expect(answers.events == ["resumed, cancelled: false"])
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(
      issues.first?.comments.first?.rawValue == """
        The test has been idle for 20 milliseconds
        1 call at a gate
        It continues when a sleep ends, or when something outside the test resumes it.
        Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, or a \
        clock that is never advanced. Allow more time for what is slow: `withDeterministicScheduling(outside: .seconds(60))`.
        """
    )
  }

  @Test("When a test is idle for longer than any sleep then it is warned, fails, and is cancelled")
  func whenTestIsIdleTooLong_thenItIsCancelled() async {
    let log = EventLog()
    let line = #line + 4
    let issues = await capturingIssues {
      var run = DeterministicRun(outsideLimit: .milliseconds(20))
      run.idleLimit = .milliseconds(60)
      _ = try await run.perform(sourceLocation: #_sourceLocation) {
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
        log.add("cancelled: \(Task.isCancelled)")
      }
    }
    #expect(log.events == ["cancelled: true"])
    #expect(issues.map(\.isFailure) == [false, true])
    #expect(issues.map(\.sourceLocation?.line) == [line, line])
    #expect(
      issues.last?.comments.first?.rawValue == """
        The test has been idle for 60 milliseconds, so it was cancelled
        No sleep ended, and nothing outside the test resumed it.
        Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, or a \
        clock that is never advanced. Allow more time for what is slow: `withDeterministicScheduling(outside: .seconds(60))`.
        """
    )
    #expect(
      StallMessage.idle(rooms: [], limit: .seconds(600), isFinal: true, setting: .function)
        .hasSuffix("Allow more time for what is slow: `withDeterministicScheduling(outside: .seconds(1200))`.")
    )
  }

  @Test("When a helper waits for the outside under its own limit then the idle test is not warned")
  func whenHelperWaits_thenTestIsNotWarned() async {
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        #expect(await Waiter().wait(within: .milliseconds(400)) == .timedOut(.milliseconds(400)))
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("When orders are explored then a lost update is found, and the report says what was not varied")
  func whenOrdersAreExplored_thenLostUpdateIsFound() async throws {
    let outcome = try await explore(.interleavings(50, seed: 1)) {
      let account = Account()
      async let first: Void = account.add(1)
      async let second: Void = account.add(2)
      _ = await (first, second)
      #expect(await account.balance == 3)
    }
    let limits = "Support is `ordered`: the orders did not vary hops to idle actors"
    #expect(outcome.report?.contains("\n\(limits)") == true)
    let yields = "\(limits), nor yields, which resume in an order that a replay may not repeat."
    #expect(HookFindings(seesYield: false).limits.hasPrefix(yields))
    #expect(HookFindings().limits.hasPrefix("Support is `ordered`: the orders did not vary hops to idle actors."))
  }
}

private final class Room: WaitPoint {
  var waiterSummary: String? { "1 call at a gate" }
}

@MainActor
private final class Account {
  private(set) var balance = 0

  nonisolated func add(_ amount: Int) async {
    let old = await balance
    await set(old + amount)
  }

  private func set(_ new: Int) { balance = new }
}

/// Runs something many times, some of them at once.
private func repeated<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> [R] {
  try await withThrowingTaskGroup(of: [R].self) { group in
    for _ in 0..<10 {
      group.addTask {
        var results: [R] = []
        for _ in 0..<(runs / 10) { results.append(try await body()) }
        return results
      }
    }
    return try await group.reduce(into: []) { $0 += $1 }
  }
}

private let runs = ProcessInfo.processInfo.environment["TESTING_SUPPORT_RUNS"].flatMap { Int($0) } ?? 100

/// Tasks, actors, the main actor, a stream and a continuation; what it does is written down in the order in which it
/// happens.
private enum ProgramWithoutYields {
  static func run() async -> [String] {
    let log = EventLog()
    let ledger = Ledger(log: log)
    await withTaskGroup(of: Int.self) { group in
      for child in 0..<5 {
        group.addTask(priority: child.isMultiple(of: 2) ? .low : .high) {
          log.add("child \(child) begins")
          await ledger.note("child \(child)")
          await MainActor.run { log.add("main \(child)") }
          return child
        }
      }
      for await child in group { log.add("joined \(child)") }
    }
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task {
      for await element in stream { await ledger.note("element \(element)") }
      log.add("stream ended")
    }
    let producer = Task.detached {
      for element in 0..<4 { source.yield(element) }
      source.finish()
      log.add("producer ends")
    }
    async let first = ledger.note("first")
    async let second = ledger.note("second")
    _ = await (first, second, producer.value, consumer.value)
    let answer = await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume(returning: 42) }
    }
    log.add("answer \(answer)")
    await ledger.startTask()
    return log.events
  }
}

private actor Visitor {
  func visit(_ queue: QueueActor) async {
    await queue.run {}
    await MainActor.run {}
  }
}

private actor Ledger {
  private let log: EventLog

  init(log: EventLog) { self.log = log }

  func note(_ text: String) { log.add(text) }

  func startTask() async {
    let task = Task {
      await MainActor.run { log.add("task on main") }
      note("task")
    }
    await task.value
  }
}
