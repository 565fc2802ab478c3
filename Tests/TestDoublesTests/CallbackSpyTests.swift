import DeterministicScheduling
import Foundation
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Callback spies")
struct CallbackSpyTests {
  @Suite("Completing")
  struct Completing {
    @Test("When calls are completed in another order then each handler gets its output")
    func whenCompletedInAnyOrder_thenEachHandlerGetsItsOutput() {
      let sut = CallbackSpy<String, Int>()
      var outputs: [String] = []
      sut.call("a") { outputs.append("a\($0)") }
      sut.call("b") { outputs.append("b\($0)") }
      sut.call("c") { outputs.append("c\($0)") }

      sut.complete(2, with: 30)
      sut.complete(0, with: 10)

      #expect(outputs == ["c30", "a10"])
      #expect(sut.calls == ["a", "b", "c"])
      #expect(sut.callCount == 3)
      #expect(sut.pendingCount == 1)
      #expect(sut.pendingIndices == [1])
    }

    @Test("When all are completed then those that are pending get the output in order")
    func whenAllAreCompleted_thenPendingOnesGetIt() {
      let sut = CallbackSpy<Int, String>()
      var outputs: [String] = []
      for index in 0..<3 { sut.call(index) { outputs.append("\(index)\($0)") } }

      sut.complete(1, with: "x")
      sut.completeAll(with: "y")

      #expect(outputs == ["1x", "0y", "2y"])
      #expect(sut.pendingCount == 0)
    }

    @Test("When a handler calls again then the new call is pending")
    func whenHandlerCallsAgain_thenNewCallIsPending() {
      let sut = CallbackSpy<Int, Int>()
      var outputs: [Int] = []
      sut.call(1) { output in
        outputs.append(output)
        sut.call(2) { outputs.append($0) }
      }

      sut.completeAll(with: 7)

      #expect(outputs == [7])
      #expect(sut.pendingIndices == [1])
      sut.completeAll(with: 8)
      #expect(outputs == [7, 8])
    }

    @Test("When a handler completes another call then all handlers are called once")
    func whenHandlerCompletesAnother_thenEachIsCalledOnce() async {
      let sut = CallbackSpy<Int, Int>()
      let outputs = LockIsolated<[Int]>([])
      sut.call(0) { _ in sut.complete(1, with: 5) }
      sut.call(1) { output in outputs.withValue { $0.append(output) } }

      let issues = await capturingIssues { sut.completeAll(with: 6) }

      #expect(outputs.value == [5])
      #expect(issues.texts == [])
    }

    @Test("When a call was completed then completing it again records an issue and calls nothing")
    func whenCompletedTwice_thenIssueIsRecorded() async {
      let sut = CallbackSpy<String, Int>()
      let outputs = LockIsolated<[Int]>([])
      sut.call("a") { output in outputs.withValue { $0.append(output) } }
      sut.complete(with: 1)

      let line = #line + 1
      let issues = await capturingIssues { sut.complete(with: 2) }

      #expect(outputs.value == [1])
      #expect(issues.texts == ["Cannot complete call 0: it was already completed\nCalled with: \"a\""])
      #expect(issues.lines == [line])
    }

    @Test("When a call was not made then completing it records an issue", arguments: [-1, 1, 7])
    func whenCallIsUnknown_thenIssueIsRecorded(index: Int) async {
      let sut = CallbackSpy<String, Int>(name: "load")
      sut.call("a") { _ in }

      let line = #line + 1
      let issues = await capturingIssues { sut.complete(index, with: 2) }

      let text = "Cannot complete call \(index) of \"load\": it was not made\n1 call so far:\n  call 0: \"a\""
      #expect(issues.texts == [text])
      #expect(issues.lines == [line])
      #expect(sut.pendingCount == 1)
    }

    @Test("When nothing is pending then completing all records an issue")
    func whenNothingIsPending_thenIssueIsRecorded() async {
      let sut = CallbackSpy<Void, Int>()

      let line = #line + 1
      let issues = await capturingIssues { sut.completeAll(with: 2) }

      #expect(issues.texts == ["No call is pending\nThe spy has not been called."])
      #expect(issues.lines == [line])
    }

    @Test("When a call is discarded then its handler is released and cannot be called")
    func whenDiscarded_thenHandlerIsReleased() async {
      let sut = CallbackSpy<Void, Int>()
      weak var captured: Held?
      do {
        let held = Held()
        captured = held
        sut.call { _ in held.use() }
      }
      #expect(captured != nil)

      sut.discard()
      let issues = await capturingIssues {
        sut.complete(with: 1)
        sut.discard(0)
        sut.discard(1)
      }

      #expect(captured == nil)
      #expect(
        issues.texts == [
          "Cannot complete call 0: it was discarded",
          "Cannot discard call 0: it was discarded",
          "Cannot discard call 1: it was not made\n1 call so far",
        ]
      )
    }

