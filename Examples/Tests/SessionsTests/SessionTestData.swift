import Foundation
import Sessions
import TestingSupport

// Builders and containers that more than one suite of this domain uses. The generic `Builder` needs no code but the
// fixture; the hand-written one shows how little it takes where a type has `let` properties or rules of its own.

extension Session: Fixture {
  public static func fixture(_ values: inout FixtureValues) -> Session {
    Session(
      id: values.uuid(),
      status: values.case(),
      startDate: values.date(),
      duration: values.double(in: 60...7200)
    )
  }
}

extension Session: Buildable {}

/// Plans a session, by the rules: it has not begun, and lasts long enough unless a test says otherwise.
struct PlannedSessionBuilder {
  private var duration: TimeInterval = 3600

  func lasting(_ duration: TimeInterval) -> Self {
    var copy = self
    copy.duration = duration
    return copy
  }

  func build() -> Session {
    Session(id: anyUUID(), status: .idle, startDate: anyDate(), duration: duration)
  }
}

/// The app's container with doubles behind every protocol that a test does not care about.
enum TestDIContainer {
  @MainActor
  static func configured(
    sessionRepository: any SessionRepositoryProtocol = SessionRepositorySpy(),
    monitor: any MonitorProtocol = MonitorSpy()
  ) -> DIContainer {
    let container = DIContainer()
    container.register((any SessionRepositoryProtocol).self, implementation: sessionRepository)
    container.register((any MonitorProtocol).self, implementation: monitor)
    return container
  }
}

/// Answers as the test says, and records what it is asked to keep.
final class SessionRepositorySpy: SessionRepositoryProtocol {
  let get = FunctionSpy<Void, Session?, RepositoryError>(.success(nil))
  let save = FunctionSpy<Session, Void, RepositoryError>(.success(()))

  func getSession() async -> Result<Session?, RepositoryError> {
    await Result { () async throws(RepositoryError) in try await get.callAsync() }
  }

  func saveSession(_ session: Session) async -> Result<Void, RepositoryError> {
    await Result { () async throws(RepositoryError) in try await save.callAsync(session) }
  }
}

/// Keeps what is to be done at the end of a session until the test says that it has ended.
final class MonitorSpy: MonitorProtocol {
  let started = FunctionSpy<Session, Void, Never>(.success(()))
  let stopped = FunctionSpy<Session, Void, Never>(.success(()))
  private let completions = LockIsolated<[@Sendable () async -> Void]>([])

  func start(_ session: Session, onComplete: @escaping @Sendable () async -> Void) async {
    await started.callAsync(session)
    completions.withValue { $0.append(onComplete) }
  }

  func stop(_ session: Session) async {
    await stopped.callAsync(session)
  }

  func simulateEndOfSession() async {
    for completion in completions.value { await completion() }
  }
}

/// Records the sessions whose end it is notified of, and can retain the use case that notifies it.
final class SessionMonitorDelegateSpy: SessionMonitorDelegate {
  let finished = FunctionSpy<Session, Void, Never>(.success(()))
  let useCase = LockIsolated<StartSessionUseCase?>(nil)
  private let onStart: @Sendable () -> Void

  init(onStart: @escaping @Sendable () -> Void = {}) {
    self.onStart = onStart
  }

  func sessionDidStart(_ session: Session) {
    onStart()
  }

  func sessionDidFinish(_ session: Session) {
    finished.call(session)
  }
}

extension Result {
  fileprivate init(catching body: () async throws(Failure) -> Success) async {
    do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
