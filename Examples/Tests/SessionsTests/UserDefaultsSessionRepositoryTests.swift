import Foundation
import Sessions
import Testing
import TestingSupport

@Suite("Keeping the session in the settings", .deterministic, .tracksMemoryLeaks)
struct UserDefaultsSessionRepositoryTests {
  @Test("When nothing was kept then there is no session")
  func whenNothingWasKept_thenThereIsNoSession() async {
    await withUserDefaults { defaults in
      expectSuccess(await makeSUT(defaults).getSession(), equals: nil)
    }
  }

  @Test("When a session was kept then it is the same when the app starts again")
  func whenSessionWasKept_thenItIsTheSame() async {
    await withUserDefaults { defaults in
      let session = Session.fixture

      expectSuccess(await makeSUT(defaults).saveSession(session))

      expectSuccess(await makeSUT(defaults).getSession(), equals: session)
    }
  }

  @Test("When what was kept cannot be read then it is reported")
  func whenWhatWasKeptCannotBeRead_thenItIsReported() async {
    await withUserDefaults { defaults in
      defaults.set(["id": "no identifier"], forKey: "session")

      expectFailure(await makeSUT(defaults).getSession(), equals: .unavailable)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  _ defaults: UserDefaults,
  sourceLocation: SourceLocation = #_sourceLocation
) -> UserDefaultsSessionRepository {
  trackForMemoryLeaks(UserDefaultsSessionRepository(defaults: defaults), sourceLocation: sourceLocation)
}
