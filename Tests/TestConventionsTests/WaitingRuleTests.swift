import Testing

@Suite("The rules of waiting")
struct WaitingRuleTests {
  @Test(
    "When a sleep has another spelling then it is reported",
    arguments: [
      "try await ContinuousClock().sleep(for: .seconds(1))",
      "try await SuspendingClock.suspending.sleep(for: .seconds(1))",
      "try await Task<Array<Int>, Never>.sleep(nanoseconds: 1)",
      "try await Task<Never, Array<Int>>.sleep(nanoseconds: 1)",
      "Foundation.sleep(1)",
      "Darwin.usleep(1)",
      "RunLoop.main.run(until: Date(timeIntervalSinceNow: 1))",
      "RunLoop.current.run(until: deadline)",
      "let value = wait ? usleep(1) : 0",
      "try await clock.sleep(for: .seconds(1)) }; let clock = ContinuousClock(); func b() {",
      "try await clock.sleep(until: end) }; let clock: SuspendingClock; func b() {",
    ]
  )
  func whenSleepHasAnotherSpelling_thenItIsTold(statement: String) {
    expectTold([.sleeping: [2]], in: "func run() {\n\(statement)\n}")
  }

  @Test(
    "When a name is the file's own then it is no sleep",
    arguments: [
      "enum Command { case sleep(Int) }; let command = Command.sleep(1)",
      "struct MyClock { func sleep(for d: Int) async {}; func nap() async { await sleep(for: 1) } }",
      "struct Bed { func sleep(_ d: Int) {}; func nap() { sleep(1) } }",
      "func run(sleep: (Int) async -> Void) async { await sleep(1) }",
      "func run() { let sleep = makeSleep(); sleep(1) }",
      "func nap() async { await sleep(for: 1) }",
      "func run() { RunLoop.main.run(until: Date()); RunLoop.main.run(until: .now); loop.run(until: end) }",
      "func run() async { if a > b.sleep { await clock.sleep(for: .zero) } }",
      "func run() async { let clock = TestClock(); await clock.sleep(for: .zero) }",
      "let clock = ContinuousClock(); func run(clock: TestClock) async { await clock.sleep(for: .zero) }",
      "let clock = ContinuousClock(); func run() async { let clock = TestClock(); await clock.sleep(for: .zero) }",
    ]
  )
  func whenNameIsTheFilesOwn_thenItIsNoSleep(source: String) {
    expectTold([:], in: source)
  }

  @Test(
    "When the length of a sleep is a timeout then it limits a wait",
    arguments: [
      "let limit = Task { try? await Task.sleep(for: timeout); continuation.finish() }",
      "try await Task.sleep(nanoseconds: self.requestTimeout)",
      "try await ContinuousClock().sleep(until: deadline)",
    ]
  )
  func whenLengthIsTimeout_thenItLimitsWait(statement: String) {
    expectTold([:], in: "func run() async throws {\n\(statement)\n}")
  }

  @Test(
    "When a test of XCTest or of the user interface waits then the advice fits it",
    arguments: [
      ("import XCTest", "wait for the event (an `XCTestExpectation`; with `XCTestSupport`, `expectEventually`)"),
      (
        "import XCTest; let app = XCUIApplication()",
        "wait for the element (`waitForExistence(timeout:)`, an `XCTNSPredicateExpectation`)"
      ),
      (
        "import XCTest; @Test func whenA_thenB() {}",
        "wait for the event (a `Gate`, `waitForCalls`, `expectEventually`, a `TestClock`)"
      ),
    ]
  )
  func whenOtherTestWaits_thenAdviceFitsIt(header: String, advice: String) {
    expectMessages(["Task.sleep in a test: \(advice)"], in: "\(header)\nfunc run() { Task.sleep(for: .zero) }")
  }

  @Test("When the C function yields then it is reported")
  func whenCFunctionYields_thenItIsReported() {
    expectTold([.yielding: [2]], in: "func run() {\nsched_yield()\n}")
  }

  @Test(
    "When a suite or a call is deterministic then all that belongs to it has virtual time",
    arguments: [
      "@Suite(.deterministic) struct A {}; extension A { @Test func whenA_thenB() { SLEEP } }",
      "func run() { withDeterministicScheduling(seed: xs.map { $0 }[0]) { SLEEP } }",
      "func run() { withDeterministicScheduling(seed: 1, operation: { SLEEP }) }",
      "@Test(.deterministic) func whenA_thenB() { ContinuousClock().sleep(for: .zero) }",
    ]
  )
  func whenSuiteOrCallIsDeterministic_thenTimeIsVirtual(source: String) {
    expectTold([:], in: source.replacing("SLEEP", with: "try await Task.sleep(for: .zero)"))
  }

  @Test("When a deterministic call is over then a sleep is reported")
  func whenDeterministicCallIsOver_thenSleepIsReported() {
    let source = """
      func run() async {
        await withDeterministicScheduling(seed: xs.map { $0 }[0]) { settle() }
        try await Task.sleep(for: .zero)
        withDeterministicScheduling
      """
    expectTold([.sleeping: [3]], in: source)
  }
}
