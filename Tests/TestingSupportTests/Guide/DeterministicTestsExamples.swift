import Testing
import TestingSupport

/// What the guide's page on deterministic tests sets in place of its bad example.
@Suite("The guide's page on deterministic tests")
@MainActor
struct DeterministicTestsExamples {
  @Test("When more is asked for twice at once then no page is loaded twice, in any order", .interleavings(100))
  func whenMoreIsAskedForTwiceAtOnce_thenNoPageIsLoadedTwice() async {
    let (sut, useCase) = makeSUT()
    await sut.loadCharacters()

    async let first: Void = sut.loadMore()
    async let second: Void = sut.loadMore()
    _ = await (first, second)

    #expect([[1, 2], [1, 2, 3]].contains(useCase.fetch.calls))
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT() -> (BadExamples.FeedViewModel, BadExamples.FeedUseCaseSpy) {
  let useCase = BadExamples.FeedUseCaseSpy(.success([BadExamples.rick]))
  return (BadExamples.FeedViewModel(useCase: useCase), useCase)
}
