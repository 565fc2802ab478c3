import Dispatch

/// Carries out actions at their time, unless they are cleared before.
///
/// For the limits of waits, which are hardly ever reached: to set and to clear an alarm costs two turns of a lock, and the
/// system is asked for a timer only when no earlier one is under way.
final class AlarmClock: Sendable {
  static let shared = AlarmClock()

  private let state = Locked(AlarmState())

  /// Sets an alarm, and gives back what clears it.
  func set(at time: DispatchTime, _ action: @escaping AlarmState.Action) -> AlarmState.ID {
    let (id, isNext) = state.withLock { $0.set(at: time, action) }
    if isNext { ring(at: time) }
    return id
  }

  /// Clears an alarm; none, if it has rung.
  func clear(_ id: AlarmState.ID) {
    // What the action holds is let go of after the lock.
    _ = state.withLock { $0.clear(id) }
  }

  private func ring(at time: DispatchTime) {
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: time) {
      let (due, next) = self.state.withLock { $0.ring(at: max(time, .now())) }
      for action in due { action() }
      if let next { self.ring(at: next) }
    }
  }
}

/// The alarms that are set, and when they have to be looked at next: the transitions, without any clock.
struct AlarmState: Sendable {
  typealias ID = Int
  typealias Action = @Sendable () -> Void

  private var alarms: [ID: (time: DispatchTime, action: Action)] = [:]
  private var count = 0
  private var nextRing = DispatchTime.distantFuture

  /// Adds an alarm, and says whether it is the one to ring next.
  mutating func set(at time: DispatchTime, _ action: @escaping Action) -> (id: ID, isNext: Bool) {
    count += 1
    alarms[count] = (time, action)
    guard time < nextRing else { return (count, false) }
    nextRing = time
    return (count, true)
  }

  mutating func clear(_ id: ID) -> Action? {
    alarms.removeValue(forKey: id)?.action
  }

  /// Takes the actions whose time has come, and says when to ring again, if that is not under way.
  mutating func ring(at now: DispatchTime) -> (due: [Action], next: DispatchTime?) {
    let due = alarms.filter { $0.value.time <= now }.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
    for alarm in due { alarms[alarm.key] = nil }
    guard nextRing <= now else { return (due.map(\.value.action), nil) }
    nextRing = alarms.values.map(\.time).min() ?? .distantFuture
    return (due.map(\.value.action), nextRing == .distantFuture ? nil : nextRing)
  }
}
