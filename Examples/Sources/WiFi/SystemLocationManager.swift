#if canImport(CoreLocation) && !os(Linux)
  import CoreLocation

  /// The system's location manager behind the app's protocol.
  @MainActor
  public final class SystemLocationManager: NSObject, LocationManager {
    public weak var authorizationDelegate: (any LocationManagerAuthorizationDelegate)?
    private let manager = CLLocationManager()

    public override init() {
      super.init()
      manager.delegate = self
    }

    public var authorization: LocationManagerAuthorization {
      switch manager.authorizationStatus {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      default: .authorized
      }
    }

    public func requestWhenInUseAuthorization() {
      manager.requestWhenInUseAuthorization()
    }
  }

  extension SystemLocationManager: CLLocationManagerDelegate {
    nonisolated public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      // The system calls the delegate on the thread that made the manager: the main one.
      MainActor.assumeIsolated { authorizationDelegate?.locationManagerDidChangeAuthorization(self) }
    }
  }
#endif
