internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// Which deterministic test a task belongs to, for the jobs that are made ready from outside of it.
///
/// Asked for every job of the whole process, so a filter without locks answers nearly always: to none.
enum ScheduleRegistry {
  private static let shards = (0..<64).map { _ in Locked<[UInt64: Schedule]>([:]) }

  static func schedule(of task: UInt64) -> Schedule? {
    guard task != 0, testing_support_filter_may_contain(task) else { return nil }
    return shard(of: task).withLock { $0[task] }
  }

  static func insert(_ schedule: Schedule, for task: UInt64) {
    let isNew = shard(of: task).withLock { $0.updateValue(schedule, forKey: task) == nil }
    if isNew { testing_support_filter_insert(task) }
  }

  static func remove(_ tasks: some Sequence<UInt64>) {
    for task in tasks {
      let schedule = shard(of: task).withLock { $0.removeValue(forKey: task) }
      if schedule != nil { testing_support_filter_remove(task) }
    }
  }

  private static func shard(of task: UInt64) -> Locked<[UInt64: Schedule]> {
    shards[Int(task & 63)]
  }
}
