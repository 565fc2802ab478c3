import DeterministicScheduling
import Dispatch
import Foundation
import TestAssertions
import Testing
import TestingSupportCore

/// The examples of the article, of the comments and of the README.
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

  @Test("When a file is written in the background then it is waited for as long as the test says")
  func whenFileIsWritten_thenItIsWaitedFor() async {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    Task { FileManager.default.createFile(atPath: path, contents: nil) }
    await withWaitLimit(.seconds(60)) {
      await expectEventually { FileManager.default.fileExists(atPath: path) }
    }
  }

  @Suite("In the README", .exactOnly, .deterministic)
  @MainActor
  struct InTheReadme {
    @Test("When items are loaded then they are shown, the user is notified, and they are not loaded again")
    func whenItemsAreLoaded_thenTheyAreShownOnce() async throws {
      let client = Client()
      let sut = ViewModel(client)
      sut.onAppear()
      await expectEventually("three items are loaded", equals: 3) { sut.items.count }
      let alert = try await requireEventually { sut.alert }
      await expectAlways(for: .seconds(3_600)) { client.callCount == 1 }  // virtual time in a deterministic test
      expectSuccess(sut.result, equals: ["Tea", "Milk", "Bun"])
      #expect(alert.title == "Offline")
    }

    @Test("When an item is missing then the failure tells the counts that were seen")
    func whenItemIsMissing_thenFailureTellsCounts() async {
      let sut = ViewModel(Client(items: ["Tea", "Milk"]))
      let issues = await recordedIssues {
        sut.onAppear()
        await expectEventually("three items are loaded", equals: 3) { sut.items.count }
      }
      let text = """
        three items are loaded
        The value never became 3
        Checked 3 times. Seen: 1, 2.
        No task in this test can make progress.
        Pass `within:` to wait for an event outside the test.
        """
      #expect(issues.map(\.text) == [text])
    }
  }
}

@Suite("Uploads", .waitLimit(.seconds(60)))
struct UploadTests {
  @Test("When a photo is uploaded then the server gets it, and has a minute for it")
  @MainActor
  func whenPhotoIsUploaded_thenServerHasIt() async {
    let server = Server()
    Task { server.receive("cat.jpg") }
    await expectEventually(equals: ["cat.jpg"]) { server.photos }
    #expect(WaitLimit.current == .seconds(60))
  }
}

// MARK: - Production code

/// Shows what it knows at once, and the rest when it is loaded.
@MainActor
private final class ViewModel {
  struct Alert { var title: String }

  private let client: Client
  private(set) var items: [String] = []
  private(set) var result: Result<[String], any Error> = .success([])
  private(set) var alert: Alert?

  init(_ client: Client = Client()) { self.client = client }

  func onAppear() {
    items = ["Tea"]
    Task {
      items = await client.savedItems()
      result = .success(items)
      alert = Alert(title: "Offline")
    }
  }
}

private actor Cache {
  private(set) var count = 0

  func fill() { count = 3 }
}

@MainActor
private struct Search {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func search(_ text: String) {
    Task {
      try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
      await client.savedItems()
    }
  }
}

// MARK: - Test doubles

@MainActor
private final class Client {
  private let storage: Storage
  private(set) var callCount = 0

  init(items: [String] = ["Tea", "Milk", "Bun"]) { storage = Storage(items: items) }

  @discardableResult
  func savedItems() async -> [String] {
    callCount += 1
    return await storage.load()
  }
}

private actor Storage {
  private let items: [String]

  init(items: [String]) { self.items = items }

  func load() -> [String] { items }
}

@MainActor
private final class Server {
  private(set) var photos: [String] = []

  func receive(_ photo: String) { photos.append(photo) }
}
