import Foundation

/// Shows the feed.
@MainActor
public protocol FeedView: AnyObject {
  func display(_ feed: [FeedItem])
}

/// Shows whether the feed is on its way.
@MainActor
public protocol FeedLoadingView: AnyObject {
  func display(isLoading: Bool)
}

/// Shows what went wrong; `nil` takes the message away.
@MainActor
public protocol FeedErrorView: AnyObject {
  func display(errorMessage: String?)
}

/// Loads the feed and tells the views, which it does not keep alive.
@MainActor
public final class FeedPresenter {
  private weak var view: (any FeedView)?
  private weak var loadingView: (any FeedLoadingView)?
  private weak var errorView: (any FeedErrorView)?
  private let loader: any FeedLoader
  private var loading: Task<Void, Never>?

  public init(
    loader: any FeedLoader,
    view: any FeedView,
    loadingView: any FeedLoadingView,
    errorView: any FeedErrorView
  ) {
    self.loader = loader
    self.view = view
    self.loadingView = loadingView
    self.errorView = errorView
  }

  /// The person pulls down to refresh.
  public func refresh() {
    guard loading == nil else { return }
    errorView?.display(errorMessage: nil)
    loadingView?.display(isLoading: true)
    loading = Task { [weak self, loader] in
      let result: Result<[FeedItem], any Error>
      do { result = .success(try await loader.load()) } catch { result = .failure(error) }
      self?.finish(with: result)
    }
  }

  /// The person leaves the screen.
  public func disappear() {
    loading?.cancel()
    loading = nil
  }

  private func finish(with result: Result<[FeedItem], any Error>) {
    guard loading?.isCancelled == false else { return }
    loading = nil
    switch result {
    case .success(let feed): view?.display(feed)
    case .failure: errorView?.display(errorMessage: Self.localized("FEED_VIEW_CONNECTION_ERROR"))
    }
    loadingView?.display(isLoading: false)
  }

  /// The title of the screen.
  public static var title: String { localized("FEED_VIEW_TITLE") }

  private static func localized(_ key: String) -> String {
    texts.localizedString(forKey: key, value: nil, table: "Feed")
  }

  /// Where the texts of the screen are kept, one folder a language.
  nonisolated public static var texts: Bundle { .module }

  deinit {
    loading?.cancel()
  }
}
