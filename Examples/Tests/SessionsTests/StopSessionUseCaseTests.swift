import Sessions
import Testing
import TestingSupport

@Suite("Stopping a session", .deterministic, .tracksMemoryLeaks)
struct StopSessionUseCaseTests {
  private let repository: SessionRepositorySpy
  private let monitor: MonitorSpy
  private let sut: StopSessionUseCase

  init() {
    repository = trackForMemoryLeaks(SessionRepositorySpy())
    monitor = trackForMemoryLeaks(MonitorSpy())
    sut = StopSessionUseCase(repository: repository, monitor: monitor)
  }

  @Test("When a running session is stopped then it is finished and kept")
  func whenRunningSessionIsStopped_thenItIsFinishedAndKept() async throws {
    let running = Session.fixture.with(\.status, .active)

    let stopped = try await sut.execute(running)

    #expect([stopped, repository.save.calls.last] == [running.with(\.status, .finished), stopped])
  }

  @Test(
    "When a session is not running then it cannot be stopped",
    arguments: [Session.Status.idle, .paused, .finished]
  )
  func whenSessionIsNotRunning_thenItCannotBeStopped(status: Session.Status) async {
    await #expect(throws: SessionError.rule(.notRunning)) {
      try await sut.execute(Session.fixture.with(\.status, status))
    }
  }

  @Test("When the stopped session cannot be kept then the error is passed on")
  func whenStoppedSessionCannotBeKept_thenErrorIsPassedOn() async {
    repository.save.result = .failure(.unavailable)

    await #expect(throws: SessionError.repository(.unavailable)) {
      try await sut.execute(Session.fixture.with(\.status, .active))
    }
  }
}
