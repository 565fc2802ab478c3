import FeedCache
import Foundation
import Testing
import TestingSupport

@Suite("Presenting the feed", .deterministic, .tracksMemoryLeaks)
@MainActor
struct FeedPresenterTests {
  @Test("When created then no message is sent to the view")
  func whenCreated_thenNoMessageIsSent() {
    let (_, view, _) = makeSUT()

    #expect(view.messages == [])
  }

  @Test("When a refresh begins then the error goes and loading is shown")
  func whenRefreshBegins_thenErrorGoesAndLoadingIsShown() {
    let (sut, view, _) = makeSUT()

    sut.refresh()

    #expect(view.messages == [.errorMessage(nil), .isLoading(true)])
  }

  @Test("When the feed has come then it is shown and loading stops")
  func whenFeedHasCome_thenItIsShown() async {
    let feed = [makeItem()]
    let (sut, view, _) = makeSUT(.success(feed))

    await sut.refreshToTheEnd(shownOn: view)

    #expect(view.messages == [.errorMessage(nil), .isLoading(true), .feed(feed), .isLoading(false)])
  }

  @Test("When loading fails then a localized message is shown and loading stops")
  func whenLoadingFails_thenLocalizedMessageIsShown() async {
    let (sut, view, _) = makeSUT(.failure(makeError()))

    await sut.refreshToTheEnd(shownOn: view)

    #expect(
      view.messages
        == [.errorMessage(nil), .isLoading(true), .errorMessage("Couldn't connect to server"), .isLoading(false)]
    )
  }

  @Test("When a refresh is asked for during a refresh then the feed is loaded once")
  func whenRefreshDuringRefresh_thenFeedIsLoadedOnce() async {
    let (sut, view, loader) = makeSUT()

    sut.refresh()
    await sut.refreshToTheEnd(shownOn: view)

    #expect(loader.loading.callCount == 1)
  }

  @Test("When the screen disappears then nothing is shown any more")
  func whenScreenDisappears_thenNothingIsShown() async {
    let gate = Gate()
    let (sut, view, _) = makeSUT(.success([makeItem()]).held(at: gate))

    sut.refresh()
    await gate.waitUntilReached()
    sut.disappear()
    gate.open()

    await expectAlways { view.messages == [.errorMessage(nil), .isLoading(true)] }
  }

  @Test("When the presenter is gone then the load that is on its way keeps nothing alive")
  func whenPresenterIsGone_thenLoadKeepsNothingAlive() async {
    let gate = Gate()
    var sut: FeedPresenter?
    let view: FeedViewSpy
    (sut, view, _) = makeSUT(.success([makeItem()]).held(at: gate))

    sut?.refresh()
    await gate.waitUntilReached()
    sut = nil
    gate.open()

    await expectAlways { view.messages == [.errorMessage(nil), .isLoading(true)] }
  }

  @Test("When the title is asked for then it is that of the language")
  func whenTitleIsAskedFor_thenItIsLocalized() {
    #expect(FeedPresenter.title == "My Feed")
  }

  @Test("When texts are shown then every key has one in every language", arguments: ["en", "de"])
  func whenTextsAreShown_thenEveryKeyHasOne(language: String) throws {
    let texts = try makeTexts(in: language)

    #expect(Set(texts.keys) == ["FEED_VIEW_TITLE", "FEED_VIEW_CONNECTION_ERROR"])
    #expect(texts.values.allSatisfy { !$0.isEmpty })
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  _ result: ActionResult<[FeedItem], any Error> = .success([]),
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedPresenter, FeedViewSpy, FeedLoaderSpy) {
  let view = FeedViewSpy()
  let loader = FeedLoaderSpy(result)
  let sut = FeedPresenter(loader: loader, view: view, loadingView: view, errorView: view)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(view, sourceLocation: sourceLocation)
  trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
  return (sut, view, loader)
}

private func makeItem() -> FeedItem {
  FeedItem(id: anyUUID(), description: nil, location: nil, imageURL: anyURL())
}

private func makeTexts(
  in language: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [String: String] {
  let folder = try #require(
    FeedPresenter.texts.url(forResource: language, withExtension: "lproj"),
    sourceLocation: sourceLocation
  )
  let data = try Data(contentsOf: folder.appendingPathComponent("Feed.strings"))
  let texts = try PropertyListSerialization.propertyList(from: data, format: nil)
  return try #require(texts as? [String: String], sourceLocation: sourceLocation)
}

extension FeedPresenter {
  fileprivate func refreshToTheEnd(
    shownOn view: FeedViewSpy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    refresh()
    await expectEventually(equals: .isLoading(false), sourceLocation: sourceLocation) { view.messages.last }
  }
}

// MARK: - Test Doubles

private final class FeedLoaderSpy: FeedLoader {
  let loading: FunctionSpy<Void, [FeedItem], any Error>

  init(_ result: ActionResult<[FeedItem], any Error>) {
    loading = FunctionSpy(result)
  }

  func load() async throws -> [FeedItem] {
    try await loading.callAsync()
  }
}

@MainActor
private final class FeedViewSpy: FeedView, FeedLoadingView, FeedErrorView {
  enum Message: Equatable {
    case errorMessage(String?)
    case isLoading(Bool)
    case feed([FeedItem])
  }

  private(set) var messages: [Message] = []

  func display(_ feed: [FeedItem]) {
    messages.append(.feed(feed))
  }

  func display(isLoading: Bool) {
    messages.append(.isLoading(isLoading))
  }

  func display(errorMessage: String?) {
    messages.append(.errorMessage(errorMessage))
  }
}
