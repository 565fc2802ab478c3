import Sessions
import Testing
import TestingSupport

@Suite("The screen of the session", .deterministic, .tracksMemoryLeaks)
@MainActor
struct SessionViewModelTests {
  @Suite("Loading")
  @MainActor
  struct LoadingTests {
    @Test("When the session is on its way then the screen shows that it loads")
    func whenSessionIsOnItsWay_thenScreenIsLoading() async {
      let gate = Gate()
      let repository = SessionRepositorySpy()
      repository.get.result = .success(nil).held(at: gate)
      let sut = makeSUT(repository: repository)

      let loading = Task { await sut.load() }
      await gate.waitUntilReached()

      #expect(sut.isLoading)
      gate.open()
      await loading.value
    }

    @Test("When the session has come then it is shown")
    func whenSessionHasCome_thenItIsShown() async {
      let session = Session.fixture
      let repository = SessionRepositorySpy()
      repository.get.result = .success(session)
      let sut = makeSUT(repository: repository)

      await sut.load()

      #expect(sut.session == session)
      #expect(sut.state == .loaded)
    }

    @Test(
      "When the repository fails then the error is reported in words",
      arguments: [
        (RepositoryError.notFound, "There is no session."),
        (.unavailable, "Sessions cannot be read at the moment."),
      ]
    )
    func whenRepositoryFails_thenErrorIsReported(error: RepositoryError, message: String) async {
      let repository = SessionRepositorySpy()
      repository.get.result = .failure(error)
      let sut = makeSUT(repository: repository)

      await sut.load()

      #expect(sut.state == .failed(message: message))
    }

    @Test("When loading has ended then the caller is notified once")
    func whenLoadingHasEnded_thenCallbackIsCalled() async {
      let sut = makeSUT()

      await confirmation("Loading has ended") { completed in
        sut.onComplete = { completed() }
        await sut.load()
      }
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  repository: SessionRepositorySpy = SessionRepositorySpy(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> SessionViewModel {
  let monitor = MonitorSpy()
  let sut = SessionViewModel(
    getSession: GetSessionUseCase(repository: repository),
    startSession: StartSessionUseCase(repository: repository, monitor: monitor, delegate: nil),
    stopSession: StopSessionUseCase(repository: repository, monitor: monitor)
  )
  trackForMemoryLeaks(sut, repository, monitor, sourceLocation: sourceLocation)
  return sut
}
