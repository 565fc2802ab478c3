internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// A finished test, as its last tasks reference it.
final class FinishedTest: Sendable {
  let name: String?
  private let body: UInt64?

  /// - Parameter body: The task of the body, if it has not ended.
  init(name: String?, body: UInt64?) {
    self.name = name
    self.body = body
  }

  /// Whether a task runs the test body, which may use what was deallocated when the test was abandoned.
  func isBody(_ task: UInt64) -> Bool { task == body }
}

/// Which deterministic test a task belongs to, for jobs that are enqueued from outside it.
///
/// Asked for every job of the whole process, so a filter without locks answers nearly always: to none.
enum ScheduleRegistry {
  enum Owner: Sendable {
    case schedule(Schedule)
    /// The task has outlived its test, and never runs again.
    case finished(FinishedTest)
  }

  private static let shards = (0..<64).map { _ in Locked<[TaskID: Owner]>([:]) }

  static func owner(of task: UInt64) -> Owner? {
    guard task != 0, testing_support_filter_may_contain(task) else { return nil }
    return shard(of: task).withLock { $0[TaskID(task)] }
  }

  static func schedule(of task: UInt64) -> Schedule? {
    guard case .schedule(let schedule)? = owner(of: task) else { return nil }
    return schedule
  }

  static func insert(_ schedule: Schedule, for task: UInt64) {
    // With the lock: whoever finds the task there relies on the filter, and two threads may insert it at once.
    shard(of: task).withLock { owners in
      if owners.updateValue(.schedule(schedule), forKey: TaskID(task)) == nil { testing_support_filter_insert(task) }
    }
  }

  /// Keeps in mind that tasks have outlived their test.
  static func retire(_ tasks: some Sequence<UInt64>, of test: FinishedTest) {
    for task in tasks { shard(of: task).withLock { $0[TaskID(task)] = .finished(test) } }
  }

  static func remove(_ tasks: some Sequence<UInt64>) {
    for task in tasks {
      let owner = shard(of: task).withLock { $0.removeValue(forKey: TaskID(task)) }
      if owner != nil { testing_support_filter_remove(task) }
    }
  }

  private static func shard(of task: UInt64) -> Locked<[TaskID: Owner]> {
    shards[Int(task & 63)]
  }
}
