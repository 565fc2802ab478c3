import Foundation
import Testing
import TestingSupport

// Steps 2 and 3 of "From an empty test target to a deterministic suite".

private typealias SearchModel = StepTwo.SearchModel

enum StepTwo {
  @MainActor
  final class SearchModel {
    private(set) var query = ""

    func submit(_ text: String) {
      query = text.trimmingCharacters(in: .whitespaces)
    }
  }

  @Suite("Search")
  @MainActor
  struct SearchModelTests {
    @Test("When a text has spaces around it then the query has none")
    func whenTextHasSpacesAroundIt_thenQueryHasNone() {
      let sut = SearchModel()

      sut.submit("  swift ")

      #expect(sut.query == "swift")
    }
  }
}

enum StepThree {
  @Suite("Search", .tracksMemoryLeaks)
  @MainActor
  struct SearchModelTests {
    @Test("When a text has spaces around it then the query has none")
    func whenTextHasSpacesAroundIt_thenQueryHasNone() {
      let sut = makeSUT()

      sut.submit("  swift ")

      #expect(sut.query == "swift")
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> SearchModel {
  trackForMemoryLeaks(SearchModel(), sourceLocation: sourceLocation)
}
