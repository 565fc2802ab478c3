import Sessions
import Testing
import TestingSupport

@Suite("Starting a session", .deterministic, .tracksMemoryLeaks)
struct StartSessionUseCaseTests {
  @Suite("Rules")
  struct RulesTests {
    @Test("When a planned session is started then it is active and kept")
    func whenPlannedSessionIsStarted_thenItIsActiveAndKept() async throws {
      let planned = PlannedSessionBuilder().build()
      let (sut, repository, _) = makeSUT()

      let started = try await sut.execute(planned)

      #expect(started == planned.with(\.status, .active))
      #expect(repository.save.calls == [started])
    }

    @Test("When the session is too short then it is not started")
    func whenSessionIsTooShort_thenItIsNotStarted() async {
      let (sut, repository, _) = makeSUT()

      await #expect(throws: SessionError.rule(.tooShort)) {
        try await sut.execute(PlannedSessionBuilder().lasting(10).build())
      }

      #expect(repository.save.calls == [])
    }

    @Test("When the session is running then it is not started again")
    func whenSessionIsRunning_thenItIsNotStartedAgain() async {
      let (sut, _, _) = makeSUT()

      await #expect(throws: SessionError.rule(.alreadyRunning)) {
        try await sut.execute(PlannedSessionBuilder().build().with(\.status, .active))
      }
    }

    @Test("When the session cannot be kept then nobody watches it")
    func whenSessionCannotBeKept_thenNobodyWatchesIt() async {
      let (sut, repository, monitor) = makeSUT()
      repository.save.result = .failure(.unavailable)

      await #expect(throws: SessionError.repository(.unavailable)) {
        try await sut.execute(PlannedSessionBuilder().build())
      }

      #expect(monitor.started.calls == [])
    }
  }

  @Suite("Delegate")
  struct DelegateTests {
    @Test("When a session starts then the delegate is notified")
    func whenSessionStarts_thenDelegateIsNotified() async throws {
      try await confirmation("The delegate is told of the start") { started in
        let delegate = SessionMonitorDelegateSpy(onStart: { started() })
        let (sut, _, _) = makeSUT(delegate: delegate)

        _ = try await sut.execute(PlannedSessionBuilder().build())
      }
    }

    @Test("When two sessions start then the delegate is told of each")
    func whenTwoSessionsStart_thenDelegateIsToldOfEach() async throws {
      try await confirmation("The delegate is told of each start", expectedCount: 2) { started in
        let delegate = SessionMonitorDelegateSpy(onStart: { started() })
        let (sut, _, _) = makeSUT(delegate: delegate)

        for _ in 1...2 { _ = try await sut.execute(PlannedSessionBuilder().build()) }
      }
    }

    @Test("When a session ends then it is kept as finished and the delegate is notified")
    func whenSessionEnds_thenDelegateIsNotified() async throws {
      let planned = PlannedSessionBuilder().build()
      let delegate = SessionMonitorDelegateSpy()
      let (sut, repository, monitor) = makeSUT(delegate: delegate)
      _ = try await sut.execute(planned)

      await monitor.simulateEndOfSession()

      #expect(delegate.finished.calls == [planned.with(\.status, .finished)])
      #expect(repository.save.calls.last == planned.with(\.status, .finished))
    }

    @Test("When the delegate is told of the end then the session is kept already")
    func whenDelegateIsToldOfEnd_thenSessionIsKeptAlready() async throws {
      let delegate = SessionMonitorDelegateSpy()
      let (sut, repository, monitor) = makeSUT(delegate: delegate)
      let kept = LockIsolated<Session.Status?>(nil)
      delegate.finished.result = .success(())
        .reportingProgress { kept.setValue(repository.save.calls.last?.status) }
      _ = try await sut.execute(PlannedSessionBuilder().build())

      await monitor.simulateEndOfSession()

      #expect(kept.value == .finished)
    }

    // The verdict is that of the leak tracking in `makeSUT`.
    @Test("When the delegate keeps the use case then neither keeps the other alive")
    func whenDelegateKeepsUseCase_thenNeitherKeepsOtherAlive() {
      let delegate = trackForMemoryLeaks(SessionMonitorDelegateSpy())
      let (sut, _, _) = makeSUT(delegate: delegate)

      delegate.useCase.setValue(sut)
    }

    @Test("When the delegate is gone then the end of a session is kept all the same")
    func whenDelegateIsGone_thenEndIsKept() async throws {
      let (sut, repository, monitor) = makeSUT(delegate: SessionMonitorDelegateSpy())
      _ = try await sut.execute(PlannedSessionBuilder().build())

      await monitor.simulateEndOfSession()

      #expect(repository.save.calls.last?.status == .finished)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  delegate: SessionMonitorDelegateSpy? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (StartSessionUseCase, SessionRepositorySpy, MonitorSpy) {
  let (repository, monitor) = (SessionRepositorySpy(), MonitorSpy())
  let sut = StartSessionUseCase(repository: repository, monitor: monitor, delegate: delegate)
  trackForMemoryLeaks(sut, repository, monitor, sourceLocation: sourceLocation)
  return (sut, repository, monitor)
}
