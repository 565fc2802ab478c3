import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Errors that no task handles", .exactOnly)
struct UnhandledErrorsTests {
  @Test("When a task throws and is not awaited then the test fails with the task, its function, and the error")
  func whenTaskThrowsUnawaited_thenTestFails() async throws {
    let line = #line + 2
    let issues = await capturingIssues {
      try await withDeterministicScheduling(unhandledErrors: .fail) {
        Task { throw Refusal(reason: "no space") }
        await settle()
      }
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(issues.map(\.isFailure) == [true])
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(
      text.withoutFunctions == """
        1 task threw an error that was not handled
        unnamed task 1: Refusal(reason: "no space")
        Await the value of the task, or catch the error inside the task.
        """
    )
    // An optimized build has functions of its own.
    #if DEBUG
      let function = "closure #1 in closure #1 in closure #1 in UnhandledErrorsTests.\(#function)"
      #expect(text.contains("unnamed task 1 in `\(function)` at UnhandledErrorsTests.swift:\(line + 1): "))
    #endif
  }

  @Test("When tasks of every kind throw then each of them is reported, in the order in which they were created")
  func whenTasksOfEveryKindThrow_thenEachIsReported() async throws {
    let texts = await unhandled {
      Task { throw Refusal(reason: "inherited") }
      Task.detached { throw Refusal(reason: "detached") }
      Task { @MainActor in throw Refusal(reason: "main actor") }
      Task { @RefusingActor in throw Refusal(reason: "global actor") }
      await RefusingActor.shared.start(Refusal(reason: "in the queue of an actor"))
      await QueueActor().run { Task { throw Refusal(reason: "from an actor with a queue of its own") } }
      Task { Task { throw Refusal(reason: "started by a task") } }
      await withTaskGroup(of: Void.self) { $0.addTask { Task { throw Refusal(reason: "started by a child") } } }
      Task {
        try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
        throw Refusal(reason: "after a sleep")
      }
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    }
    let reasons = [
      "inherited", "detached", "main actor", "global actor", "in the queue of an actor",
      "from an actor with a queue of its own", "started by a task", "started by a child", "after a sleep",
    ]
    let lines = texts.first?.split(separator: "\n").map(String.init) ?? []
    #expect(texts.count == 1)
    #expect(lines.first == "9 tasks threw errors that were not handled")
    #expect(lines.dropFirst().dropLast(2).count == 8)
    #expect(lines.dropFirst().dropLast(2).allSatisfy { line in reasons.contains { line.contains("\"\($0)\"") } })
    #expect(lines.suffix(2) == ["And 1 more.", "Await the value of each task, or catch the error inside the task."])
  }

  @Test("When the result of a task is awaited, by whomever and whenever, then its error is handled")
  func whenResultIsAwaited_thenErrorIsHandled() async throws {
    let texts = await unhandled {
      let early = refusing(afterYields: 3)
      await #expect(throws: Refusal.self) { try await early.value }
      let late = refusing()
      await settle()
      await #expect(throws: Refusal.self) { try await late.value }
      let byResult = refusing()
      _ = await byResult.result
      let byTask = refusing()
      Task { try? await byTask.value }
      let byChild = refusing()
      await withTaskGroup(of: Void.self) { $0.addTask { _ = try? await byChild.value } }
      let onMainActor = refusing()
      await Task { @MainActor in _ = await onMainActor.result }.value
      let onQueue = refusing()
      await QueueActor().run { _ = try? await onQueue.value }
      let byTwo = refusing()
      async let first = byTwo.result
      async let second = byTwo.result
      _ = await (first, second)
      let typed = Task<[String], any Error> { throw Refusal(reason: "of another size") }
      _ = try? await typed.value
      let afterBody = refusing()
      Task {
        try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        _ = try? await afterBody.value
      }
    }
    #expect(texts == [])
  }

  @Test("When a task that no schedule controls awaits the task then its error is handled")
  func whenOrdinaryTaskAwaits_thenErrorIsHandled() async throws {
    let (tasks, source) = AsyncStream.makeStream(of: Task<Void, any Error>.self)
    let ordinary = Task { for await task in tasks { _ = await task.result } }
    let texts = await unhandled(outside: .seconds(120)) {
      for round in 0..<50 { source.yield(refusing(afterYields: round % 3)) }
      source.finish()
      await ordinary.value
    }
    #expect(texts == [])
  }

  @Test("When a task ends by cancellation, or is a child, then that is no unhandled error")
  func whenTaskIsCancelledOrChild_thenNothingIsReported() async throws {
    let texts = await unhandled {
      let cancelled = Task { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      await settle()
      cancelled.cancel()
      Task { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      Task { throw CancellationError() }
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { throw Refusal(reason: "child of a group") }
        _ = await group.nextResult()
        group.addTask { throw Refusal(reason: "child of a group that ends") }
      }
      async let child: Void = { throw Refusal(reason: "async let") }()
      _ = try? await child
      async let _: Void = { throw Refusal(reason: "async let that is left") }()
      Task { Refusal(reason: "returned") }
    }
    #expect(texts == [])
  }

  @Test("When a task that outlives the test throws since it is cancelled then its error is reported")
  func whenLeftoverThrows_thenItsErrorIsReported() async throws {
    let texts = await unhandled {
      Task {
        do {
          try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        } catch {
          throw Refusal(reason: "interrupted")
        }
      }
    }
    #expect(texts.map { $0.contains("Refusal(reason: \"interrupted\")") } == [true])
  }

  @Test("When a test stalls since a task threw then both are reported")
  func whenTestStalls_thenBothAreReported() async throws {
    let texts = await unhandled(outside: .milliseconds(30)) {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      Task {
        try await refusing().value
        source.yield(1)
      }
      for await _ in stream {}
    }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "No task in this test can make progress", "1 task threw an error that was not handled",
      ]
    )
  }

