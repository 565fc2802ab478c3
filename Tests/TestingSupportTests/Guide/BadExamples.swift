import Testing
import TestingSupport

/// What the guide warns of. All of it compiles, because it is what suites are full of. None of it runs, unless a test in
/// `HowBadExamplesEndTests` shows how it ends.
enum BadExamples {}

// MARK: - The app that the bad examples test

extension BadExamples {
  struct Character: Hashable, Sendable {
    let id: Int
    let name: String
  }

  enum FeedError: Error, Hashable {
    case network
    case server(status: Int)
  }

  protocol FeedUseCaseProtocol: Sendable {
    func characters(page: Int) async throws(FeedError) -> [Character]
  }

  @MainActor
  final class FeedViewModel {
    enum State: Hashable {
      case idle, loading
      case loaded([Character])
      case failed(FeedError)
    }

    private(set) var state = State.idle
    private(set) var currentPage = 0
    private let useCase: any FeedUseCaseProtocol
    private var isLoadingMore = false

    init(useCase: any FeedUseCaseProtocol) {
      self.useCase = useCase
    }

    var isLoading: Bool { state == .loading }

    var characters: [Character] {
      if case .loaded(let characters) = state { characters } else { [] }
    }

    func loadCharacters() async {
      state = .loading
      do throws(FeedError) {
        state = .loaded(try await useCase.characters(page: 1))
        currentPage = 1
      } catch {
        state = .failed(error)
      }
    }

    func loadMore() async {
      guard case .loaded(let shown) = state, !isLoadingMore else { return }
      isLoadingMore = true
      defer { isLoadingMore = false }
      guard let more = try? await useCase.characters(page: currentPage + 1) else { return }
      currentPage += 1
      state = .loaded(shown + more)
    }
  }

  /// Searches when the typing has paused.
  @MainActor
  final class SearchModel {
    private let clock: any Clock<Duration>
    private let search: FunctionSpy<String, Void, Never>
    private var pending: Task<Void, Never>?

    init(clock: any Clock<Duration>, search: FunctionSpy<String, Void, Never>) {
      self.clock = clock
      self.search = search
    }

    func type(_ text: String) {
      pending?.cancel()
      pending = Task { [clock, search] in
        guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
        await search.callAsync(text)
      }
    }
  }

  enum Status: Sendable {
    case enabled, disabled
  }

  struct LocationUseCase {
    let source: StreamSource<Status>

    var statuses: AsyncStream<Status> { source.makeStream() }
  }

  static let rick = Character(id: 1, name: "Rick")
  static let morty = Character(id: 2, name: "Morty")
}

// MARK: - Test Doubles

extension BadExamples {
  final class FeedUseCaseSpy: FeedUseCaseProtocol {
    let fetch: FunctionSpy<Int, [Character], FeedError>

    init(_ result: ActionResult<[Character], FeedError> = .success([])) {
      fetch = FunctionSpy(result)
    }

    func characters(page: Int) async throws(FeedError) -> [Character] {
      try await fetch.callAsync(page)
    }
  }
}
