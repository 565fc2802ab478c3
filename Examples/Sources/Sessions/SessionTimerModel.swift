import Observation

/// The seconds that are left of a session, for a view that observes them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class SessionTimerModel {
  public private(set) var secondsLeft: Int

  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var counting: Task<Void, Never>?

  public init(secondsLeft: Int, clock: any Clock<Duration>) {
    self.secondsLeft = secondsLeft
    self.clock = clock
  }

  /// Counts down to zero.
  public func start() {
    counting?.cancel()
    counting = Task { [weak self, clock] in
      while (try? await clock.sleep(for: .seconds(1))) != nil, self?.tick() == true {}
    }
  }

  /// Counts one second, and returns whether there are more.
  private func tick() -> Bool {
    guard secondsLeft > 0 else { return false }
    secondsLeft -= 1
    return secondsLeft > 0
  }

  deinit {
    counting?.cancel()
  }
}
