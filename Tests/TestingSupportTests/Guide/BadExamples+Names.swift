// conventions:ignore-file test-name, count-only, private-helpers - the guide warns of what stands here
import Testing
import TestingSupport

// Naming tests

extension BadExamples {
  @Suite("Names that do not tell", .disabled("Bad examples: the guide says why."))
  struct NamesThatDoNotTell {
    @Test func testLoad() {}
    @Test func itWorks() {}
    @Test func testLoadCharactersSuccessUpdatesStateToLoaded() {}
    @Test("user_can_load_characters") func testUserCanLoadCharacters() {}
    @Test func shouldUpdateState_whenLoaded() {}
    @Test func test_load_deliversErrorOnNon200HTTPResponse() {}
  }
}

// File layout

extension BadExamples {
  final class FeedUseCaseMock: FeedUseCaseProtocol {
    func characters(page: Int) async throws(FeedError) -> [Character] { [BadExamples.rick] }
  }

  @Suite("Feed view model", .disabled("Bad examples: the guide says why."))
  @MainActor
  struct FeedViewModelTests {
    let useCase = FeedUseCaseMock()
    let sut: FeedViewModel

    init() { sut = FeedViewModel(useCase: useCase) }

    // MARK: - Helpers

    func makeFailingViewModel() -> FeedViewModel {
      FeedViewModel(useCase: FeedUseCaseSpy(.failure(.network)))
    }

    // MARK: - Loading tests

    @Test func testLoad() async {
      // Arrange
      let viewModel = sut
      // Act
      await viewModel.loadCharacters()
      // Assert
      #expect(viewModel.characters.count == 1)
    }

    // MARK: - Error tests

    @Test func testError() async {
      let viewModel = makeFailingViewModel()
      await viewModel.loadCharacters()
      #expect(viewModel.state == .failed(.network))
    }
  }
}
