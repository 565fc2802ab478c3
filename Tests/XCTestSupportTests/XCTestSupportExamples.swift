import DeterministicScheduling
import LeakTracking
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing
import XCTest
import XCTestSupport

// The examples of the documentation.

final class FeedViewModelTests: XCTestCase {
  func test_feed_isLoaded() async {
    let (sut, _) = makeSUT()
    await expect(sut.statuses, delivers: [.loading, .loaded], then: .finish) {
      await sut.load()
    }
    expectNoDifference(sut.state, FeedState(title: "Feed", count: 2))
  }

  func test_feed_differs() {
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      expectNoDifference(FeedState(title: "Feed", count: 3), FeedState(title: "Feed", count: 2))
    }

    let text = """
      1 difference (- expected, + actual):
      count:
        - 2
        + 3
      """
    XCTAssertEqual(observed.failures, [.init(text: text, line: line)])
  }

  func test_feed_isReadStepByStep() async throws {
    let (sut, _) = makeSUT()
    await withProbe(of: sut.statuses, name: "statuses") { statuses in
      await sut.load()
      await statuses.expectNext(.loading)
      await statuses.expectNext(.loaded)
      await statuses.expectFinish()
    }
  }

  func test_loader_isAsked() async {
    let (sut, loader) = makeSUT()
    await sut.load()
    await loader.titles.waitForCalls(1)
  }

  private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (FeedViewModel, FeedLoaderSpy) {
    let loader = FeedLoaderSpy()
    let sut = FeedViewModel(loader: loader)
    trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
    trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
    return (sut, loader)
  }
}

final class SearchViewModelTests: XCTestCase {
  @MainActor
  func test_search_isDebounced() async throws {
    try await withDeterministicScheduling {
      let sut = SearchViewModel()
      sut.type("sw")
      sut.type("swift")
      try await Task.sleep(for: .seconds(1))  // virtual: takes no time  // sleep-is-the-subject
      XCTAssertEqual(sut.searches, ["swift"])
    }
  }

  @MainActor
  func test_banner_goes() async {
    let banner = Banner()
    banner.hide()
    await expectEventually("the banner is gone") { !banner.isVisible }
  }
}

final class ReceiptTests: XCTestCase {
  func test_receipt_isValid() async throws {
    let receipt = try await sut.pay()
    failOnIssues {
      expectValid(receipt)  // a helper that your tests of Swift Testing use too
    }
  }

  private let sut = Till()

  private func expectValid(_ receipt: Receipt, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(receipt.total > 0, sourceLocation: sourceLocation)
  }
}

// MARK: - What is tested

private final class FeedLoaderSpy: Sendable {
  let titles = FunctionSpy<Int, String, Never>(.success("Feed"))
}

private struct FeedState: Equatable {
  var title = ""
  var count = 0
}

private final class FeedViewModel {
  enum Status {
    case loading
    case loaded
  }

  let statuses: AsyncStream<Status>
  private(set) var state = FeedState()
  private let continuation: AsyncStream<Status>.Continuation
  private let loader: FeedLoaderSpy

  init(loader: FeedLoaderSpy) {
    self.loader = loader
    (statuses, continuation) = AsyncStream.makeStream()
  }

  func load() async {
    continuation.yield(.loading)
    state = FeedState(title: await loader.titles.callAsync(1), count: 2)
    continuation.yield(.loaded)
    continuation.finish()
  }
}

@MainActor
private final class SearchViewModel {
  private(set) var searches: [String] = []
  private var pending: Task<Void, Never>?

  func type(_ text: String) {
    pending?.cancel()
    pending = Task { [weak self] in
      do {
        try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
        self?.searches.append(text)
      } catch {}
    }
  }
}

@MainActor
private final class Banner {
  private(set) var isVisible = true

  func hide() {
    Task { isVisible = false }
  }
}

private struct Receipt {
  var total: Int
}

private struct Till {
  func pay() async throws -> Receipt { Receipt(total: 1) }
}
