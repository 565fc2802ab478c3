/// The screen of the session.
@MainActor
public final class SessionViewModel {
  /// What the screen shows.
  public enum State: Hashable, Sendable {
    case idle
    case loading
    case loaded
    case failed(message: String)
  }

  public private(set) var state: State = .idle
  public private(set) var session: Session?
  /// Is called whenever loading has ended.
  public var onComplete: (@MainActor () -> Void)?

  private let getSession: GetSessionUseCase
  private let startSession: StartSessionUseCase
  private let stopSession: StopSessionUseCase

  public init(getSession: GetSessionUseCase, startSession: StartSessionUseCase, stopSession: StopSessionUseCase) {
    self.getSession = getSession
    self.startSession = startSession
    self.stopSession = stopSession
  }

  /// Whether something is on its way.
  public var isLoading: Bool { state == .loading }

  /// Shows the session that is kept.
  public func load() async {
    state = .loading
    switch await getSession.execute() {
    case .success(let kept):
      session = kept
      state = .loaded
    case .failure(let error):
      state = .failed(message: error.message)
    }
    onComplete?()
  }

  /// The person taps "start".
  public func start() async {
    await change { (planned) async throws(SessionError) in try await startSession.execute(planned) }
  }

  /// The person taps "stop".
  public func stop() async {
    await change { (running) async throws(SessionError) in try await stopSession.execute(running) }
  }

  private func change(_ work: (Session) async throws(SessionError) -> Session) async {
    guard let current = session else { return }
    state = .loading
    do {
      session = try await work(current)
      state = .loaded
    } catch {
      state = .failed(message: error.message)
    }
  }
}

extension RepositoryError {
  fileprivate var message: String {
    switch self {
    case .notFound: "There is no session."
    case .unavailable: "Sessions cannot be read at the moment."
    }
  }
}

extension SessionError {
  fileprivate var message: String {
    switch self {
    case .rule(.tooShort): "A session lasts a minute at least."
    case .rule(.alreadyRunning): "The session is running already."
    case .rule(.notRunning): "The session is not running."
    case .repository(let error): error.message
    }
  }
}
