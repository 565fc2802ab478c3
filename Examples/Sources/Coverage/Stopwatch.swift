/// A clock of any kind, read as the time since it was first looked at.
struct Stopwatch: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init(clock: any Clock<Duration>) {
    self.init(opened: clock)
  }

  private init<C: Clock<Duration>>(opened clock: C) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  var now: Moment { Moment(sinceStart: elapsed()) }

  func sleep(for duration: Duration) async throws {
    try await wait(duration)
  }
}

/// A point in time on a ``Stopwatch``.
struct Moment: Hashable, Sendable {
  fileprivate let sinceStart: Duration

  func duration(to other: Moment) -> Duration { other.sinceStart - sinceStart }
}
