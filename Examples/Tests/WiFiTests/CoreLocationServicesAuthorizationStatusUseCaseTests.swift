import Testing
import TestingSupport
import WiFi

@Suite("Location authorization", .deterministic, .tracksMemoryLeaks)
@MainActor
struct CoreLocationServicesAuthorizationStatusUseCaseTests {
  @Suite("Statuses")
  @MainActor
  struct StatusesTests {
    @Test("When initialized with enabled status then the statuses stream yields enabled immediately")
    func whenInitializedWithEnabledStatus_thenStatusesStreamYieldsEnabledImmediately() async {
      let (sut, _) = makeSUT(authorization: .authorized)

      await expect(sut.statuses, delivers: [.enabled])
    }

    @Test(
      "When initialized with a refusal then the statuses stream yields disabled",
      arguments: [LocationManagerAuthorization.denied, .restricted]
    )
    func whenInitializedWithRefusal_thenStatusesStreamYieldsDisabled(
      authorization: LocationManagerAuthorization
    ) async {
      let (sut, _) = makeSUT(authorization: authorization)

      await expect(sut.statuses, delivers: [.disabled])
    }

    @Test("When authorization changes multiple times then the statuses stream yields all changes")
    func whenAuthorizationChangesMultipleTimes_thenStatusesStreamYieldsAllChanges() async {
      let (sut, manager) = makeSUT(authorization: .authorized)

      await withProbe(of: sut.statuses) { statuses in
        await statuses.expectNext(.enabled)
        manager.simulateDelegateDidChangeAuthorization(to: .denied)
        await statuses.expectNext(.disabled)
        manager.simulateDelegateDidChangeAuthorization(to: .authorized)
        await statuses.expectNext(.enabled)
        manager.simulateDelegateDidChangeAuthorization(to: .restricted)
        await statuses.expectNext(.disabled)
      }
    }

    @Test("When there are several listeners then each is told of every change")
    func whenSeveralListeners_thenEachIsToldOfEveryChange() async {
      let (sut, manager) = makeSUT(authorization: .authorized)

      await withProbes(of: sut.statuses, sut.statuses, sut.statuses) { first, second, third in
        for statuses in [first, second, third] { await statuses.expectNext(.enabled) }

        manager.simulateDelegateDidChangeAuthorization(to: .denied)

        for statuses in [first, second, third] { await statuses.expectNext(.disabled) }
      }
    }

    @Test("When initialized with a status not determined then the statuses stream yields no initial status")
    func whenInitializedWithNotDeterminedStatus_thenYieldsNoInitialStatus() async {
      let (sut, _) = makeSUT(authorization: .notDetermined)

      await expectNothing(from: sut.statuses)
    }
  }

  @Suite("Asking")
  @MainActor
  struct AskingTests {
    @Test("When initialized with a status not determined then authorization is requested")
    func whenInitializedWithNotDeterminedStatus_thenRequestsAuthorization() {
      let (_, manager) = makeSUT(authorization: .notDetermined)

      #expect(manager.request.callCount == 1)
    }

    @Test(
      "When initialized with a decision then authorization is not requested",
      arguments: [LocationManagerAuthorization.authorized, .denied, .restricted]
    )
    func whenInitializedWithDecision_thenDoesNotRequestAuthorization(authorization: LocationManagerAuthorization) {
      let (_, manager) = makeSUT(authorization: authorization)

      #expect(manager.request.callCount == 0)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  authorization: LocationManagerAuthorization,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (CoreLocationServicesAuthorizationStatusUseCase, LocationManagerSpy) {
  let manager = LocationManagerSpy(authorization: authorization)
  let sut = CoreLocationServicesAuthorizationStatusUseCase(manager: manager)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(manager, sourceLocation: sourceLocation)
  return (sut, manager)
}

// MARK: - Test Doubles

@MainActor
private final class LocationManagerSpy: LocationManager {
  private(set) var authorization: LocationManagerAuthorization
  weak var authorizationDelegate: (any LocationManagerAuthorizationDelegate)?
  let request = FunctionSpy<Void, Void, Never>(.success(()))

  init(authorization: LocationManagerAuthorization) {
    self.authorization = authorization
  }

  func requestWhenInUseAuthorization() {
    request.call()
  }

  func simulateDelegateDidChangeAuthorization(to authorization: LocationManagerAuthorization) {
    self.authorization = authorization
    authorizationDelegate?.locationManagerDidChangeAuthorization(self)
  }
}
