import Sessions
import Testing
import TestingSupport

/// The screen and the use cases together, as the container makes them, with doubles at the boundary only.
@Suite("The screen that the container makes", .deterministic, .tracksMemoryLeaks)
@MainActor
struct DIContainerTests {
  @Test("When the user starts the session that is kept then it is active on the screen and in the repository")
  func whenUserStartsKeptSession_thenItIsActiveEverywhere() async throws {
    let planned = PlannedSessionBuilder().build()
    let (sut, repository, _) = try makeSUT(kept: planned)
    await sut.load()

    await sut.start()

    #expect(sut.session == planned.with(\.status, .active))
    #expect(repository.save.calls == [planned.with(\.status, .active)])
  }

  @Test("When the user stops the running session then it is finished on the screen and watched no more")
  func whenUserStopsRunningSession_thenItIsFinishedAndNotWatched() async throws {
    let running = Session.fixture.with(\.status, .active)
    let (sut, _, monitor) = try makeSUT(kept: running)
    await sut.load()

    await sut.stop()

    #expect(sut.session == running.with(\.status, .finished))
    #expect(monitor.stopped.calls == [running])
  }

  @Test("When the session breaks a rule then the screen tells which")
  func whenSessionBreaksRule_thenScreenTellsWhich() async throws {
    let (sut, _, _) = try makeSUT(kept: PlannedSessionBuilder().lasting(1).build())
    await sut.load()

    await sut.start()

    #expect(sut.state == .failed(message: "A session lasts a minute at least."))
  }

  @Test("When something is missing in the container then there is no screen")
  func whenContainerLacksService_thenThereIsNoScreen() {
    #expect(DIContainer().makeSessionViewModel() == nil)
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  kept session: Session,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> (SessionViewModel, SessionRepositorySpy, MonitorSpy) {
  let (repository, monitor) = (SessionRepositorySpy(), MonitorSpy())
  repository.get.result = .success(session)
  let container = TestDIContainer.configured(sessionRepository: repository, monitor: monitor)
  let sut = try #require(container.makeSessionViewModel(), sourceLocation: sourceLocation)
  trackForMemoryLeaks(sut, repository, monitor, container, sourceLocation: sourceLocation)
  return (sut, repository, monitor)
}
