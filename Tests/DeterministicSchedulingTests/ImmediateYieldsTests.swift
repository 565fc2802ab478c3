// conventions:ignore-file yielding - yields are the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("A task that yields while nothing else can run", .exactOnly)
struct ImmediateYieldsTests {
  @Test("goes on without a step of its schedule, and each yield counts as two", .deterministic)
  func whenNothingElseCanRun_thenYieldsTakeNoStep() async throws {
    let schedule = try #require(Schedule.current)
    let before = schedule.state.withLock(\.scheduler.stepCount)
    // Somebody has just looked, so that the first yield takes steps.
    await Task.yield()
    #expect(schedule.state.yields.sinceStep == 0)
    let count = try #require(await schedule.yieldsUntilImmediate(10)) + 1
    let noted = count - schedule.state.yields.sinceStep
    #expect(schedule.state.withLock(\.scheduler.stepCount) == before + 2 * noted)
    await Task.yield()
    #expect(schedule.state.yields.sinceStep == 0)
    #expect(schedule.state.withLock(\.scheduler.stepCount) == before + 2 * (count + 1))
  }

  @Test("takes a step again from time to time", .deterministic)
  func whenATaskYieldsForLong_thenItTakesSteps() async throws {
    let schedule = try #require(Schedule.current)
    let most = Int(ImmediateYields.mostInStep)
    _ = try #require(await schedule.yieldsUntilImmediate(most))
    await Task.yield()
    #expect(schedule.state.yields.sinceStep == 0)
  }

