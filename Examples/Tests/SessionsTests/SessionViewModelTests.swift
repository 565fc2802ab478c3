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
      let repository = SessionRepositoryStub()
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
      let repository = SessionRepositoryStub()
      repository.get.result = .success(session)
      let sut = makeSUT(repository: repository)

      await sut.load()

      #expect(sut.session == session)
      #expect(sut.state == .loaded)
    }

    @Test(
      "When the repository fails then the error is told in words",
      arguments: [
        (RepositoryError.notFound, "There is no session."),
        (.unavailable, "Sessions cannot be read at the moment."),
      ]
    )
    func whenRepositoryFails_thenErrorIsTold(error: RepositoryError, message: String) async {
      let repository = SessionRepositoryStub()
      repository.get.result = .failure(error)
      let sut = makeSUT(repository: repository)

      await sut.load()

      #expect(sut.state == .failed(message: message))
    }

    @Test("When loading has ended then whoever asked is told once")
    func whenLoadingHasEnded_thenCallbackIsCalled() async {
      let sut = makeSUT()

      await confirmation("Loading has ended") { completed in
        sut.onComplete = { completed() }
        await sut.load()
      }
    }
  }

  @Suite("With the container")
  @MainActor
  struct IntegrationTests {
    @Test("When the user starts the session that is kept then it is active on the screen and in the repository")
    func whenUserStartsKeptSession_thenItIsActiveEverywhere() async throws {
      let planned = PlannedSessionBuilder().build()
      let repository = SessionRepositoryStub()
      repository.get.result = .success(planned)
      let container = TestDIContainer.configured(sessionRepository: repository)
      let sut = try #require(container.makeSessionViewModel())
      await sut.load()

      await sut.start()

      #expect(
        [sut.session, repository.save.calls.last] == [planned.with(\.status, .active), planned.with(\.status, .active)]
      )
    }

    @Test("When the user stops the running session then it is finished on the screen and watched no more")
    func whenUserStopsRunningSession_thenItIsFinishedAndNotWatched() async throws {
      let running = Session.fixture.with(\.status, .active)
      let (repository, monitor) = (SessionRepositoryStub(), MonitorSpy())
      repository.get.result = .success(running)
      let container = TestDIContainer.configured(sessionRepository: repository, monitor: monitor)
      let sut = try #require(container.makeSessionViewModel())
      await sut.load()

      await sut.stop()

      #expect(sut.session == running.with(\.status, .finished))
      #expect(monitor.stopped.calls == [running])
    }

    @Test("When the session breaks a rule then the screen tells which")
    func whenSessionBreaksRule_thenScreenTellsWhich() async throws {
      let repository = SessionRepositoryStub()
      repository.get.result = .success(PlannedSessionBuilder().lasting(1).build())
      let container = TestDIContainer.configured(sessionRepository: repository)
      let sut = try #require(container.makeSessionViewModel())
      await sut.load()

      await sut.start()

      #expect(sut.state == .failed(message: "A session lasts a minute at least."))
    }

    @Test("When something is missing in the container then there is no screen")
    func whenContainerLacksService_thenThereIsNoScreen() {
      #expect(DIContainer().makeSessionViewModel() == nil)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  repository: SessionRepositoryStub = SessionRepositoryStub(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> SessionViewModel {
  let sut = SessionViewModel(
    getSession: GetSessionUseCase(repository: repository),
    startSession: StartSessionUseCase(repository: repository, monitor: MonitorSpy(), delegate: nil),
    stopSession: StopSessionUseCase(repository: repository, monitor: MonitorSpy())
  )
  return trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
}
