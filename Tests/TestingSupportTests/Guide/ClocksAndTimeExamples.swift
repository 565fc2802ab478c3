import Testing
import TestingSupport

/// What the guide's page on clocks and time sets in place of its bad examples.
@Suite("The guide's page on clocks and time", .deterministic)
@MainActor
struct ClocksAndTimeExamples {
  @Test("When characters are on their way then the screen is loading")
  func whenCharactersAreOnTheirWay_thenScreenIsLoading() async {
    let gate = Gate()
    let (sut, useCase) = makeSUT()
    useCase.fetch.result = .success([]).held(at: gate)

    async let loading: Void = sut.loadCharacters()
    await gate.waitUntilReached()

    #expect(sut.isLoading)
    gate.open()
    await loading
  }

  @Test("When the user types quickly then one search is made, when the typing has paused")
  func whenUserTypesQuickly_thenOneSearchIsMade() async {
    let clock = TestClock()
    let search = FunctionSpy<String, Void, Never>()
    let sut = SearchModel(clock: clock, search: search)

    for text in ["a", "ab", "abc"] {
      sut.type(text)
      await clock.advance(by: .milliseconds(299))
    }
    #expect(search.calls == [])

    await clock.advance(by: .milliseconds(1))
    #expect(search.calls == ["abc"])
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias SearchModel = BadExamples.SearchModel

@MainActor
private func makeSUT() -> (BadExamples.FeedViewModel, BadExamples.FeedUseCaseSpy) {
  let useCase = BadExamples.FeedUseCaseSpy()
  return (BadExamples.FeedViewModel(useCase: useCase), useCase)
}
