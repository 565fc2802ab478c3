import Foundation
import Testing
import TestingSupport

// The new side of the page "Migrating from XCTest"; the old one is `OldWaysXCTest.swift`.

@Suite("The profile", .deterministic, .tracksMemoryLeaks)
@MainActor
struct MigratingFromXCTestExamples {
  @Test("When the screen appears then the name is shown")
  func whenScreenAppears_thenNameIsShown() async {
    let (sut, _) = makeSUT()

    sut.onAppear()

    await expectEventually(equals: "Ann") { sut.name }
  }

  @Test("When the name has come then the caller is notified once")
  func whenNameHasCome_thenCallbackIsCalledOnce() async {
    await withProbe(for: String.self, name: "onLoad") { loads in
      let (sut, _) = makeSUT()
      sut.onLoad = { [weak sut] in loads.send(sut?.name ?? "") }

      sut.onAppear()

      await loads.expectNext("Ann")
      await loads.expectSilence()
    }
  }

  @Test("When the screen appears twice then it loads once")
  func whenScreenAppearsTwice_thenItLoadsOnce() async {
    let (sut, loader) = makeSUT()

    sut.onAppear()
    sut.onAppear()
    await loader.loads.waitForCalls(1)

    await expectAlways { loader.loads.callCount == 1 }
  }

  @Test("When two profiles load then both tell it")
  func whenTwoProfilesLoad_thenBothTellIt() async {
    let loads = FunctionSpy<Void, Void, Never>()
    let models = [makeSUT().0, makeSUT().0]
    for sut in models {
      sut.onLoad = { loads.call() }
      sut.onAppear()
    }

    await loads.waitForCalls(2)
    #expect(models.map(\.name) == ["Ann", "Ann"])
  }
}

@Suite("Signing out", .deterministic)
struct SignOutExamples {
  @Test("When a person signs out then a notification is posted")
  func whenPersonSignsOut_thenNotificationIsPosted() async {
    let center = NotificationCenter()
    let sut = SignOut(center: center)

    await expectNotification(.didSignOut, from: center) { sut.perform() }
  }
}

@Suite("The rule for names")
struct NameRuleExamples {
  @Test(
    "When a name breaks the rule then the error says how",
    arguments: [("", ProfileError.empty), (String(repeating: "a", count: 21), .tooLong)]
  )
  func whenNameBreaksRule_thenErrorSaysHow(name: String, error: ProfileError) {
    #expect(throws: error) { try NameRule().check(name) }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (ProfileModel, ProfileLoaderSpy) {
  let loader = ProfileLoaderSpy()
  let sut = ProfileModel(loader: loader)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
  return (sut, loader)
}

// MARK: - Test Doubles

private final class ProfileLoaderSpy: ProfileLoader {
  let loads = FunctionSpy<Void, String, ProfileError>(.success("Ann"))

  func load() async throws(ProfileError) -> String {
    try await loads.callAsync()
  }
}
