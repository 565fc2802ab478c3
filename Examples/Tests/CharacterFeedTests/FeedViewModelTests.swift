import CharacterFeed
import Testing
import TestingSupport

@Suite("The screen of the feed", .deterministic, .tracksMemoryLeaks)
@MainActor
struct FeedViewModelTests {
  @Suite("Loading")
  @MainActor
  struct LoadingTests {
    @Test("When nothing was asked for then the screen is idle")
    func whenNothingWasAskedFor_thenScreenIsIdle() {
      let (sut, _, _) = makeSUT()

      #expect(sut.state == .idle)
    }

    @Test("When characters are on their way then the screen is loading")
    func whenCharactersAreOnTheirWay_thenScreenIsLoading() async {
      let gate = Gate()
      let (sut, useCase, _) = makeSUT()
      useCase.fetch.result = .success([]).held(at: gate)

      async let loading: Void = sut.loadCharacters()
      await gate.waitUntilReached()

      #expect(sut.state == .loading)
      gate.open()
      await loading
    }

    @Test("When characters are loaded then the screen is loading until they have come")
    func whenCharactersAreLoaded_thenScreenIsLoadingUntilTheyHaveCome() async {
      let gate = Gate()
      let (sut, useCase, _) = makeSUT()
      useCase.fetch.result = .success([]).held(at: gate)

      let before = sut.isLoading
      async let loading: Void = sut.loadCharacters()
      await gate.waitUntilReached()
      let during = sut.isLoading
      gate.open()
      await loading

      #expect([before, during, sut.isLoading] == [false, true, false])
    }

    @Test("When characters have come then they are shown")
    func whenCharactersHaveCome_thenTheyAreShown() async {
      let characters = makeCharacters(2)
      let (sut, _, _) = makeSUT(.success(characters))

      await sut.loadCharacters()

      #expect(sut.state == .loaded(characters))
    }

    @Test("When loading fails then the error is shown")
    func whenLoadingFails_thenErrorIsShown() async {
      let (sut, _, _) = makeSUT(.failure(.network))

      await sut.loadCharacters()

      #expect(sut.state == .failed(.network))
    }

    @Test("When loading is asked for while loading then it is loaded once")
    func whenLoadingIsAskedForWhileLoading_thenItIsLoadedOnce() async {
      let gate = Gate()
      let (sut, useCase, _) = makeSUT()
      useCase.fetch.result = .success([]).held(at: gate)

      async let first: Void = sut.loadCharacters()
      await gate.waitUntilReached()
      await sut.loadCharacters()
      gate.open()
      await first

      #expect(useCase.fetch.callCount == 1)
    }
  }

  @Suite("Errors in words")
  @MainActor
  struct ErrorMessageTests {
    @Test(
      "When loading fails then the message tells what to do",
      arguments: [
        (FeedError.network, "Network error. Please check your connection."),
        (.server(status: 503), "The server is not well (503). Please try again later."),
        (.unreadable, "The answer could not be read. Please update the app."),
      ]
    )
    func whenLoadingFails_thenMessageTellsWhatToDo(error: FeedError, message: String) async {
      let (sut, _, _) = makeSUT(.failure(error))

      await sut.loadCharacters()

      #expect(sut.errorMessage == message)
    }
  }

  @Suite("Paging")
  @MainActor
  struct PagingTests {
    @Test("When more is loaded then it is shown below what was there")
    func whenMoreIsLoaded_thenItIsShownBelow() async {
      let (first, second) = (makeCharacters(2), makeCharacters(1))
      let (sut, useCase, _) = makeSUT(fetch: FunctionSpy(sequence: [.success(first), .success(second)]))

      await sut.loadCharacters()
      await sut.loadMore()

      #expect(sut.characters == first + second)
      #expect(useCase.fetch.calls.map(\.page) == [1, 2])
    }

    @Test("When the page after the first cannot be loaded then the error is shown")
    func whenMoreCannotBeLoaded_thenErrorIsShown() async {
      let (sut, _, _) = makeSUT(fetch: FunctionSpy(sequence: [.success(makeCharacters(2)), .failure(.network)]))
      await sut.loadCharacters()

      await sut.loadMore()

      #expect(sut.state == .failed(.network))
    }

    @Test("When the last page is shown then no other one is asked for")
    func whenLastPageIsShown_thenNoOtherIsAskedFor() async {
      let (sut, useCase, _) = makeSUT(fetch: FunctionSpy(sequence: [.success(makeCharacters(2)), .success([])]))
      await sut.loadCharacters()
      await sut.loadMore()

      await sut.loadMore()

      #expect(useCase.fetch.calls.map(\.page) == [1, 2])
      #expect(sut.currentPage == 1)
    }

    @Test("When nothing is shown then no more is loaded")
    func whenNothingIsShown_thenNoMoreIsLoaded() async {
      let (sut, useCase, _) = makeSUT()

      await sut.loadMore()

      #expect(useCase.fetch.callCount == 0)
    }

    @Test("When more is asked for while more is on its way then one page is loaded")
    func whenMoreIsAskedForWhileMoreIsOnItsWay_thenOnePageIsLoaded() async {
      let gate = Gate()
      let (sut, useCase, _) = makeSUT(.success(makeCharacters(2)))
      await sut.loadCharacters()
      useCase.fetch.result = .success(makeCharacters(2)).held(at: gate)

      async let first: Void = sut.loadMore()
      await gate.waitUntilReached()
      await sut.loadMore()
      gate.open()
      await first

      #expect(useCase.fetch.calls.map(\.page) == [1, 2])
    }

