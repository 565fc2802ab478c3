// conventions:ignore-file yielding - tests that poll are the subject

import DeterministicSchedulingLoader
import Dispatch
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// One after the other: tasks that spin keep processors from other tests.
@Suite("Time beside a job that was left behind", .exactOnly, .serialized, .timeLimit(.minutes(5)))
struct TimeBesideLeftBehindTests {
  @Test(
    "When a test does what the job has waited for then the job goes on before a timeout ends",
    arguments: Signal.allCases
  )
  func whenTestDoesWhatJobWaitsFor_thenJobGoesOnFirst(signal: Signal) async throws {
    let events = EventLog()
    // It is no longer waited for when the test does that.
    let issues = await capturingIssues {
      try await withImpatientScheduling(pacingLimit: .milliseconds(300)) {
        let (flag, semaphore) = (Locked(false), DispatchSemaphore(value: 0))
        let job = Task {
          signal.wait(flag, semaphore)
          spin(for: signal.timeOfWork)
          events.add("job")
        }
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        let timeout = startTimeout(.seconds(60), events)
        switch signal {
        case .cancellation: job.cancel()
        case .flag: flag.withLock { $0 = true }
        case .semaphore: semaphore.signal()
        }
        await job.value
        await timeout.value
      }
    }
    #expect(events.events == ["job", "timeout"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When the scope of a child task ends then the task goes on before a timeout ends", arguments: [false, true])
  func whenScopeOfChildEnds_thenChildGoesOnFirst(isGroup: Bool) async throws {
    let events = EventLog()
    let issues = await capturingIssues {
      try await withImpatientScheduling(pacingLimit: .milliseconds(300)) {
        let work: @Sendable () -> Void = {
          while !Task.isCancelled {}
          spin(for: .milliseconds(200))
          events.add("job")
        }
        let timeout = startTimeout(.seconds(120), events)
        if isGroup {
          try await withThrowingTaskGroup { group in
            group.addTask { work() }
            try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
            group.cancelAll()
          }
        } else {
          async let _: Void = work()
          try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        }
        await timeout.value
      }
    }
    #expect(events.events == ["job", "timeout"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When another job waits for the main queue, which the job keeps, then a timeout does not end early")
  func whenAnotherJobWaitsForMainQueue_thenTimeoutDoesNotEndEarly() async throws {
    let events = EventLog()
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let job = Task { @MainActor in
          workUntilLeftBehind(with: spin(for:))
          spin(for: .milliseconds(100))
          events.add("job")
        }
        await Task.yield()
        let timeout = startTimeout(.seconds(60), events)
        let other = Task { @MainActor in events.add("other") }
        for task in [job, other, timeout] { await task.value }
      }
    }
    #expect(events.events == ["job", "other", "timeout"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When the test polls until the job is done then no more time passes than that takes", arguments: Poll.allCases)
  func whenTestPolls_thenNoMoreTimePasses(poll: Poll) async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let (beginning, isDone) = (DispatchTime.now(), Locked(false))
        Task {
          workUntilLeftBehind(with: spin(for:))
          spin(for: .milliseconds(1_500))
          isDone.withLock { $0 = true }
        }
        await Task.yield()
        await poll.wait(for: .seconds(600)) { isDone.withLock(\.self) }
        #expect(isDone.withLock { $0 })
        let elapsed = try #require(VirtualTime.elapsed)
        #expect(elapsed <= .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - beginning.uptimeNanoseconds)))
      }
    }
    #expect(issues.map(\.isFailure) == [false], "\(issues)")
  }

  @Test("When the test polls for a time and the job goes on and on then that time comes", arguments: Poll.allCases)
  func whenTestPollsBesideEndlessJob_thenTimeComes(poll: Poll) async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling(pacingLimit: .milliseconds(100)) {
        let job = Task { while !Task.isCancelled {} }
        await Task.yield()
        for _ in 0..<2 { await poll.wait(for: .milliseconds(300)) { false } }
        job.cancel()
        await job.value
        let elapsed = try #require(VirtualTime.elapsed)
        #expect(elapsed >= .milliseconds(600))
      }
    }
    #expect(issues.map(\.isFailure) == [false], "\(issues)")
  }

  #if os(Linux)
    @Test(
      "When a test does what a task on an executor has waited for then the task goes on before a timeout ends",
      arguments: [nil] + Poll.allCases
    )
    func whenTestDoesWhatTaskOnExecutorWaitsFor_thenTaskGoesOnFirst(poll: Poll?) async throws {
      let events = EventLog()
      let issues = await capturingIssues {
        try await withImpatientScheduling(outside: .milliseconds(200)) {
          let (hasBegun, semaphore) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
          let task = Task(executorPreference: QueueTaskExecutor()) {
            hasBegun.signal()
            waitBlocking(semaphore)
            spin(for: .seconds(1))
            events.add("task")
          }
          waitBlocking(hasBegun)
          try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          let timeout = startTimeout(.milliseconds(200), events)
          semaphore.signal()
          await poll?.wait(for: .milliseconds(400)) { !events.events.isEmpty }
          await task.value
          await timeout.value
        }
      }
      #expect(events.events == ["task", "timeout"])
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
    }

    @Test("When the test takes step after step then the job is given time after some of them")
    func whenTestTakesSteps_thenJobIsGivenTimeAfterSome() {
      var sut = Pace(of: testing_support_this_thread(), at: .zero)
      let rests = (0..<60).map { step in
        sut.rest(Pace.Moment(step: step, elapsed: .zero, deadline: nil, limit: .zero, reason: .reached))
      }
      #expect(rests.prefix(50).allSatisfy { $0.map { $0 > .zero && $0 <= .milliseconds(20) } == true })
      #expect(rests.dropFirst(50).allSatisfy { $0 == nil })
    }

    @Test("When the process was given more than the job then the job is waited for until it was given as much")
    func whenJobWasGivenLess_thenItIsWaitedFor() {
      let sut = Pace(of: testing_support_this_thread(), at: .zero)
      sleepBlocking(for: .milliseconds(20))
      // The thread has used next to nothing.
      #expect(sut.latestTime(limit: .milliseconds(10), .blocked).map { $0 >= .milliseconds(20) } == true)
      while sut.latestTime(limit: .milliseconds(10), .blocked) != nil { spin(for: .milliseconds(1)) }
    }

    @Test("When the job was given as much as it is waited for then time passes freely in a test that polls")
    func whenJobWasGivenAsMuch_thenTimePassesFreely() throws {
      let sut = Pace(of: testing_support_this_thread(), at: .seconds(60))
      let latest = try #require(sut.latestTime(limit: .seconds(3_600), .reached))
      #expect(latest >= .seconds(60) && latest < .seconds(3_660))
      #expect(sut.latestTime(limit: .zero, .reached) == nil)
    }
  #endif

  enum Signal: CaseIterable {
    case cancellation, flag, semaphore

    /// What is done when a job is cancelled takes longer.
    var timeOfWork: Duration { self == .cancellation ? .milliseconds(200) : .milliseconds(5) }

    func wait(_ flag: Locked<Bool>, _ semaphore: DispatchSemaphore) {
      switch self {
      case .cancellation: while !Task.isCancelled {}
      case .flag: while !flag.withLock(\.self) {}
      case .semaphore: waitBlocking(semaphore)
      }
    }
  }

  enum Poll: CaseIterable {
    case yields, looks, spins

    func wait(for duration: Duration, orUntil condition: () -> Bool) async {
      switch self {
      case .yields:
        let isOver = Locked(false)
        let timeout = Task {
          try await Task.sleep(for: duration)  // sleep-is-the-subject
          isOver.withLock { $0 = true }
        }
        while !condition(), !isOver.withLock(\.self) { await Task.yield() }
        timeout.cancel()
      case .looks:
        let end = ContinuousClock.now + duration
        while !condition(), ContinuousClock.now < end { await Task.yield() }
      case .spins: loop(for: duration, until: condition)
      }
    }
  }
}

private func startTimeout(_ duration: Duration, _ events: EventLog) -> Task<Void, Never> {
  Task {
    try? await Task.sleep(for: duration)  // sleep-is-the-subject
    events.add("timeout")
  }
}
