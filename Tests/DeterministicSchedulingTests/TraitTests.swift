import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("The trait")
struct TraitTests {
  @Suite("On a suite", .exactOnly, .deterministic)
  struct OnSuite {
    private let log = EventLog()

    @Test("When a suite has the trait then each of its tests has a schedule of its own", arguments: 1...3)
    func whenSuiteHasTrait_thenEachTestHasItsOwn(delay: Int) async throws {
      log.add("begun")
      try await Task.sleep(for: .seconds(delay))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(delay))
      #expect(log.events == ["begun"])
    }

    @Test("When a test has a trait of its own then that one decides", .deterministic(seed: 7))
    func whenTestHasItsOwnTrait_thenThatDecides() {
      #expect(CurrentTestSchedule.schedule?.seed == 7)
    }

    @Suite("And a suite within")
    struct Inner {
      @Test("When an outer suite has the trait then inner tests have it too")
      func whenOuterSuiteHasTrait_thenInnerTestsHaveIt() {
        #expect(CurrentTestSchedule.schedule != nil)
        #expect(CurrentTestSchedule.schedule?.seed == nil)
      }
    }
  }

  @Suite("On the main actor", .exactOnly, .deterministic)
  @MainActor
  struct OnMainActor {
    private var values: [Int] = []

    @Test("When a suite is on the main actor then its tests are")
    mutating func whenSuiteIsOnMainActor_thenTestsAre() async {
      MainActor.assertIsolated()
      values.append(1)
      await Task.detached { #expect(VirtualTime.elapsed == .zero) }.value
      let log = EventLog()
      await Screen(log: log).show("a screen")
      #expect(log.events == ["shown a screen, 1"])
      values.append(2)
      #expect(values == [1, 2])
    }

    @Test("When a test is synchronous then it runs on the main actor")
    func whenTestIsSynchronous_thenItRunsOnMainActor() {
      MainActor.assertIsolated()
      #expect(VirtualTime.elapsed == .zero)
    }
  }

  @Suite("What stays as it is", .deterministic)
  struct Unchanged {
    @TaskLocal static var value = "outside"

    @Test("When tasks are started in a test then they know the test")
    func whenTasksAreStarted_thenTheyKnowTheTest() async {
      let name = Test.current?.name
      #expect(name == "whenTasksAreStarted_thenTheyKnowTheTest()")
      #expect(await Task { Test.current?.name }.value == name)
      async let child = Test.current?.name
      #expect(await child == name)
      #expect(await Task.detached { Test.current?.name }.value == nil)
    }

    @Test("When a task-local value is set then children and tasks see it")
    func whenTaskLocalIsSet_thenTasksSeeIt() async {
      await Self.$value.withValue("inside") {
        #expect(await Task { Self.value }.value == "inside")
        #expect(await Task.detached { Self.value }.value == "outside")
      }
    }

    @Test("When confirmations and known issues are used then they count as always")
    func whenConfirmationIsUsed_thenItCounts() async {
      await confirmation("ticks", expectedCount: 3) { tick in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { tick() } }
        }
      }
      await withKnownIssue("known") {
        await Task { _ = Issue.record("known") }.value
      }
    }

    @Test("When a test throws then the error is recorded at its place", .timeLimit(.minutes(15)))
    func whenTestThrows_thenErrorIsRecorded() async throws {
      struct Failure: Error {}
      await #expect(throws: Failure.self) { try await Task { throw Failure() }.value }
    }
  }

  @Suite("Without the trait")
  struct WithoutTrait {
    @Test("When a value is returned or an error thrown then it comes out")
    func whenBodyEnds_thenResultComesOut() async throws {
      struct Failure: Error {}
      #expect(try await withDeterministicScheduling { 42 } == 42)
      await #expect(throws: Failure.self) {
        try await withDeterministicScheduling { throw Failure() }
      }
    }

    @Test("When the caller is on an actor then the body is on it and may change its state")
    @MainActor
    func whenCallerIsOnActor_thenBodyIsOnIt() async throws {
      var count = 0
      let notSendable = NotSendable()
      try await withDeterministicScheduling {
        MainActor.assertIsolated()
        count += 1
        // conventions:ignore yielding - the order of tasks that yield is the subject
        await Task.yield()
        notSendable.value += 1
      }
      #expect(count + notSendable.value == 2)
    }

    @Test("When the task is cancelled then the body's task is")
    func whenTaskIsCancelled_thenBodyIs() async throws {
      let log = EventLog()
      let isWaiting = Waiter()
      let task = Task {
        try await withDeterministicScheduling {
          isWaiting.signal()
          for await _ in AsyncStream.makeStream(of: Void.self).stream {}
          log.add("cancelled: \(Task.isCancelled)")
        }
      }
      _ = await isWaiting.wait()
      task.cancel()
      try await task.value
      #expect(log.events == ["cancelled: true"])
    }

    @Test("When the task is cancelled before then the body sees it from the start")
    func whenTaskIsCancelledBefore_thenBodySeesIt() async throws {
      let isCancelled = try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await withDeterministicScheduling { Task.isCancelled }
      }.value
      #expect(isCancelled)
    }

    @Test(
      "When a deterministic test runs inside of another then the outer one stands still",
      .exactOnly,
      .deterministic
    )
    func whenNested_thenOuterStandsStill() async throws {
      let log = EventLog()
      let other = Task {
        for tick in 1...3 {
          try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          log.add("outer \(tick)")
        }
      }
      await settle()
      try await withDeterministicScheduling(seed: 3) {
        #expect(VirtualTime.elapsed == .zero)
        #expect(CurrentTestSchedule.schedule?.seed == 3)
        try await Task.sleep(for: .seconds(100))  // sleep-is-the-subject
        log.add("inner")
      }
      #expect(CurrentTestSchedule.schedule?.seed == nil)
      #expect(VirtualTime.elapsed == .zero)
      try await other.value
      #expect(log.events == ["inner", "outer 1", "outer 2", "outer 3"])
    }
  }

  @Test("When priorities differ then the order does not", .exactOnly, .deterministic)
  func whenPrioritiesDiffer_thenOrderDoesNot() async {
    let log = EventLog()
    await withTaskGroup(of: Void.self) { group in
      for (index, priority) in [TaskPriority.background, .high, .low, .userInitiated].enumerated() {
        group.addTask(priority: priority) {
          log.add("\(index)")
          // conventions:ignore yielding - the order of tasks that yield is the subject
          await Task.yield()
          log.add("\(index)")
        }
      }
    }
    #expect(log.events == ["0", "1", "2", "3", "0", "1", "2", "3"])
  }
}

private final class NotSendable {
  var value = 0
}
