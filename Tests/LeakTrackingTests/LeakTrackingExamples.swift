import LeakTracking
import Testing

// The code of the module's page and of the documentation comments.

@Suite("Tracking in makeSUT", .tracksMemoryLeaks)
struct LeakTrackingExamples {
  @Test("When the system under test is made then it is tracked")
  func whenSUTIsMade_thenItIsTracked() {
    let (sut, loader) = makeSUT()

    #expect(sut.loader === loader)
  }

  @Test("When a part of a test has ended then what it has made is gone")
  func whenPartOfTestHasEnded_thenWhatItMadeIsGone() async {
    await withLeakTracking {
      let sut = trackForMemoryLeaks(FeedViewModel(loader: FeedLoaderSpy()))
      await sut.load()
      #expect(sut.title == "Feed")
    }
  }
}

@Suite("Feed", .tracksMemoryLeaks)
struct FeedViewModelTests {
  @Test("When the feed is loaded then its title is shown")
  func whenFeedIsLoaded_thenTitleIsShown() async {
    let (sut, _) = makeSUT()  // tracks what it makes
    await sut.load()
    #expect(sut.title == "Feed")
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (FeedViewModel, FeedLoaderSpy) {
  let loader = FeedLoaderSpy()
  let sut = FeedViewModel(loader: loader)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
  return (sut, loader)
}

private final class FeedViewModel {
  let loader: FeedLoaderSpy
  private(set) var title: String?

  init(loader: FeedLoaderSpy) { self.loader = loader }

  func load() async { title = await loader.loadTitle() }
}

// MARK: - Test Doubles

private final class FeedLoaderSpy: Sendable {
  func loadTitle() async -> String { "Feed" }
}
