/// The tasks of a test that are on executors of the user's, where the schedule does not decide.
///
/// While one of them runs there, or is about to, the schedule is paused. If an executor leaves its tasks waiting for long, the
/// test may be the one to run them: from then on the schedule is paused only while one of them runs.
package struct ForeignExecutorTasks: Sendable {
  /// A task as the runtime numbers it, and where it lies in memory.
  package struct TaskReference: Hashable, Sendable {
    let id: UInt64
    let address: UInt

    package init(id: UInt64, address: UInt) {
      self.id = id
      self.address = address
    }
  }

  // Running there, or about to.
  private var active: Set<UInt64> = []
  private var running: Set<UInt64> = []
  // Gone to another such executor while it ran on the first.
  private var departedAgain: Set<UInt64> = []
  // Gone back to the schedule while it ran there.
  private var cameBack: Set<UInt64> = []
  /// Blocking a thread there, perhaps for something that the test is to do.
  package private(set) var leftBehind: Set<UInt64> = []
  // Suspended there, to be resumed there.
  private var residents: [UInt64: UInt] = [:]
  /// Whether the schedule is paused for tasks that wait for an executor.
  package private(set) var awaitsQueued = true
  /// Whether any tasks were left behind.
  package private(set) var hasLeftBehind = false

  package init() {}

  /// Whether the schedule has to pause.
  package var isAnyActive: Bool {
    let awaited = awaitsQueued ? active : running
    return leftBehind.isEmpty ? !awaited.isEmpty : !awaited.isSubset(of: leftBehind)
  }

  /// The schedule is paused no longer for tasks that wait for an executor.
  package mutating func stopAwaitingQueued() { awaitsQueued = false }

  /// The schedule is paused no longer for these tasks, until they have returned.
  package mutating func leaveBehind(_ tasks: [UInt64]) {
    leftBehind.formUnion(running.intersection(tasks))
    if !leftBehind.isEmpty { hasLeftBehind = true }
  }

  package mutating func depart(_ task: TaskReference) {
    if running.contains(task.id) { departedAgain.insert(task.id) }
    active.insert(task.id)
    residents[task.id] = task.address
  }

  package mutating func begin(_ task: TaskReference) {
    active.insert(task.id)
    running.insert(task.id)
    residents[task.id] = task.address
  }

  package mutating func end(_ task: TaskReference, isOver: Bool) {
    running.remove(task.id)
    leftBehind.remove(task.id)
    guard departedAgain.remove(task.id) == nil else { return }
    active.remove(task.id)
    if cameBack.remove(task.id) != nil || isOver { residents[task.id] = nil }
  }

  /// A task that was suspended there continues in the schedule.
  package mutating func comeBack(_ id: UInt64) {
    guard !residents.isEmpty else { return }
    if running.contains(id) {
      cameBack.insert(id)
    } else {
      residents[id] = nil
      active.remove(id)
    }
  }

  /// Finds the tasks that were resumed there since the last look.
  package mutating func lookForResumed(_ isActive: (UInt) -> Bool) {
    guard !residents.isEmpty else { return }
    for (id, address) in residents where !active.contains(id) && isActive(address) { active.insert(id) }
  }
}
