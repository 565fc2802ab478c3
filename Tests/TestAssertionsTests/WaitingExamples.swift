import DeterministicScheduling
import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

@Suite("The examples of the article on waiting")
@MainActor
struct WaitingExamples {
  @Test("When items are loaded then they are expected without a delay")
  func whenItemsAreLoaded_thenTheyAreExpected() async {
    let sut = ViewModel()
    sut.onAppear()
    await expectEventually { sut.items.count == 3 }
  }

  @Test("When a cache fills then its count is expected")
  func whenCacheFills_thenCountIsExpected() async {
    let cache = Cache()
    Task { await cache.fill() }
    await expectEventually(equals: 3) { await cache.count }
  }

  @Test("When loading fails then the alert is required")
  func whenLoadingFails_thenAlertIsRequired() async throws {
    let sut = ViewModel()
    sut.onAppear()
    let alert = try await requireEventually { sut.alert }
    #expect(alert.title == "Offline")
  }

  @Test("When a search is debounced then nothing is sent before its time", .exactOnly, .deterministic)
  func whenSearchIsDebounced_thenNothingIsSentBefore() async {
    let client = Client()
    let sut = Search(client)
    sut.search("a")
    await expectAlways(for: .milliseconds(299)) { client.callCount == 0 }
    await expectEventually { client.callCount == 1 }
  }

  @Test("When a download ends outside of the test then it is waited for", .deterministic)
  func whenDownloadEndsOutside_thenItIsWaitedFor() async {
    let isDone = Locked(false)
    func isDownloaded() -> Bool { isDone.withLock { $0 } }
    DispatchQueue.global().async { isDone.withLock { $0 = true } }
    await expectEventually(within: .seconds(60)) { isDownloaded() }
  }
}

@MainActor
private final class ViewModel {
  struct Alert { var title: String }

  private(set) var items: [Int] = []
  private(set) var alert: Alert?

  func onAppear() {
    Task {
      items = [1, 2, 3]
      alert = Alert(title: "Offline")
    }
  }
}

private actor Cache {
  private(set) var count = 0

  func fill() { count = 3 }
}

@MainActor
private final class Client {
  private(set) var callCount = 0

  func send() { callCount += 1 }
}

@MainActor
private struct Search {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func search(_ text: String) {
    Task {
      try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
      client.send()
    }
  }
}
