import Foundation
import Sessions
import Testing
import TestingSupport

@Suite("Keeping the session in the settings", .deterministic)
struct UserDefaultsSessionRepositoryTests {
  @Test("When nothing was kept then there is no session")
  func whenNothingWasKept_thenThereIsNoSession() async {
    await withSUT { sut, _ in
      expectSuccess(await sut.getSession(), equals: nil)
    }
  }

  @Test("When a session was kept then it is the same when the app starts again")
  func whenSessionWasKept_thenItIsTheSame() async {
    await withSUT { sut, _ in
      let session = Session.fixture

      expectSuccess(await sut.saveSession(session))

      expectSuccess(await sut.getSession(), equals: session)
    }
  }

  @Test("When what was kept cannot be read then it is told")
  func whenWhatWasKeptCannotBeRead_thenItIsTold() async {
    await withSUT { sut, settings in
      settings?.set(["id": "no identifier"], forKey: "session")

      expectFailure(await sut.getSession(), equals: .unavailable)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func withSUT(_ body: (UserDefaultsSessionRepository, UserDefaults?) async -> Void) async {
  let suiteName = "SessionsTests-\(UUID().uuidString)"
  await body(UserDefaultsSessionRepository(suiteName: suiteName), UserDefaults(suiteName: suiteName))
  UserDefaults().removePersistentDomain(forName: suiteName)
}
