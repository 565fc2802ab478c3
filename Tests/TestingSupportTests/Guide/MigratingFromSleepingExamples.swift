import Testing
import TestingSupport

// The new side of the page "Migrating from sleeping"; the old one is `OldWaysSleeping.swift`.

@Suite("The profile, without sleeping", .deterministic, .tracksMemoryLeaks)
@MainActor
struct MigratingFromSleepingExamples {
  @Test("When the screen appears then the name is shown")
  func whenScreenAppears_thenNameIsShown() async {
    let (sut, _) = makeSUT()

    sut.onAppear()

    await expectEventually(equals: "Ann") { sut.name }
  }

  @Test("When the answer is on its way then the screen shows that it loads")
  func whenAnswerIsOnItsWay_thenScreenShowsThatItLoads() async {
    let gate = Gate()
    let (sut, loader) = makeSUT()
    loader.loads.result = .success("Ann").held(at: gate)

    sut.onAppear()
    await gate.waitUntilReached()
    #expect(sut.isLoading)

    gate.open()
    await expectEventually { !sut.isLoading }
  }

  @Test("When the screen goes before the answer comes then the name stays unknown")
  func whenScreenGoesBeforeAnswerComes_thenNameStaysUnknown() async {
    let gate = Gate()
    let (sut, loader) = makeSUT()
    loader.loads.result = .success("Ann").held(at: gate, whenCancelled: .failure(.cancelled))

    sut.onAppear()
    await gate.waitUntilReached()
    sut.onDisappear()

    await expectAlways { sut.name == "" }
  }
}

@Suite("The profile, without a schedule", .tracksMemoryLeaks)
@MainActor
struct MigratingFromSleepingPlainExamples {
  @Test("When the screen appears then the name comes in its own time")
  func whenScreenAppears_thenNameComesInItsOwnTime() async {
    let (sut, _) = makeSUT()

    sut.onAppear()

    await expectEventually(equals: "Ann") { sut.name }
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
