/// Gives the session that is kept.
public struct GetSessionUseCase: Sendable {
  private let repository: any SessionRepositoryProtocol

  public init(repository: any SessionRepositoryProtocol) {
    self.repository = repository
  }

  public func execute() async -> Result<Session?, RepositoryError> {
    await repository.getSession()
  }
}

/// Why a session was not started or stopped.
public enum SessionError: Error, Hashable, Sendable {
  case rule(SessionRuleError)
  case repository(RepositoryError)
}

/// Starts a session and sees to it that its end is told.
public final class StartSessionUseCase: Sendable {
  private let repository: any SessionRepositoryProtocol
  private let monitor: any MonitorProtocol
  private let delegate: @Sendable () -> (any SessionMonitorDelegate)?

  public init(
    repository: any SessionRepositoryProtocol,
    monitor: any MonitorProtocol,
    delegate: (any SessionMonitorDelegate)?
  ) {
    self.repository = repository
    self.monitor = monitor
    self.delegate = { [weak delegate] in delegate }
  }

  public func execute(_ planned: Session) async throws(SessionError) -> Session {
    do { try planned.validate() } catch { throw .rule(error) }
    guard planned.status != .active else { throw .rule(.alreadyRunning) }
    var session = planned
    session.status = .active
    do { try await repository.saveSession(session).get() } catch { throw .repository(error) }
    await monitor.start(session) { [session, repository, delegate] in
      await Self.finish(session, in: repository, telling: delegate())
    }
    delegate()?.sessionDidStart(session)
    return session
  }

  private static func finish(
    _ session: Session,
    in repository: any SessionRepositoryProtocol,
    telling delegate: (any SessionMonitorDelegate)?
  ) async {
    var finished = session
    finished.status = .finished
    _ = await repository.saveSession(finished)
    delegate?.sessionDidFinish(finished)
  }
}

/// Stops a session before its time is over. Nobody is told: the person did it.
public struct StopSessionUseCase: Sendable {
  private let repository: any SessionRepositoryProtocol
  private let monitor: any MonitorProtocol

  public init(repository: any SessionRepositoryProtocol, monitor: any MonitorProtocol) {
    self.repository = repository
    self.monitor = monitor
  }

  public func execute(_ running: Session) async throws(SessionError) -> Session {
    guard running.status == .active else { throw .rule(.notRunning) }
    await monitor.stop(running)
    var finished = running
    finished.status = .finished
    do { try await repository.saveSession(finished).get() } catch { throw .repository(error) }
    return finished
  }
}
