/// Shows networks only while the app may use the location, and says so while it may not.
///
/// The system hides the names of networks from apps without that permission. This decorator makes the rule visible: it
/// scans while the permission is there, tells of the issue while it is not, and scans again once it is given back.
public struct LocationAwareWiFiConnectionUseCase: WiFiConnectionUseCase {
  private let locationUseCase: any LocationServicesAuthorizationStatusUseCase
  private let decoratedUseCase: any WiFiConnectionUseCase

  /// Puts the rule in front of another use case.
  public init(
    locationUseCase: any LocationServicesAuthorizationStatusUseCase,
    decoratedUseCase: any WiFiConnectionUseCase
  ) {
    self.locationUseCase = locationUseCase
    self.decoratedUseCase = decoratedUseCase
  }

  public var currentNetworkName: String? {
    get async { await decoratedUseCase.currentNetworkName }
  }

  public func connect(to network: WiFiNetwork, password: String?) async throws(WifiConnectionError) {
    try await decoratedUseCase.connect(to: network, password: password)
  }

  public func disconnect() async throws(WifiDisconnectionError) {
    try await decoratedUseCase.disconnect()
  }

  public func availableNetworks() async throws -> AsyncStream<AvailableNetworks> {
    let (stream, continuation) = AsyncStream.makeStream(of: AvailableNetworks.self)
    let watching = Task { [locationUseCase, decoratedUseCase] in
      var scanning: Task<Void, Never>?
      for await status in locationUseCase.statuses {
        scanning?.cancel()
        await scanning?.value
        switch status {
        case .enabled:
          scanning = Task { await Self.scan(decoratedUseCase, into: continuation) }
        case .disabled:
          scanning = nil
          continuation.yield(.scanningIssue(.locationServicesNotAvailable))
        }
      }
      scanning?.cancel()
      continuation.finish()
    }
    continuation.onTermination = { _ in watching.cancel() }
    return stream
  }

  private static func scan(
    _ useCase: any WiFiConnectionUseCase,
    into continuation: AsyncStream<AvailableNetworks>.Continuation
  ) async {
    do {
      for await element in try await useCase.availableNetworks() { continuation.yield(element) }
    } catch {
      continuation.yield(.scanningIssue(.scanFailed))
    }
  }
}
