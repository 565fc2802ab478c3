import LeakTracking
import Testing

// The code of the module's page.

@Suite("Tracking in makeSUT", .tracksMemoryLeaks)
struct LeakTrackingExamples {
  @Test("When the system under test is made then it is tracked")
  func whenSUTIsMade_thenItIsTracked() {
    let (sut, loader) = makeSUT()

    #expect(sut.loader === loader)
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
  init(loader: FeedLoaderSpy) { self.loader = loader }
}

// MARK: - Test Doubles

private final class FeedLoaderSpy {}
