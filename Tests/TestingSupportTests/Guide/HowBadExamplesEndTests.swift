import Testing
import TestingSupport

/// The guide says of some bad examples how they end. Here they end so.
@Suite("How the guide's bad examples end", .deterministic)
@MainActor
struct HowBadExamplesEndTests {
  private typealias Bad = BadExamples

  @Test("When a check stands below a condition then it passes in silence where the condition does not hold")
  func whenCheckStandsBelowCondition_thenItPassesInSilence() async {
    let sut = Bad.FeedViewModel(useCase: Bad.FeedUseCaseSpy(.failure(.network)))

    let issues = await recordedIssues { await Bad.whenFilterIsChosen_thenItsCharactersAreShown(sut) }

    #expect(issues.isEmpty)
  }

  @Test("When a test expects nothing then it passes, whatever has happened")
  func whenTestExpectsNothing_thenItPasses() async {
    let sut = Bad.FeedViewModel(useCase: Bad.FeedUseCaseSpy(.failure(.network)))

    let issues = await recordedIssues { await Bad.whenMoreIsLoaded_thenItWorks(sut) }

    #expect(issues.isEmpty)
  }

  @Test("When a helper takes no location then it fails at a line of its own")
  func whenHelperTakesNoLocation_thenItFailsAtItsOwnLine() async {
    let sut = Bad.FeedViewModel(useCase: Bad.FeedUseCaseSpy())

    let issues = await recordedIssues { Bad.expectCharacters([Bad.rick], of: sut) }

    #expect(issues.map { $0.sourceLocation?.fileName } == ["BadExamples+Expectations.swift"])
  }

  @Test("When the clock is immediate then a debounce is not to be seen")
  func whenClockIsImmediate_thenDebounceIsNotSeen() async {
    let search = FunctionSpy<String, Void, Never>()
    let sut = Bad.SearchModel(clock: ImmediateClock(), search: search)

    for text in ["a", "ab", "abc"] {
      sut.type(text)
      await search.waitForCalls(search.callCount + 1)
    }

    #expect(search.calls == ["a", "ab", "abc"])
  }

  @Test("When tasks are started and not awaited then they have not begun at the next line")
  func whenTasksAreNotAwaited_thenTheyHaveNotBegun() async {
    let useCase = Bad.FeedUseCaseSpy(.success([Bad.rick]))
    let sut = Bad.FeedViewModel(useCase: useCase)

    let issues = await recordedIssues {
      await Bad.whenMoreIsAskedForTwice_thenOnePageIsLoaded(sut, useCase)
    }

    #expect(issues.map { $0.sourceLocation?.fileName } == ["BadExamples+Waiting.swift"])
    await useCase.fetch.waitForCalls(2)
    #expect(useCase.fetch.calls == [1, 2])
  }

  @Test("When a builder is a class then what was built on it before changes too")
  func whenBuilderIsClass_thenWhatWasBuiltBeforeChangesToo() {
    let (short, long) = Bad.buildTwoSessions()

    #expect([short.duration, long.duration] == [7200, 7200])
  }

  @Test("When a store is not exhaustive then a state that was forgotten is not noticed")
  func whenStoreIsNotExhaustive_thenForgottenStateIsNotNoticed() async {
    let issues = await recordedIssues { await Bad.whenCountIsLoaded_thenItIsShown() }

    #expect(issues.isEmpty)
  }

  @Test("When a store is exhaustive then a state that was forgotten fails the step")
  func whenStoreIsExhaustive_thenForgottenStateFailsStep() async {
    let store = TestStore(initialState: Bad.Counter.State(), reduce: Bad.Counter().reduce)
    await store.send(.loadTapped) { $0.isLoading = true }

    let issues = await recordedIssues {
      await store.receive(.didLoad(42)) {
        $0.isLoading = false
        $0.count = 42
      }
    }

    #expect(issues.map { $0.sourceLocation?.fileName } == ["HowBadExamplesEndTests.swift"])
    #expect(issues.first.map { "\($0)".hasSuffix("isLoading:\n  - false\n  + true") } == true)
  }

  @Test("When a value does not describe itself then a failure prints all of it twice")
  func whenValueDoesNotDescribeItself_thenFailurePrintsAllOfItTwice() async {
    let row = Bad.NetworkModel(id: "a1b2c3d4-e5f6", ssid: "AWiFi", isSecure: true)
    let selected = Bad.NetworkModel(id: "a1b2c3d4-e5f6", ssid: "AWiFi", isSecure: true, isSelected: true)

    let issues = await recordedIssues { #expect(row == selected) }

    #expect(issues.first.map { "\($0)".split(separator: "isConnecting: false, isConnected: false").count } == 3)
  }
}