  @Test("takes steps while another task can run, settles or sleeps", .deterministic)
  func whenAnotherTaskMayRun_thenYieldsTakeSteps() async throws {
    let schedule = try #require(Schedule.current)
    #expect(await schedule.yieldsUntilImmediate() != nil)
    let polite = Task { while !Task.isCancelled { await Task.yield() } }
    #expect(await schedule.yieldsUntilImmediate(within: 3) == nil)
    polite.cancel()
    await polite.value
    #expect(await schedule.yieldsUntilImmediate() != nil)
    let settler = Task { await settle() }
    await Task.yield()
    #expect(await schedule.yieldsUntilImmediate(within: 3) == nil)
    await settler.value
    #expect(await schedule.yieldsUntilImmediate() != nil)
    // The last one, since the timer of a sleep that is cancelled is kept.
    let sleeper = Task { try? await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
    await Task.yield()
    #expect(await schedule.yieldsUntilImmediate(within: 3) == nil)
    sleeper.cancel()
    await sleeper.value
  }

  @Test("takes steps while work that it has started goes on", .enabled(if: Runtime.seesStartedWork), .deterministic)
  func whenStartedWorkGoesOn_thenYieldsTakeSteps() async throws {
    let schedule = try #require(Schedule.current)
    #expect(await schedule.yieldsUntilImmediate() != nil)
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { end.wait() }
    #expect(await schedule.yieldsUntilImmediate(within: 3) == nil)
    end.signal()
  }

  @Test("lets what it has started run at its next yield", .deterministic)
  func whenATaskIsStarted_thenItRunsAtTheNextYield() async {
    let log = Locked<[String]>([])
    for round in 0..<3 {
      for _ in 0..<5 { await Task.yield() }
      Task { log.withLock { $0.append("task \(round)") } }
      log.withLock { $0.append("body \(round)") }
      await Task.yield()
    }
    #expect(log.withLock { $0 } == ["body 0", "task 0", "body 1", "task 1", "body 2", "task 2"])
  }

  @Test("takes a step if it has looked at a clock, and lets time pass", .deterministic)
  func whenItLooksAtAClock_thenTimePasses() async throws {
    let schedule = try #require(Schedule.current)
    let clock = ContinuousClock()
    #expect(await schedule.yieldsUntilImmediate() != nil)
    let deadline = clock.now + .seconds(1)
    await Task.yield()
    #expect(schedule.state.yields.sinceStep == 0)
    while clock.now < deadline { await Task.yield() }
    #expect(clock.now >= deadline)
  }

  @Test("sees what a thread resumes that no test has started")
  func whenAThreadResumesAnotherTask_thenItRuns() async throws {
    let (go, isResumed) = (DispatchSemaphore(value: 0), Locked(false))
    let continuation = Locked<CheckedContinuation<Void, Never>?>(nil)
    let thread = Thread {
      go.wait()
      Thread.sleep(forTimeInterval: 0.02)  // sleep-is-the-subject
      continuation.withLock { $0.take() }?.resume()
    }
    thread.start()
    try await withDeterministicScheduling {
      Task {
        await withCheckedContinuation { resumable in
          continuation.withLock { $0 = resumable }
          go.signal()
        }
        isResumed.withLock { $0 = true }
      }
      while !isResumed.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
    }
    #expect(isResumed.withLock { $0 })
  }

  @Test("does not seem to keep its thread, however long it is between two yields in all")
  func whenWorkGoesOnBetweenYields_thenThereIsNoWarning() async throws {
    let issues = await capturingIssues {
      var run = DeterministicRun()
      run.blockingLimit = .milliseconds(100)
      run.longBlockingLimit = .milliseconds(200)
      _ = try await run.perform(sourceLocation: #_sourceLocation) {
        for _ in 0..<150 {
          usleep(10_000)  // sleep-is-the-subject
          await Task.yield()
        }
      }
    }
    #expect(issues.map { $0.comments.first?.rawValue } == [])
  }

  @Test("leaves the scheduler where steps would have left it", arguments: [1, 255, 19_999, 20_000, 99_999, 100_000])
  func whenYieldsAreNoted_thenTheSchedulerIsWhereStepsWouldHaveLeftIt(count: Int) {
    var (stepping, noting) = (Scheduler.yielding(), Scheduler.yielding())
    for _ in 0..<count { stepping.yield() }
    #expect(noting.wouldOnlyYield)
    noting.note(immediateYields: count)
    #expect(noting.stepCount == stepping.stepCount)
    #expect(noting.yieldCount == stepping.yieldCount)
    #expect(noting.onlyYields == stepping.onlyYields)
    // How soon time passes beside tasks that yield depends on what was before.
    stepping.sleepBesideOthers()
    noting.sleepBesideOthers()
    for _ in 0..<10 { #expect(stepping.yieldAndTell() == noting.yieldAndTell()) }
  }

  @Test("leaves the scheduler where steps would have left it, also if others have turns", arguments: [false, true])
  func whenTasksAreRunByTheirResumption_thenTheSchedulerIsWhereStepsWouldHaveLeftIt(isPolling: Bool) {
    var (stepping, noting) = (Scheduler.yielding(), Scheduler.yielding())
    stepping.sleep(7, sleeper: 2, on: .own, until: .seconds(1))
    noting.sleep(7, sleeper: 2, on: .own, until: .seconds(1))
    for _ in 0..<6000 {
      let steps = stepping.yieldAndTell(isPolling: isPolling)
      #expect(steps == noting.yieldAndTell(isPolling: isPolling, inOneTurn: true))
      guard stepping.elapsed == noting.elapsed, stepping.stepCount == noting.stepCount,
        stepping.yieldCount == noting.yieldCount
      else {
        Issue.record("\(noting.elapsed), \(noting.stepCount) steps; \(stepping.elapsed), \(stepping.stepCount) steps")
        return
      }
    }
    #expect((stepping.elapsed > .zero) == isPolling)
  }

  @Test("beside others counts as two steps for each yield too", .deterministic)
  func whenOthersHaveTurns_thenEachYieldIsTwoSteps() async throws {
    let schedule = try #require(Schedule.current)
    let log = Locked<[String]>([])
    let polite = Task {
      for turn in 1...3 {
        log.withLock { $0.append("task \(turn)") }
        await Task.yield()
      }
    }
    await Task.yield()
    let before = schedule.state.withLock(\.scheduler.stepCount)
    for turn in 1...2 {
      log.withLock { $0.append("body \(turn)") }
      await Task.yield()
    }
    #expect(schedule.state.withLock(\.scheduler.stepCount) == before + 8)
    await polite.value
    #expect(log.withLock { $0 } == ["task 1", "body 1", "task 2", "body 2", "task 3"])
  }

  @Test("is not alone for the scheduler while a job is ready, a timer set, or an order to be chosen")
  func whenAnythingElseMayHappen_thenTheSchedulerWouldNotOnlyYield() {
    var busy = Scheduler.yielding()
    busy.enqueue(1, task: 2, on: .own, isInside: true)
    #expect(!busy.wouldOnlyYield)
    var sleeping = Scheduler.yielding()
    sleeping.sleep(1, sleeper: 2, on: .own, until: .seconds(1))
    #expect(!sleeping.wouldOnlyYield)
    var polling = Scheduler.yielding()
    polling.noteLook()
    polling.yield()
    #expect(!polling.wouldOnlyYield)
    #expect(!Scheduler.yielding(Scheduler(strategy: RandomStrategy(seed: 1))).wouldOnlyYield)
    #expect(!Scheduler.yielding(Scheduler(isRecording: true)).wouldOnlyYield)
  }
}

extension Schedule {
  /// Yields until so many yields in a row were immediate. The monitor may look at any time, and the next yield takes a step.
  ///
  /// - Returns: How many yields that took; `nil` if they were not immediate within the limit.
  fileprivate func yieldsUntilImmediate(_ goal: Int = 1, within limit: Int = 100_000) async -> Int? {
    for count in 1...limit {
      await Task.yield()
      if state.yields.sinceStep >= goal { return count }
    }
    return nil
  }
}

extension Scheduler {
  // With one task, which runs.
  fileprivate static func yielding(_ scheduler: Scheduler = Scheduler()) -> Scheduler {
    var scheduler = scheduler
    scheduler.enqueue(0, task: 1, on: .own, isInside: false)
    _ = scheduler.next()
    return scheduler
  }

  fileprivate mutating func yield() { _ = yieldAndTell() }

  fileprivate mutating func yieldAndTell(isPolling: Bool = false, inOneTurn: Bool = false) -> [String] {
    if isPolling { noteLook() }
    enqueue(0, resuming: 1, on: .own, isInside: true)
    let first = next().text
    guard isYield, inOneTurn else {
      enqueue(0, task: 1, on: .own, isInside: true)
      return [first, next().text]
    }
    takeFollower()
    return [first, first]
  }

  fileprivate mutating func sleepBesideOthers() {
    sleep(7, sleeper: 2, on: .own, until: .seconds(1))  // sleep-is-the-subject
    enqueue(8, task: 3, on: .own, isInside: true)
  }
}