    @Test("When more is asked for twice at once then no page is loaded twice, in any order", .interleavings(100))
    func whenMoreIsAskedForTwiceAtOnce_thenNoPageIsLoadedTwice() async {
      let (sut, useCase, _) = makeSUT(.success(makeCharacters(2)))
      await sut.loadCharacters()

      async let first: Void = sut.loadMore()
      async let second: Void = sut.loadMore()
      _ = await (first, second)

      #expect(Set(useCase.fetch.calls.map(\.page)).count == useCase.fetch.callCount)
    }
  }

  @Suite("Filtering")
  @MainActor
  struct FilteringTests {
    @Test(
      "When a filter is chosen then its characters are shown",
      arguments: [nil, CharacterStatus.alive, .dead, .unknown]
    )
    func whenFilterIsChosen_thenItsCharactersAreShown(status: CharacterStatus?) async {
      let all = CharacterStatus.allCases.map { makeCharacter(status: $0) }
      let (sut, _, _) = makeSUT(
        fetch: FunctionSpy { asked in all.filter { asked.status == nil || $0.status == asked.status } }
      )

      await sut.filterCharacters(status: status)

      #expect(sut.characters == all.filter { status == nil || $0.status == status })
    }

    @Test("When a filter is chosen then the first page of it is loaded", arguments: [nil, CharacterStatus.dead])
    func whenFilterIsChosen_thenFirstPageIsLoaded(status: CharacterStatus?) async {
      let (sut, useCase, _) = makeSUT(.success(makeCharacters(2)))
      await sut.loadCharacters()
      await sut.loadMore()

      await sut.filterCharacters(status: status)

      #expect(useCase.fetch.calls.last == .init(page: 1, status: status))
      #expect(sut.currentPage == 1)
    }

    @Test("When a filter is chosen while a page is on its way then that page is given up", .interleavings(100))
    func whenFilterIsChosenWhilePageIsOnItsWay_thenPageIsGivenUp() async {
      let (alive, dead) = (makeCharacters(2), makeCharacters(2))
      let (sut, _, _) = makeSUT(fetch: FunctionSpy { $0.status == .dead ? dead : alive })
      await sut.loadCharacters()

      let more = Task { await sut.loadMore() }
      let filter = Task { await sut.filterCharacters(status: .dead) }
      _ = await (more.value, filter.value)

      #expect([dead, dead + dead].contains(sut.characters))
    }

    @Test("When the answer of an older filter comes last then the newer one stays")
    func whenAnswerOfOlderFilterComesLast_thenNewerOneStays() async {
      let (alive, dead) = (makeCharacters(2), makeCharacters(2))
      let (first, second) = (Gate(), Gate())
      let (sut, _, _) = makeSUT(
        fetch: FunctionSpy(sequence: [.success(alive).held(at: first), .success(dead).held(at: second)])
      )

      let older = Task { await sut.filterCharacters(status: .alive) }
      await first.waitUntilReached()
      let newer = Task { await sut.filterCharacters(status: .dead) }
      await second.waitUntilReached()
      second.open()
      await newer.value
      first.open()
      await older.value

      #expect(sut.state == .loaded(dead))
    }
  }

  @Suite("Navigation")
  @MainActor
  struct NavigationTests {
    @Test("When a character is selected then its details are shown")
    func whenCharacterIsSelected_thenDetailsAreShown() {
      let character = makeCharacter()
      let (sut, _, router) = makeSUT()

      sut.select(character)

      #expect(router.details.calls == [character])
    }

    // The verdict is that of the leak tracking in `makeSUT`.
    @Test("When the router keeps the screen then neither keeps the other alive")
    func whenRouterKeepsScreen_thenNeitherKeepsOtherAlive() {
      let (sut, _, router) = makeSUT()
      router.screen = sut
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  _ result: ActionResult<[Character], FeedError> = .success([]),
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedViewModel, FeedUseCaseSpy, FeedRouterSpy) {
  makeSUT(fetch: FunctionSpy(result), sourceLocation: sourceLocation)
}

@MainActor
private func makeSUT(
  fetch: FunctionSpy<FeedUseCaseSpy.Parameters, [Character], FeedError>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedViewModel, FeedUseCaseSpy, FeedRouterSpy) {
  let (useCase, router) = (FeedUseCaseSpy(fetch), FeedRouterSpy())
  let sut = FeedViewModel(useCase: useCase, router: router)
  trackForMemoryLeaks(sut, useCase, router, sourceLocation: sourceLocation)
  return (sut, useCase, router)
}

private func makeCharacter(status: CharacterStatus = anyCase(of: CharacterStatus.self)) -> Character {
  Character(id: anyInt(), name: anyString(), status: status, imageURL: anyString())
}

private func makeCharacters(_ count: Int) -> [Character] {
  (0..<count).map { _ in makeCharacter() }
}

// MARK: - Test Doubles

private final class FeedUseCaseSpy: FeedUseCaseProtocol {
  struct Parameters: Hashable {
    let page: Int
    let status: CharacterStatus?
  }

  let fetch: FunctionSpy<Parameters, [Character], FeedError>

  init(_ fetch: FunctionSpy<Parameters, [Character], FeedError>) {
    self.fetch = fetch
  }

  func characters(page: Int, status: CharacterStatus?) async throws(FeedError) -> [Character] {
    try await fetch.callAsync(Parameters(page: page, status: status))
  }
}

@MainActor
private final class FeedRouterSpy: FeedRouterProtocol {
  let details = FunctionSpy<Character, Void, Never>(.success(()))
  var screen: FeedViewModel?

  func showDetails(of character: Character) {
    details.call(character)
  }
}
