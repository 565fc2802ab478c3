/// Is told of what happens to a session.
public protocol SessionMonitorDelegate: AnyObject, Sendable {
  /// A session has begun.
  func sessionDidStart(_ session: Session)
  /// A session has ended.
  func sessionDidFinish(_ session: Session)
}

/// Watches over sessions: the boundary to the system's timers and notifications.
public protocol MonitorProtocol: Sendable {
  /// Watches a session until its time is over. Returns once it does.
  func start(_ session: Session, onComplete: @escaping @Sendable () async -> Void) async
  /// Watches no more.
  func stop(_ session: Session) async
}

/// Watches over sessions with a clock.
public actor ClockMonitor: MonitorProtocol {
  private let clock: any Clock<Duration>
  private var watches: [Session.ID: Task<Void, Never>] = [:]

  /// Measures time with a clock.
  public init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  public func start(_ session: Session, onComplete: @escaping @Sendable () async -> Void) {
    watches[session.id]?.cancel()
    watches[session.id] = Task { [clock] in
      guard (try? await clock.sleep(for: .seconds(session.duration))) != nil else { return }
      await onComplete()
    }
  }

  public func stop(_ session: Session) {
    watches.removeValue(forKey: session.id)?.cancel()
  }

  deinit {
    for watch in watches.values { watch.cancel() }
  }
}
