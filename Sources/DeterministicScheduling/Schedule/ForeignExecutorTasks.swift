/// The tasks of a test that are on executors of the user's, where the schedule does not decide, and its deinitializers there.
///
/// While one of them runs there, or is about to, the schedule is paused. If an executor leaves its tasks waiting for long, the
/// test may be the one to run them: from then on the schedule is paused only while one of them runs. If they have turn after
/// turn, they may wait for the test: it takes a few steps then.
package struct ForeignExecutorTasks: Sendable {
  /// Those that have been sent there, and have not begun to run.
  package private(set) var queued: Set<UInt64> = []
  // Those of the suspended ones that were about to run at the latest look. They may run, or be resumed by the schedule, unseen.
  private var resumed: Set<UInt64> = []
  // How many turns of each there have not been reported to have ended: a task may have begun the next one, on another thread,
  // before that report of the one before.
  private var running: [UInt64: Int] = [:]
  // The thread of the latest turn, until that has ended or the task has departed: only its end says where the task is.
  private var latestThreads: [UInt64: Int32] = [:]
  /// Blocking a thread there, perhaps for something that the test is to do.
  package private(set) var leftBehind: Set<UInt64> = []
  // Suspended there, to be resumed there.
  private var residents: Set<UInt64> = []
  /// Whether the schedule is paused for tasks that wait for an executor.
  package private(set) var awaitsQueued = true
  // The deinitializers that are to run there, and on actors, where another thread may run them.
  private var deinits: Set<UInt64> = []
  private var deinitsOnActors: Set<UInt64> = []
  private var deinitCount: UInt64 = 0
  // How many turns the tasks have had there since the schedule was paused for them, and since time has passed.
  private var turns = 0
  private var turnsWithoutTime = 0
  // How many steps the schedule has taken since they had so many, and since the latest turn while none of them is there.
  private var steps = 0
  private var stepsSinceTurn = 0
  /// Whether any tasks were left behind.
  package private(set) var hasLeftBehind = false

  package init() {}

  /// How many turns in a row the tasks have until the schedule takes steps beside them, and how many.
  package static let turnsUntilSteps = 1_000
  package static let stepsAtOnce = 32
  /// How many turns they need at least if their executor is slow, so that the time of many has passed.
  package static let turnsOfSlowExecutor = 8
  private static let stepsBetweenTurns = 8

  /// Whether the schedule has to pause.
  package var pausesSchedule: Bool { turns < Self.turnsUntilSteps && isAnyActive }

  /// Whether they have had turns in a row since the schedule was paused, and the second was the latest.
  package var hasSecondTurn: Bool { turns == 2 }

  /// Whether they have had a few turns since the schedule was paused.
  package var haveFewTurns: Bool { (Self.turnsOfSlowExecutor..<Self.turnsUntilSteps).contains(turns) }

  /// The schedule takes steps, as if they had had many turns.
  package mutating func takeSteps() {
    turns = max(turns, Self.turnsUntilSteps)
    turnsWithoutTime = max(turnsWithoutTime, Self.turnsUntilSteps)
  }

  /// Whether they have had so many turns since time has passed.
  package var haveManyTurns: Bool { turnsWithoutTime >= Self.turnsUntilSteps }

  /// Whether time has to stand still.
  package var holdsTime: Bool { turnsWithoutTime < Scheduler.yieldsWithoutTime.lowerBound && isAnyActive }

  /// The tasks beside which the schedule takes steps: those that were left behind, or all of them for a few steps.
  package var unawaited: Set<UInt64> {
    isAnyActive && !pausesSchedule ? queued.union(resumed).union(running.keys).union(leftBehind) : leftBehind
  }

  /// Whether any of them runs there, or is about to.
  package var isAnyActive: Bool {
    // Most tests have none, and ask at each step.
    if queued.isEmpty, resumed.isEmpty, running.isEmpty, deinits.isEmpty { return false }
    if awaitsQueued, !deinits.isEmpty || !queued.union(resumed).isSubset(of: leftBehind) { return true }
    return leftBehind.isEmpty ? !running.isEmpty : running.keys.contains { !leftBehind.contains($0) }
  }

  /// Whether any deinitializer waits for an actor, or runs on one.
  package var isAnyDeinitOnActor: Bool { !deinitsOnActors.isEmpty }

  /// How many deinitializers have not run.
  package var waitingDeinits: Int { deinits.count + deinitsOnActors.count }

  /// - Returns: The deinitializer's number.
  package mutating func beginDeinit(isOnActor: Bool) -> UInt64 {
    deinitCount += 1
    if isOnActor { deinitsOnActors.insert(deinitCount) } else { deinits.insert(deinitCount) }
    return deinitCount
  }

  package mutating func endDeinit(_ number: UInt64) {
    deinits.remove(number)
    deinitsOnActors.remove(number)
  }

  /// Nothing waits for the deinitializers any more.
  package mutating func forgetDeinits() { (deinits, deinitsOnActors) = ([], []) }

  /// The schedule is paused no longer for tasks that wait for an executor.
  package mutating func stopAwaitingQueued() { awaitsQueued = false }

  /// The schedule is paused no longer for these tasks, until they have returned.
  package mutating func leaveBehind(_ tasks: [UInt64]) {
    leftBehind.formUnion(tasks.filter { running[$0] != nil })
    if !leftBehind.isEmpty { hasLeftBehind = true }
  }

  /// The schedule is paused again for a task that was left behind.
  package mutating func awaitAgain(_ task: UInt64) { leftBehind.remove(task) }

  package mutating func depart(_ task: UInt64) {
    queued.insert(task)
    latestThreads[task] = nil
    residents.insert(task)
  }

  package mutating func begin(_ task: UInt64, on thread: Int32) {
    queued.remove(task)
    resumed.remove(task)
    running[task, default: 0] += 1
    latestThreads[task] = thread
    residents.insert(task)
  }

  /// The schedule has taken a step, if there was any.
  package mutating func noteStep(isRest: Bool, hasTimePassed: Bool) {
    guard turnsWithoutTime > 0 else { return }
    if !isAnyActive { stepsSinceTurn += 1 }
    // A task that polls is away for a few steps at most.
    if hasTimePassed || stepsSinceTurn > Self.stepsBetweenTurns { turnsWithoutTime = 0 }
    steps += 1
    if isRest || steps >= Self.stepsAtOnce || !isAnyActive { (turns, steps) = (0, 0) }
  }

  /// A task has had its turn on a thread.
  ///
  /// - Parameter isOver: Whether it has ended since, or gone back to the schedule.
  package mutating func end(_ task: UInt64, on thread: Int32, isOver: Bool) {
    turns += 1
    turnsWithoutTime += 1
    stepsSinceTurn = 0
    leftBehind.remove(task)
    let count = running[task] ?? 0
    running[task] = count > 1 ? count - 1 : nil
    // In the turn of an actor others may have run.
    lookAgain()
    guard latestThreads[task] == thread else { return }
    latestThreads[task] = nil
    if isOver { residents.remove(task) }
  }

  /// A task that was suspended there, or whose latest turn there has not been reported to have ended, continues in the
  /// schedule.
  package mutating func comeBack(_ task: UInt64) {
    guard !residents.isEmpty else { return }
    queued.remove(task)
    resumed.remove(task)
    residents.remove(task)
  }

  /// Finds those of the suspended tasks that were resumed there.
  ///
  /// - Parameter isActive: Whether a task runs or is about to, and not in the schedule.
  package mutating func lookForResumed(_ isActive: (UInt64) -> Bool) {
    resumed = residents.filter { running[$0] == nil && !queued.contains($0) && isActive($0) }
  }

  /// Nothing is known of the suspended tasks until the next look.
  package mutating func lookAgain() { resumed = [] }

  /// Whether the schedule is paused for tasks that may go on unseen.
  package var pausesForResumed: Bool { pausesSchedule && !resumed.isEmpty }

  /// Whether any tasks are suspended there.
  package var hasResidents: Bool { !residents.isEmpty }
}
