internal import Dispatch
internal import TestingSupportCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Checks periodically, on a separate thread, whether a job of any deterministic test blocks its thread.
enum LaneMonitor {
  private struct State {
    var schedules: [ObjectIdentifier: Schedule] = [:]
    var isLooking = false
  }

  private static let state = Locked(State())
  static let interval = Duration.milliseconds(50)
  private static let roundsBeforeRest = 20

  /// Watches a schedule until ``forget(_:)``.
  static func watch(_ schedule: Schedule) {
    let starts = state.withLock { state in
      state.schedules[ObjectIdentifier(schedule)] = schedule
      defer { state.isLooking = true }
      return !state.isLooking
    }
    if starts { DispatchQueue(label: "deterministic tests: lanes", qos: .userInitiated).async(execute: look) }
  }

  static func forget(_ schedule: Schedule) {
    let forgotten = state.withLock { $0.schedules.removeValue(forKey: ObjectIdentifier(schedule)) }
    withExtendedLifetime(forgotten) {}
  }

  private static func look() {
    var idleRounds = 0
    var latest = DispatchTime.now()
    while idleRounds < roundsBeforeRest || !rest() {
      usleep(UInt32(interval / .microseconds(1)))
      let now = DispatchTime.now()
      let elapsed = Duration.nanoseconds(Int64(now.uptimeNanoseconds - latest.uptimeNanoseconds))
      latest = now
      let schedules = state.withLock { Array($0.schedules.values) }
      for schedule in schedules { schedule.lookAtLane(after: elapsed) }
      idleRounds = schedules.isEmpty ? idleRounds + 1 : 0
    }
  }

  private static func rest() -> Bool {
    state.withLock { state in
      guard state.schedules.isEmpty else { return false }
      state.isLooking = false
      return true
    }
  }
}
