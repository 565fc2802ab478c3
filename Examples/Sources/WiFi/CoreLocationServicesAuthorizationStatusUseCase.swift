/// Turns the location manager's delegate calls into streams: one manager, any number of listeners.
@MainActor
public final class CoreLocationServicesAuthorizationStatusUseCase: LocationServicesAuthorizationStatusUseCase {
  private let manager: any LocationManager
  private var listeners: [Int: AsyncStream<LocationAuthorizationStatus>.Continuation] = [:]
  private var nextListener = 0

  /// Starts to watch, and asks the person if that was never done.
  public init(manager: any LocationManager) {
    self.manager = manager
    manager.authorizationDelegate = self
    if manager.authorization == .notDetermined { manager.requestWhenInUseAuthorization() }
  }

  nonisolated public var statuses: AsyncStream<LocationAuthorizationStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: LocationAuthorizationStatus.self)
    Task { @MainActor [weak self] in
      guard let self else { return continuation.finish() }
      add(continuation)
    }
    return stream
  }

  private func add(_ continuation: AsyncStream<LocationAuthorizationStatus>.Continuation) {
    let listener = nextListener
    nextListener += 1
    listeners[listener] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor [weak self] in self?.listeners[listener] = nil }
    }
    if let status = LocationAuthorizationStatus(manager.authorization) { continuation.yield(status) }
  }

  deinit {
    for continuation in listeners.values { continuation.finish() }
  }
}

extension CoreLocationServicesAuthorizationStatusUseCase: LocationManagerAuthorizationDelegate {
  public func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    guard let status = LocationAuthorizationStatus(manager.authorization) else { return }
    for continuation in listeners.values { continuation.yield(status) }
  }
}

extension LocationAuthorizationStatus {
  /// The status that a decision amounts to; `nil` while there is none.
  init?(_ authorization: LocationManagerAuthorization) {
    switch authorization {
    case .notDetermined: return nil
    case .denied, .restricted: self = .disabled
    case .authorized: self = .enabled
    }
  }
}
