/// Takes the person to other screens.
@MainActor
public protocol FeedRouterProtocol: AnyObject {
  /// To what is known of a character.
  func showDetails(of character: Character)
}

/// The endless list of characters.
///
/// One page is loaded at a time: asking for more while a page is on its way does nothing, and choosing another filter
/// gives up the page that is on its way.
@MainActor
public final class FeedViewModel {
  /// What the screen shows.
  public enum State: Hashable, Sendable {
    case idle
    case loading
    case loaded([Character])
    case failed(FeedError)
  }

  /// What the screen shows.
  public private(set) var state: State = .idle
  /// The last page that was loaded; zero before the first.
  public private(set) var currentPage = 0
  /// Whether there may be another page.
  public private(set) var hasMore = true
  /// Whether another page is on its way below the ones shown.
  public private(set) var isLoadingMore = false

  private let useCase: any FeedUseCaseProtocol
  private weak var router: (any FeedRouterProtocol)?
  private var status: CharacterStatus?
  private var generation = 0

  /// Shows what a use case gives.
  public init(useCase: any FeedUseCaseProtocol, router: any FeedRouterProtocol) {
    self.useCase = useCase
    self.router = router
  }

  /// The characters shown.
  public var characters: [Character] {
    if case .loaded(let characters) = state { characters } else { [] }
  }

  /// Whether the screen shows nothing but that it loads.
  public var isLoading: Bool { state == .loading }

  /// The failure in words.
  public var errorMessage: String? {
    if case .failed(let error) = state { error.message } else { nil }
  }

  /// Loads the first page.
  public func loadCharacters() async {
    guard !isLoading else { return }
    await loadFirstPage()
  }

  /// Shows only the characters of one status, or all of them again.
  public func filterCharacters(status: CharacterStatus?) async {
    self.status = status
    await loadFirstPage()
  }

  /// Loads the page after the last one.
  public func loadMore() async {
    guard case .loaded(let shown) = state, hasMore, !isLoadingMore else { return }
    isLoadingMore = true
    let asked = generation
    let answer = await load(page: currentPage + 1)
    guard asked == generation else { return }
    isLoadingMore = false
    switch answer {
    case .success(let more): append(more, to: shown)
    case .failure(let error): state = .failed(error)
    }
  }

  /// The person chooses a character.
  public func select(_ character: Character) {
    router?.showDetails(of: character)
  }

  private func loadFirstPage() async {
    generation += 1
    let asked = generation
    state = .loading
    isLoadingMore = false
    currentPage = 0
    hasMore = true
    let answer = await load(page: 1)
    guard asked == generation else { return }
    switch answer {
    case .success(let characters): append(characters, to: [])
    case .failure(let error): state = .failed(error)
    }
  }

  private func append(_ more: [Character], to shown: [Character]) {
    hasMore = !more.isEmpty
    currentPage += more.isEmpty ? 0 : 1
    state = .loaded(shown + more)
  }

  private func load(page: Int) async -> Result<[Character], FeedError> {
    do {
      return .success(try await useCase.characters(page: page, status: status))
    } catch {
      return .failure(error)
    }
  }
}

extension FeedError {
  /// The failure in words.
  public var message: String {
    switch self {
    case .network: "Network error. Please check your connection."
    case .server(let status): "The server is not well (\(status)). Please try again later."
    case .unreadable: "The answer could not be read. Please update the app."
    }
  }
}
