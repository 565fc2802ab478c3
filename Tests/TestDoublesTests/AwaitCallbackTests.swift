import DeterministicScheduling
import Foundation
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Awaiting a callback")
struct AwaitCallbackTests {
  @Test("When the callback comes before the function returns then its value is returned")
  func whenCallbackIsImmediate_thenValueIsReturned() async throws {
    #expect(try await awaitCallback { done in done(7) } == 7)
  }

  @Test("When the callback comes from a thread then its value is returned")
  func whenCallbackComesFromThread_thenValueIsReturned() async throws {
    let value = try await awaitCallback { (done: @escaping @Sendable (String) -> Void) in
      Thread.detachNewThread { done("a") }
    }
    #expect(value == "a")
  }

  @Test(
    "When the callback comes from a task then a deterministic test waits for it",
    .deterministic,
    .enabled(if: DeterministicSupport.current == .exact)
  )
  func whenCallbackComesFromTask_thenDeterministicTestWaits() async throws {
    let value: Int = try await awaitCallback { done in
      Task {
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        done(3)
      }
    }
    #expect(value == 3)
  }

  @Test("When the callback comes from outside then a deterministic test waits within its limit", .deterministic)
  func whenCallbackComesFromOutside_thenDeterministicTestWaitsWithin() async throws {
    let value: Int = try await awaitCallback(within: .seconds(60)) { done in
      DispatchQueue.global().async { done(3) }
    }
    #expect(value == 3)
  }

  @Test("When a function takes the callback as an argument then it is passed on")
  func whenFunctionTakesCallback_thenItIsPassedOn() async throws {
    let loader = Loader()
    let one = try await awaitCallback { done in loader.one(completion: done) }
    let (number, text, flag) = try await awaitCallback { done in loader.several("a", completion: done) }
    try await awaitCallback { done in loader.none(completion: done) }
    let closure = try await awaitCallback { done in loader.one { done($0) } }
    let other: (Int, String, Bool) = try await awaitCallback { done in loader.several("b") { done($0, $1, $2) } }
    #expect(one == 1)
    #expect((number, text, flag) == (1, "a", true))
    #expect(closure == 1)
    #expect(other.1 == "b")
    let result = try await awaitCallback { done in loader.result(completion: done) }
    #expect(throws: SampleError.offline) { try result.get() }
  }

  @Test("When the callback is set as a property then it is awaited")
  func whenCallbackIsProperty_thenItIsAwaited() async throws {
    let loader = Loader()
    let value = try await awaitCallback { done in
      loader.onFinish = done
      loader.finish()
    }
    #expect(value == "finished")
  }

  @MainActor
  @Test("When the main actor waits then the function starts there and may be called back there")
  func whenMainActorWaits_thenFunctionStartsThere() async throws {
    var isStarted = false
    let value: Int = try await awaitCallback { done in
      MainActor.preconditionIsolated()
      isStarted = true
      Task { @MainActor in done(1) }
    }
    #expect(isStarted)
    #expect(value == 1)
  }

  @Test("When an actor waits then the function starts on the actor")
  func whenActorWaits_thenFunctionStartsThere() async throws {
    #expect(try await WaitingActor().wait() == 5)
  }

