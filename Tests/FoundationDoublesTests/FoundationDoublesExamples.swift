import Foundation
import FoundationDoubles
import StreamExpectations
import Testing

// The examples of the documentation.

@Suite("Files, dates and notifications")
struct FoundationDoublesExamples {
  @Test("When a note is saved then another store of the same directory has it")
  func whenNoteIsSaved_thenAnotherStoreHasIt() async throws {
    try await withTemporaryDirectory { directory in
      let store = NoteStore(directory: directory)
      try store.save("Buy milk", as: "todo")
      #expect(try NoteStore(directory: directory).note("todo") == "Buy milk")
    }
  }

  @Test("When a setting is changed then it is kept")
  func whenSettingIsChanged_thenItIsKept() async {
    await withUserDefaults { defaults in
      Settings(defaults: defaults).isDark = true
      #expect(Settings(defaults: defaults).isDark)
    }
  }

  @Test("When the month changes then the greeting does")
  func whenMonthChanges_thenGreetingDoes() {
    let date = ManualDate(.fixed("2026-02-28T23:59:00Z"))
    let sut = Greeting(now: date.now)

    date.advance(by: .seconds(60))

    #expect(sut.text == "Hello, March")
  }

  @Test("Dates that are the same everywhere")
  func whenDatesAreFixed_thenTheyAreTheSameEverywhere() {
    let leapDay = Date.fixed("2024-02-29")
    let launch = Date.fixed("2024-02-29T12:30:00Z")
    #expect(Calendar.fixed.isDate(leapDay, inSameDayAs: launch))
  }

  @Test("When a session expires then its reason is posted")
  func whenSessionExpires_thenReasonIsPosted() async {
    let center = NotificationCenter()
    let session = Session(center: center)
    let notification = await expectNotification(.didLogOut, from: center) {
      await session.logOut()
    }
    #expect(notification?.userInfo?["reason"] as? String == "expired")
  }

  @Test("When a session ends twice then both are posted")
  func whenSessionEndsTwice_thenBothArePosted() async {
    let center = NotificationCenter()
    let session = Session(center: center)
    let logOuts = notifications(.didLogOut, from: center) { $0.userInfo?["reason"] as? String }
    await expect(logOuts, delivers: ["expired", nil]) {
      await session.logOut()
      center.post(name: .didLogOut, object: nil)
    }
  }

  @Test("When an item is encoded then the API's names are used")
  func whenItemIsEncoded_thenNamesOfAPIAreUsed() {
    expectRoundTrip(
      Item(name: "Milk", isDone: false),
      json: #"{"name": "Milk", "is_done": false}"#
    )
  }

  @Test("When a response is kept beside the tests then it can be read")
  func whenResponseIsKeptBesideTests_thenItCanBeRead() throws {
    let data = try fixtureData("items.json")
    #expect(!data.isEmpty)
  }
}

// MARK: - What is tested

private struct NoteStore {
  let directory: URL

  func save(_ text: String, as name: String) throws {
    try Data(text.utf8).write(to: directory.appendingPathComponent(name))
  }

  func note(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
  }
}

private struct Settings {
  let defaults: UserDefaults

  var isDark: Bool {
    get { defaults.bool(forKey: "isDark") }
    nonmutating set { defaults.set(newValue, forKey: "isDark") }
  }
}

private struct Greeting {
  let now: @Sendable () -> Date

  var text: String {
    let month = Calendar.fixed.component(.month, from: now())
    return "Hello, \(Calendar.fixed.standaloneMonthSymbols[month - 1])"
  }
}

private struct Session: Sendable {
  let center: NotificationCenter

  func logOut() async {
    center.post(name: .didLogOut, object: nil, userInfo: ["reason": "expired"])
  }
}

private struct Item: Codable, Equatable {
  enum CodingKeys: String, CodingKey {
    case name
    case isDone = "is_done"
  }

  var name: String
  var isDone: Bool
}

extension Notification.Name {
  fileprivate static let didLogOut = Notification.Name("session.didLogOut")
}
