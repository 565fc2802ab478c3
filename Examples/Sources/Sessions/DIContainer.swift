/// Knows which implementation stands behind each protocol of the app.
@MainActor
public final class DIContainer {
  private var implementations: [ObjectIdentifier: Any] = [:]

  public init() {}

  /// Puts an implementation behind a protocol, in place of the one before.
  public func register<Service>(_ service: Service.Type, implementation: Service) {
    implementations[ObjectIdentifier(service)] = implementation
  }

  /// The implementation behind a protocol; `nil` where none was registered.
  public func resolve<Service>(_ service: Service.Type) -> Service? {
    implementations[ObjectIdentifier(service)] as? Service
  }

  /// The screen of the session, with what stands behind the protocols; `nil` where something is missing.
  public func makeSessionViewModel(delegate: (any SessionMonitorDelegate)? = nil) -> SessionViewModel? {
    guard
      let repository = resolve((any SessionRepositoryProtocol).self),
      let monitor = resolve((any MonitorProtocol).self)
    else { return nil }
    return SessionViewModel(
      getSession: GetSessionUseCase(repository: repository),
      startSession: StartSessionUseCase(repository: repository, monitor: monitor, delegate: delegate),
      stopSession: StopSessionUseCase(repository: repository, monitor: monitor)
    )
  }
}