  @Test("When starting throws then the error is thrown")
  func whenStartThrows_thenErrorIsThrown() async {
    await #expect(throws: SampleError.offline) {
      let _: Int = try await awaitCallback { _ in throw SampleError.offline }
    }
  }

  @Test("When the callback never comes then a deterministic test fails at once", .deterministic, .exactOnly)
  func whenCallbackNeverComes_thenDeterministicTestFails() async {
    let loader = Loader()
    let line = #line + 2
    let issues = await capturingIssues {
      _ = try await awaitCallback { done in loader.onFinish = done }
    }
    let reason = "\(Waiter.Outcome.stalled(beside: ""))"
    #expect(issues.count == 1)
    #expect(issues.texts.first?.hasSuffix("The callback was never called\n\(reason)") == true)
    #expect(issues.lines.first == line)
    loader.onFinish = nil
  }

  @Test("When the callback never comes then an ordinary test fails at its limit")
  func whenCallbackNeverComes_thenOrdinaryTestFails() async {
    let loader = Loader()
    let line = #line + 2
    let issues = await capturingIssues {
      _ = try await awaitCallback(within: .milliseconds(1)) { done in loader.onFinish = done }
    }
    let reason = "\(Waiter.Outcome.timedOut(.milliseconds(1)))"
    #expect(issues.texts.first?.hasSuffix("The callback was never called\n\(reason)") == true)
    #expect(issues.lines.first == line)
    loader.onFinish = nil
  }

  @Test("When the handler is released without a call then the test fails at once")
  func whenHandlerIsReleased_thenTestFails() async {
    let line = #line + 2
    let issues = await capturingIssues {
      let _: Int = try await awaitCallback { _ in }
    }
    let text = "The callback was never called\nThe handler was released without being called."
    #expect(issues.texts.first?.hasSuffix(text) == true)
    #expect(issues.lines.first == line)
  }

  @Test("When the callback comes twice then an issue is recorded and the first value returned")
  func whenCallbackComesTwice_thenIssueIsRecorded() async {
    let line = #line + 2
    let issues = await capturingIssues {
      let value = try await awaitCallback { done in
        done(1)
        done(2)
        done(3)
      }
      #expect(value == 1)
    }
    #expect(
      issues.texts == [
        "The callback was called twice, but once is expected\nCalled again with: 2",
        "The callback was called 3 times, but once is expected\nCalled again with: 3",
      ]
    )
    #expect(issues.lines == [line, line])
  }

  @Test("When the callback comes again after it was awaited then an issue is recorded")
  func whenCallbackComesAgainLater_thenIssueIsRecorded() async {
    let loader = Loader()
    let line = #line + 2
    let issues = await capturingIssues {
      let value = try await awaitCallback { done in
        loader.onFinish = done
        loader.finish()
      }
      #expect(value == "finished")
      loader.finish()
    }
    #expect(issues.texts == ["The callback was called twice, but once is expected\nCalled again with: \"finished\""])
    #expect(issues.lines == [line])
  }

  @Test("When the waiting task is cancelled then the wait throws")
  func whenTaskIsCancelled_thenWaitThrows() async {
    let loader = Loader()
    let started = Gate()
    let waiting = Task {
      try await awaitCallback { (done: @escaping @Sendable (String) -> Void) in
        loader.keep(done)
        started.open()
      }
    }
    await started.wait()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("When callbacks race with each other then exactly one value is returned")
  func whenCallbacksRace_thenOneValueIsReturned() async throws {
    for _ in 0..<300 {
      let value: Int = try await awaitCallback { done in
        Thread.detachNewThread { done(1) }
      }
      #expect(value == 1)
    }
  }
}

/// An API with completion handlers.
private final class Loader: Sendable {
  private let handler = LockIsolated<(@Sendable (String) -> Void)?>(nil)

  var onFinish: (@Sendable (String) -> Void)? {
    get { handler.withValue { $0 } }
    set { keep(newValue) }
  }

  func keep(_ newValue: (@Sendable (String) -> Void)?) { handler.withValue { $0 = newValue } }
  func finish() { onFinish?("finished") }
  func one(completion: @escaping (Int) -> Void) { completion(1) }
  func none(completion: @escaping () -> Void) { completion() }
  func several(_ text: String, completion: @escaping (Int, String, Bool) -> Void) { completion(1, text, true) }
  func result(completion: @escaping (Result<Int, SampleError>) -> Void) { completion(.failure(.offline)) }
}

private actor WaitingActor {
  private var count = 0

  func wait() async throws -> Int {
    try await awaitCallback { done in
      count += 5
      done(count)
    }
  }
}
