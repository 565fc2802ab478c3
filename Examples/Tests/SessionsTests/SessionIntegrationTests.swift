import Foundation
import Sessions
import Testing
import TestingSupport

/// The screen over the real settings and the real monitor: only the settings' place and the clock belong to the test.
@Suite("The screen of the session over the user's settings", .deterministic, .tracksMemoryLeaks)
@MainActor
struct SessionIntegrationTests {
  @Test("When the user starts a session then it is active after a restart")
  func whenUserStartsSession_thenItIsActiveAfterRestart() async throws {
    try await withUserDefaults { defaults in
      let planned = PlannedSessionBuilder().build()
      let sut = try await makeSUT(defaults, kept: planned)
      await sut.load()
      await sut.start()

      let afterRestart = try await makeSUT(defaults)
      await afterRestart.load()

      #expect(afterRestart.session == planned.with(\.status, .active))
    }
  }

  @Test("When the time of a session is over then it is finished after a restart")
  func whenTimeOfSessionIsOver_thenItIsFinishedAfterRestart() async throws {
    try await withUserDefaults { defaults in
      let clock = TestClock()
      let delegate = SessionMonitorDelegateSpy()
      let sut = try await makeSUT(
        defaults,
        kept: PlannedSessionBuilder().lasting(60).build(),
        clock: clock,
        delegate: delegate
      )
      await sut.load()
      await sut.start()
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(60))
      await delegate.finished.waitForCalls(1)

      let afterRestart = try await makeSUT(defaults)
      await afterRestart.load()

      #expect(afterRestart.session?.status == .finished)
    }
  }

  @Test("When the user stops a session then the monitor watches nothing any more")
  func whenUserStopsSession_thenMonitorWatchesNothing() async throws {
    try await withUserDefaults { defaults in
      let clock = TestClock()
      let sut = try await makeSUT(defaults, kept: PlannedSessionBuilder().build(), clock: clock)
      await sut.load()
      await sut.start()
      await clock.waitForSleepers()

      await sut.stop()

      await expectEventually { clock.sleeperCount == 0 }
    }
  }

  @Test("When what was kept cannot be read then the screen tells it")
  func whenWhatWasKeptCannotBeRead_thenScreenTellsIt() async throws {
    try await withUserDefaults { defaults in
      let sut = try await makeSUT(defaults)
      defaults.set(["id": "no identifier"], forKey: "session")

      await sut.load()

      #expect(sut.state == .failed(message: "Sessions cannot be read at the moment."))
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  _ defaults: UserDefaults,
  kept session: Session? = nil,
  clock: TestClock<Duration> = TestClock(),
  delegate: SessionMonitorDelegateSpy = SessionMonitorDelegateSpy(),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> SessionViewModel {
  let repository = UserDefaultsSessionRepository(defaults: defaults)
  if let session { try await repository.saveSession(session).get() }
  let container = TestDIContainer.configured(sessionRepository: repository, monitor: ClockMonitor(clock: clock))
  let sut = try #require(container.makeSessionViewModel(delegate: delegate), sourceLocation: sourceLocation)
  trackForMemoryLeaks(sut, repository, container, delegate, sourceLocation: sourceLocation)
  return sut
}