  @Test("When unhandled errors are not asked for then none is reported", .deterministic)
  func whenErrorsAreNotAskedFor_thenNoneIsReported() async {
    Task { throw Refusal(reason: "ignored") }
    await settle()
  }

  @Test("When a trait asks for it then an unhandled error fails the test, at the test")
  func whenTraitAsksForIt_thenTestFails() async throws {
    let test = try #require(Test.current)
    let trait: DeterministicTrait = .deterministic(unhandledErrors: .fail)
    let issues = await capturingIssues {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        Task { throw Refusal(reason: "trait") }
      }
    }
    #expect(issues.map(\.sourceLocation) == [test.sourceLocation])
    #expect(issues.first?.comments.first?.rawValue.contains("Refusal(reason: \"trait\")") == true)
  }

  @Test("When an order leaves an error unhandled then the exploration finds and replays it")
  func whenOrderLeavesErrorUnhandled_thenItIsFound() async throws {
    let outcome = try await explore(.interleavings(50, seed: 1, unhandledErrors: .fail)) {
      let isReady = Locked(false)
      Task { if !isReady.withLock({ $0 }) { throw Refusal(reason: "not ready") } }
      await Task { isReady.withLock { $0 = true } }.value
    }
    let texts = outcome.issues.compactMap { $0.comments.first?.rawValue }
    #expect(texts.first?.hasPrefix("1 task threw an error that was not handled\n") == true)
    #expect(outcome.replay != nil)
  }

  @Test("When many tasks throw and half of them are awaited then the other half is reported")
  func whenManyTasksThrow_thenOtherHalfIsReported() async throws {
    for _ in 0..<20 {
      let texts = await unhandled(outside: .seconds(120)) {
        for number in 0..<200 {
          let task = refusing(afterYields: number % 4)
          if number.isMultiple(of: 2) { Task.detached { _ = await task.result } }
        }
      }
      #expect(texts.map { $0.prefix { $0 != "\n" } } == ["100 tasks threw errors that were not handled"])
    }
  }

  #if compiler(>=6.2)  // for the names of tasks, and tasks that begin at once
    @Test("When the task has a name then the failure has it")
    func whenTaskHasName_thenFailureHasIt() async throws {
      let texts = await unhandled {
        Task(name: "upload") { throw Refusal(reason: "offline") }
        await settle()
      }
      #expect(
        texts.map(\.withoutFunctions) == [
          """
          1 task threw an error that was not handled
          "upload": Refusal(reason: "offline")
          Await the value of the task, or catch the error inside the task.
          """
        ]
      )
    }
  #endif

  private func unhandled(
    outside limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async -> [String] {
    await capturingIssues(sourceLocation: sourceLocation) {
      try await withDeterministicScheduling(
        outside: limit,
        unhandledErrors: .fail,
        sourceLocation: sourceLocation,
        body
      )
    }
    .compactMap { $0.comments.first?.rawValue }
  }
}

@Suite("Options that have no effect")
struct OptionsWithoutEffectTests {
  @Test(
    "When an option has no effect then the first test that has it is warned",
    arguments: zip(
      [OneTimeWarning { $0.textOfLeftovers }, OneTimeWarning { $0.textOfDates }],
      [
        """
        Tasks that outlive this test do not fail it
        They are not seen.
        Hooks.
        Await or cancel each task before the test ends, and check that it has ended.
        """,
        """
        `Date()` shows the real date in this test
        Dates do not follow virtual time.
        Hooks.
        Give the code the date, such as the one of a `ManualDate`.
        """,
      ]
    )
  )
  func whenOptionHasNoEffect_thenFirstTestIsWarned(sut: OneTimeWarning, text: String) async {
    let issues = await capturingIssues {
      sut.record(Runtime.Level(support: .exact, explanation: ""), sourceLocation: #_sourceLocation)
      sut.record(Runtime.Level(support: .ordered, explanation: "Hooks."), sourceLocation: #_sourceLocation)
      sut.record(Runtime.Level(support: .ordered, explanation: "Hooks."), sourceLocation: #_sourceLocation)
    }
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.sourceLocation?.line == #line - 4)
    #expect(issues.first?.comments.first?.rawValue == text)
  }

  @Test("When errors of tasks are not seen then the first test that asks for them is warned")
  func whenErrorsAreNotSeen_thenFirstTestIsWarned() async {
    let sut = OneTimeWarning { $0.textOfErrors }
    let issues = await capturingIssues {
      sut.record(Runtime.Level(support: .exact, explanation: "", seesErrors: true), sourceLocation: #_sourceLocation)
      sut.record(Runtime.Level(support: .ordered, explanation: "Hooks."), sourceLocation: #_sourceLocation)
      sut.record(Runtime.Level(support: .ordered, explanation: "Hooks."), sourceLocation: #_sourceLocation)
    }
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.sourceLocation?.line == #line - 4)
    #expect(
      issues.first?.comments.first?.rawValue == """
        Unhandled errors do not fail this test
        The errors of its tasks are not seen.
        Hooks.
        Await the tasks, or check what they should have done.
        """
    )
  }
}

private struct Refusal: Error {
  let reason: String
}

private func refusing(afterYields yields: Int = 0) -> Task<Void, any Error> {
  Task {
    // conventions:ignore yielding - when the task ends is the subject
    for _ in 0..<yields { await Task.yield() }
    throw Refusal(reason: "refused")
  }
}

@globalActor private actor RefusingActor {
  static let shared = RefusingActor()

  func start(_ refusal: Refusal) {
    Task {
      assertIsolated()
      throw refusal
    }
  }
}
