#if canImport(Combine)
  import Combine
  import Sessions
  import Testing
  import TestingSupport

  @Suite("The status of the session", .deterministic, .tracksMemoryLeaks)
  @MainActor
  struct SessionStatusObjectTests {
    @Test("When the session was loaded then its status is shown")
    func whenSessionWasLoaded_thenStatusIsShown() async {
      let (sut, repository) = makeSUT()
      repository.get.result = .success(Session.fixture.with(\.status, .active))

      await sut.load()

      #expect(sut.text == "active")
    }

    @Test("When the session is loaded then a view sees each text")
    func whenSessionIsLoaded_thenViewSeesEachText() async {
      let (sut, repository) = makeSUT()
      repository.get.result = .success(Session.fixture.with(\.status, .paused))
      let texts = LockIsolated<[String]>([])
      let subscription = sut.$text.sink { text in texts.withValue { $0.append(text) } }

      await sut.load()

      #expect(texts.value == ["No session", "Loading", "paused"])
      subscription.cancel()
    }
  }

  // MARK: - makeSUT and Helper Factory Methods

  @MainActor
  private func makeSUT(
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> (SessionStatusObject, SessionRepositorySpy) {
    let repository = SessionRepositorySpy()
    let sut = SessionStatusObject(getSession: GetSessionUseCase(repository: repository))
    trackForMemoryLeaks(sut, repository, sourceLocation: sourceLocation)
    return (sut, repository)
  }
#endif
