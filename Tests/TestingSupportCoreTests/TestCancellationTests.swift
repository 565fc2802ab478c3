import DeterministicScheduling
import Testing
import TestingSupportCore

#if compiler(>=6.3)
  // Each of these appears as cancelled in the log: an issue would fail it.
  @Suite("Cancelling the test from inside of a helper")
  struct TestCancellationTests {
    @Test("When the body of a capture cancels its test then that is no issue")
    func whenBodyCancelsItsTest_thenCaptureHasNoIssue() async throws {
      let comments = await capturingIssues { try Test.cancel("in a capture") }.map(\.comments)
      #expect(comments == [])
      #expect(Task.isCancelled)
    }

    @Test("When an order of a test cancels it then the test is cancelled", .interleavings(5))
    func whenOrderCancelsTest_thenTestIsCancelled() async throws {
      try Test.cancel("in an interleaving")
    }

    @Test("When a deterministic test cancels itself then it is cancelled", .deterministic)
    func whenDeterministicTestCancelsItself_thenItIsCancelled() async throws {
      let comments = await capturingIssues { try Test.cancel("on a schedule") }.map(\.comments)
      #expect(comments == [])
    }
  }
#endif
