// conventions:ignore-file source-location - the guide warns of what stands here
import Testing
import TestingSupport

// One focused expectation

extension BadExamples {
  @MainActor
  static func whenCharactersHaveCome_thenTheyAreShown(_ sut: FeedViewModel) async {
    await sut.loadCharacters()

    #expect(sut.characters.count == 2)
    for (index, name) in ["Rick", "Morty"].enumerated() {
      #expect(sut.characters[index].name == name)
    }
  }

  static func whenServerCannotBeReached_thenErrorIsThrown(_ sut: any FeedUseCaseProtocol) async {
    do {
      _ = try await sut.characters(page: 1)
      Issue.record("Expected an error")
    } catch {
      guard case .network = error else {
        Issue.record("Expected a network error, got \(error)")
        return
      }
    }
  }

  @MainActor
  static func whenFilterIsChosen_thenItsCharactersAreShown(_ sut: FeedViewModel) async {
    await sut.loadCharacters()

    if case .loaded(let characters) = sut.state {
      #expect(characters == [rick, morty])
    }
  }
}

// Source locations

extension BadExamples {
  @MainActor
  static func expectCharacters(_ expected: [Character], of sut: FeedViewModel) {
    #expect(sut.characters == expected)
  }
}

// What to test

extension BadExamples {
  @MainActor
  static func whenMoreIsLoaded_thenItWorks(_ sut: FeedViewModel) async {
    await sut.loadCharacters()
    await sut.loadMore()
  }
}