    @Test("When a call is completed then the spy releases its handler")
    func whenCompleted_thenHandlerIsReleased() {
      let sut = CallbackSpy<Void, Int>()
      weak var captured: Held?
      do {
        let held = Held()
        captured = held
        sut.call { _ in held.use() }
      }

      sut.complete(with: 1)

      #expect(captured == nil)
    }
  }

  @Suite("Shapes of functions")
  struct Shapes {
    @Test("When a handler has several parameters then they are given one by one or as a tuple")
    func whenHandlerHasSeveralParameters_thenTheyAreGiven() {
      let sut = CallbackSpy<String, (Data?, Int?, (any Error)?)>()
      var outputs: [String] = []
      func load(_ name: String, completion: @escaping (Data?, Int?, (any Error)?) -> Void) {
        sut.call(name, completion: completion)
      }
      load("a") { data, status, error in outputs.append("\(data?.count ?? -1) \(status ?? -1) \(error == nil)") }
      load("b") { outputs.append("\($0?.count ?? -1) \($1 ?? -1) \($2 == nil)") }
      load("c") { data, _, _ in outputs.append("\(data?.count ?? -1)") }

      sut.complete(with: Data([1]), 200, nil)
      sut.complete(1, with: nil, nil, SampleError.offline)
      sut.completeAll(with: (Data(), nil, nil))

      #expect(outputs == ["1 200 true", "-1 -1 false", "0"])
    }

    @Test("When a handler has no parameters then none are given")
    func whenHandlerHasNone_thenNoneAreGiven() {
      let sut = CallbackSpy<Int, Void>()
      var count = 0
      func save(_ number: Int, completion: @escaping () -> Void) { sut.call(number, completion: completion) }
      save(1) { count += 1 }
      save(2) { count += 1 }
      save(3) { count += 1 }

      sut.complete(1)
      sut.completeAll()

      #expect(count == 3)
    }

    @Test("When a function has no parameters but the handler then it is called without")
    func whenFunctionHasOnlyHandler_thenItIsCalledWithout() {
      let one = CallbackSpy<Void, Int>()
      let none = CallbackSpy<Void, Void>()
      let several = CallbackSpy<Void, (Int, String)>()
      var outputs: [String] = []
      func loadOne(completion: @escaping (Int) -> Void) { one.call(completion: completion) }
      func loadNone(completion: @escaping () -> Void) { none.call(completion: completion) }
      func loadSeveral(completion: @escaping (Int, String) -> Void) { several.call(completion: completion) }
      loadOne { outputs.append("\($0)") }
      loadNone { outputs.append("none") }
      loadSeveral { outputs.append("\($0)\($1)") }

      one.complete(with: 1)
      none.complete()
      several.complete(with: 2, "b")

      #expect(outputs == ["1", "none", "2b"])
    }

    @Test("When a function has several parameters then they are recorded as a tuple")
    func whenFunctionHasSeveralParameters_thenTheyAreRecorded() {
      let one = CallbackSpy<(String, Int), Int>()
      let none = CallbackSpy<(String, Int, Bool), Void>()
      let several = CallbackSpy<(String, Int), (Int, String, Bool)>()
      var outputs: [String] = []
      one.call("a", 1) { outputs.append("\($0)") }
      none.call("b", 2, true) { outputs.append("none") }
      several.call("c", 3) { outputs.append("\($0)\($1)\($2)") }

      one.complete(with: 1)
      none.complete()
      several.completeAll(with: 2, "b", true)

      #expect(outputs == ["1", "none", "2btrue"])
      #expect(one.calls.map { "\($0)\($1)" } == ["a1"])
      #expect(several.calls.map(\.1) == [3])
    }

    @Test("When a handler gets a result then it is given as one")
    func whenHandlerGetsResult_thenItIsGiven() {
      let sut = CallbackSpy<URL, Result<Int, any Error>>()
      var received: [Result<Int, any Error>] = []
      sut.call(URL(fileURLWithPath: "/")) { result in received.append(result) }
      sut.call(URL(fileURLWithPath: "/")) { received.append($0) }

      sut.complete(0, with: .success(1))
      sut.complete(1, with: .failure(SampleError.offline))

      #expect(received.map { (try? $0.get()) ?? 0 } == [1, 0])
    }

    @Test("When input and output are not Sendable then the spy works where it was made")
    func whenValuesAreNotSendable_thenSpyWorks() {
      let sut = CallbackSpy<Held, Held>()
      let held = Held()
      var received: Held?
      sut.call(held) { received = $0 }

      sut.complete(with: held)

      #expect(received === held)
      #expect(sut.calls.first === held)
    }
  }

  @Suite("Isolation")
  struct Isolation {
    @MainActor
    @Test("When the main actor completes a call then the handler runs on the main actor")
    func whenMainActorCompletes_thenHandlerRunsThere() {
      let sut = CallbackSpy<Int, Int>()
      var output = 0
      sut.call(1) { value in
        MainActor.preconditionIsolated()
        output = value
      }

      sut.complete(with: 2)

      #expect(output == 2)
    }

    @Test("When an actor completes a call then the handler runs on the actor", .deterministic)
    func whenActorCompletes_thenHandlerRunsThere() async {
      let sut = CallbackSpy<Int, Int>()
      let model = CallbackModel(sut)

      await model.start()
      await sut.waitForCalls()

      #expect(await model.finish() == 8)
    }

    @Test("When many threads call and complete then each handler is called once")
    func whenThreadsCallAndComplete_thenEachIsCalledOnce() async {
      let sut = CallbackSpy<Int, Int>()
      let sum = LockIsolated(0)
      let count = 1_000
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask { sut.call(number) { value in sum.withValue { $0 += value } } }
        }
        group.addTask {
          await sut.waitForCalls(count)
          sut.completeAll(with: 1)
        }
      }
      #expect(sum.value == count)
      #expect(sut.pendingCount == 0)
    }
  }

  @Suite("Waiting and reporting")
  struct Waiting {
    @Test("When calls don't come then the wait lists those that did", .deterministic, .exactOnly)
    func whenCallsDoNotCome_thenWaitListsThem() async {
      let sut = CallbackSpy<String, Int>(name: "load")
      sut.call("a") { _ in }
      sut.discard()

      let line = #line + 1
      let issues = await capturingIssues { await sut.waitForCalls(2) }

      let reason = "\(Waiter.Outcome.stalled(beside: ""))"
      #expect(issues.texts == ["Expected 2 calls of \"load\", but 1 was made\n  1. \"a\"\n\(reason)"])
      #expect(issues.lines == [line])
    }

    @Test("When a negative count is waited for then an issue is recorded")
    func whenCountIsNegative_thenIssueIsRecorded() async {
      let sut = CallbackSpy<String, Int>()
      let issues = await capturingIssues { await sut.waitForCalls(-1) }
      #expect(issues.texts == ["`waitForCalls` requires a count of 0 or more, not -1"])
    }

    @Test("When a call comes from a thread then the wait ends")
    func whenCallComesFromThread_thenWaitEnds() async {
      let sut = CallbackSpy<Int, Int>()
      Thread.detachNewThread { sut.call(1) { _ in } }
      await sut.waitForCalls()
      #expect(sut.calls == [1])
    }

    @Test("When calls are pending then expecting all to be completed lists them")
    func whenCallsArePending_thenTheyAreListed() async {
      let sut = CallbackSpy<String, Int>(name: "load")
      for name in ["a", "b", "c"] { sut.call(name) { _ in } }
      sut.complete(1, with: 1)

      let line = #line + 1
      let issues = await capturingIssues { sut.expectAllCompleted() }

      #expect(
        issues.texts == [
          """
          2 of 3 callbacks of "load" were never called
            call 0: "a"
            call 2: "c"
          Complete each call with `complete(_:with:)`, or release its handler with `discard(_:)`.
          """
        ]
      )
      #expect(issues.lines == [line])
      sut.completeAll(with: 0)
      sut.expectAllCompleted()
    }

    @Test("When a callback is pending then a wait that cannot succeed names it", .deterministic, .exactOnly)
    func whenCallbackIsPending_thenStalledWaitNamesIt() async {
      let line = #line + 1
      let sut = CallbackSpy<Int, Int>(name: "load")
      let spy = FunctionSpy<Int, Void, Never>()
      sut.call(1) { value in spy.call(value) }

      let issues = await capturingIssues { await spy.waitForCalls() }

      let room = "1 pending callback of \"load\" of the spy created at CallbackSpyTests.swift:\(line):"
      #expect(issues.texts.first?.contains(room) == true)
      sut.complete(with: 1)
    }
  }
}

private final class Held {
  private var count = 0
  func use() { count += 1 }
}

/// Hands a handler that is not `Sendable` and belongs to the actor to the spy.
private actor CallbackModel {
  private let spy: CallbackSpy<Int, Int>
  private var received = 0

  init(_ spy: CallbackSpy<Int, Int>) {
    self.spy = spy
  }

  func start() {
    spy.call(1) { [self] value in self.assumeIsolated { $0.received = value } }
  }

  func finish() -> Int {
    spy.complete(with: 8)
    return received
  }
}
