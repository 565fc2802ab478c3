/// Whether the app may use the location.
public enum LocationAuthorizationStatus: Hashable, Sendable {
  case enabled
  case disabled
}

/// Tells whether the app may use the location, now and whenever that changes.
public protocol LocationServicesAuthorizationStatusUseCase: Sendable {
  /// The current status, once it is known, then every change. Each access makes a stream of its own.
  var statuses: AsyncStream<LocationAuthorizationStatus> { get }
}

/// The part of the system's location manager that the app uses.
@MainActor
public protocol LocationManager: AnyObject {
  /// What the person has decided so far.
  var authorization: LocationManagerAuthorization { get }
  /// Who is told when that changes.
  var authorizationDelegate: (any LocationManagerAuthorizationDelegate)? { get set }
  /// Asks the person.
  func requestWhenInUseAuthorization()
}

/// What a person has decided about the use of the location.
public enum LocationManagerAuthorization: Hashable, Sendable {
  case notDetermined, denied, restricted, authorized
}

/// Is told when a person decides.
@MainActor
public protocol LocationManagerAuthorizationDelegate: AnyObject {
  /// The person has decided.
  func locationManagerDidChangeAuthorization(_ manager: any LocationManager)
}
