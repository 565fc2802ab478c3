import TestAssertions
import Testing
import TestingSupportCore

@Suite("Changing the limit of waits", .waitLimit(.seconds(77)))
struct WaitLimitTraitTests {
  @Test("When a suite has a limit then its tests have it")
  func whenSuiteHasLimit_thenTestsHaveIt() {
    #expect(WaitLimit.current == .seconds(77))
  }

  @Test("When a test has a limit then it goes before that of its suite", .waitLimit(.seconds(78)))
  func whenTestHasLimit_thenItGoesFirst() async {
    #expect(WaitLimit.current == .seconds(78))
    await withWaitLimit(.seconds(79)) { #expect(WaitLimit.current == .seconds(79)) }
    #expect(WaitLimit.current == .seconds(78))
  }

  @Suite("In a nested suite")
  struct Nested {
    @Test("When an outer suite has a limit then it holds in the inner one")
    func whenOuterSuiteHasLimit_thenItHolds() {
      #expect(WaitLimit.current == .seconds(77))
    }
  }

  @Test(
    "When a limit is not positive then the test fails and the limit stays",
    arguments: [Duration.zero, .seconds(-1)]
  )
  func whenLimitIsNotPositive_thenTestFails(limit: Duration) async {
    let text = "The wait limit must be greater than zero, not \(limit.messageText)\nThe previous limit applies."
    await expectOneIssue(text) {
      await withWaitLimit(limit) { #expect(WaitLimit.current == .seconds(77)) }
    }
  }

  @Test("When a trait's limit is not positive then the line of the trait is reported")
  func whenLimitOfTraitIsNotPositive_thenItsLineIsReported() async throws {
    let test = try #require(Test.current)
    await expectOneIssue("The wait limit must be greater than zero, not 0 seconds\nThe previous limit applies.") {
      let trait: WaitLimitTrait = .waitLimit(.zero)
      try await trait.provideScope(for: test, testCase: nil) { #expect(WaitLimit.current == .seconds(77)) }
    }
  }

  @Test("When the code under a limit throws then the error comes out")
  func whenCodeThrows_thenErrorComesOut() async {
    await #expect(throws: CancellationError.self) {
      try await withWaitLimit(.seconds(1)) { throw CancellationError() }
    }
  }
}
