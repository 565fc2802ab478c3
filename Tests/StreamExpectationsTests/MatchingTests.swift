import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("What streams deliver, by a predicate", .deterministic)
struct MatchingTests {
  @Test("When a stream fails with any error then any failure, or one that is described, is as expected")
  func whenStreamFails_thenAnyFailureIsAsExpected() async {
    await expect(failingStream(1), delivers: [1], then: .anyFailure)
    await expect(failingStream(1), deliversInAnyOrder: [1], then: .anyFailure { $0 is SampleError })
    let streams = [failingStream(1), failingStream(1)]
    await expect(allOf: streams, deliver: [1], then: .anyFailure(where: { $0 is SampleError }))
  }

  @Test("When elements without an == match then nothing is recorded")
  func whenElementsMatch_thenNothingIsRecorded() async {
    let sut = (results: StreamSource<Outcome>(), ())
    await expect(sut.results.makeStream(), delivers: [.success(1), .failure(.offline)], by: haveSameOutcome) {
      sut.results.send(.success(2))
      sut.results.send(.failure(.offline))
    }
    await expect(stream((1, "a"), (2, "b")), delivers: [(1, "a"), (2, "b")], by: ==, then: .finish)
  }

  @Test("When an element does not match then the failure shows both lines at the caller's line")
  func whenElementDoesNotMatch_thenFailureShowsBoth() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await expect(stream(1, 20), delivers: [10, 2], by: { delivered, expected in delivered * 10 == expected })
    }
    #expect(issues.lines == [line])
    #expect(
      issues.texts.first?.hasPrefix(
        """
        The stream delivered 2 elements, but not the expected ones
        expected  --(10)--(2)--…
        received  --(1)--(20)--…
        """
      ) == true
    )
  }

  @Test("When a probe is told of something without a value then it is sent without one")
  func whenElementsAreVoid_thenNothingIsPassed() async throws {
    let probe = StreamProbe<Void>()
    probe.send()
    try await probe.next()
    probe.expectNoEvents()
  }
}

private typealias Outcome = Result<Int, SampleError>

private func haveSameOutcome(_ first: Outcome, _ second: Outcome) -> Bool {
  switch (first, second) {
  case (.success, .success): true
  case (.failure(let first), .failure(let second)): first == second
  default: false
  }
}
