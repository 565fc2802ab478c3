internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// Which thread runs a schedule's lane, and which threads have lost it because a job kept them.
struct LaneOccupancy: Sendable {
  /// A thread's stay on the lane.
  struct Occupant: Sendable {
    let id: UInt64
    let lane: Lane
    let thread: Int32
    /// Where the running job started or resumed.
    var code = CodeReference()
    /// Whether the schedule itself keeps the thread, while it waits for an actor that another test uses, or was held.
    var isParked = false
    /// Whether it was left behind after so short a time that it may well go on.
    var wasLeftEarly = false
    /// The task whose job keeps the thread.
    var task: Int?
    /// How long the job has kept the thread, in the time that it was given, and whether it waited in the system for most of it.
    var blockedTime = Duration.zero
    var isWaiting = false
    /// What the thread has used for the job that it was left behind with.
    var use = ProcessorUse()
    /// How fast time passes beside it since it was left behind.
    var pace: Pace?
  }

  /// What a look at the lane finds.
  enum Finding {
    case nothing
    /// The job keeps its thread, and is left behind.
    case leftBehind(Occupant)
    /// The job keeps its thread, which needs no processor: other tests may use its slot.
    case lendsSlot
    /// The job keeps its thread for so long that it is to be reported, though there is nothing else to do.
    case blocksLong(Occupant)
  }

  private(set) var occupant: Occupant?
  private(set) var displaced: [Occupant] = [] {
    didSet { if displaced.count > oldValue.count { testing_support_note_time_beside_lane() } }
  }
  /// The job that has waited in the system for the longest time while there was something else to do, of those that were not
  /// left behind.
  private(set) var longestWait: Occupant?
  /// The same of those that have run for that long, and have asked for the real time meanwhile, as a loop with a limit does.
  private(set) var longestRun: Occupant?
  /// The job that has last been seen to run for that long, and its step.
  private(set) var latestRun: (step: Int, occupant: Occupant)?
  /// How many jobs were left behind, in all.
  private(set) var displacements = 0
  private var heldForMain: [UnownedJob] = []
  /// Whether the threads that were left behind wait for others.
  private(set) var displacedWait = LastingWait()
  // Until when the test is not idle, for threads that were left behind early.
  private var earlyDeadline: WaitDeadline?
  private var detector: BlockedJobDetector
  // The same if there is nothing else to do: when the job is reported, and when it is left behind.
  private let longPatience: Duration
  private let longestPatience: Duration
  private var isReported = false
  /// Whether other tests use the slot of the job that runs.
  private(set) var hasLentSlot = false

  init(patience: Duration, longPatience: Duration, longestPatience: Duration) {
    detector = BlockedJobDetector(patience: patience)
    (self.longPatience, self.longestPatience) = (longPatience, longestPatience)
  }

  /// Whether a job that was left behind keeps the main queue.
  var keepsMain: Bool { displaced.contains { $0.lane == .main } }

  mutating func enter(_ id: UInt64, on lane: Lane, thread: Int32) {
    occupant = Occupant(id: id, lane: lane, thread: thread)
  }

  mutating func begin(_ job: UnownedJob, of task: Int?) {
    occupant?.code = Runtime.code(of: job)
    occupant?.task = task
  }

  /// A thread that was held has the lane again. Until it goes on, the schedule keeps it: it may still need a slot, or a
  /// processor.
  mutating func enter(_ occupant: Occupant) {
    self.occupant = occupant
    self.occupant?.isParked = true
  }

  /// Leaves the occupant behind, in favor of a thread that was held.
  ///
  /// - Parameter elapsed: The time in the test.
  mutating func leaveBehind(at elapsed: Duration) {
    if var occupant {
      occupant.wasLeftEarly = true
      leaveBehind(occupant, at: elapsed)
    }
    occupant = nil
  }

  private mutating func leaveBehind(_ occupant: Occupant, at elapsed: Duration) {
    var occupant = occupant
    occupant.pace = Pace(of: occupant.thread, at: elapsed)
    displaced.append(occupant)
  }

  /// A job whose task was cancelled may now do what the test waits for.
  ///
  /// - Parameters:
  ///   - elapsed: The time in the test.
  ///   - isCancelled: Whether a task is cancelled.
  mutating func renewPace(at elapsed: Duration, ofTasks isCancelled: (Int) -> Bool) {
    for index in displaced.indices {
      let job = displaced[index]
      guard job.pace?.isCancelled == false, job.task.map(isCancelled) == true else { continue }
      displaced[index].pace = Pace(of: job.thread, at: elapsed, isCancelled: true)
    }
  }

  /// Measures no longer how much time is given to the jobs that were left behind: the test is over.
  mutating func endPace() {
    for index in displaced.indices { displaced[index].pace = nil }
  }

  /// How much longer time stands still for the sake of a job that was left behind; `nil` if it passes freely.
  mutating func longestRest(_ moment: Pace.Moment) -> Duration? {
    var longest: Duration?
    for index in displaced.indices {
      guard let rest = displaced[index].pace?.rest(moment) else { continue }
      longest = max(rest, longest ?? rest)
    }
    return longest
  }

  /// Whether a thread that was left behind early may still go on: the test is not idle before such a thread has had as
  /// long as any other that blocks.
  mutating func awaitsLeftBehind() -> Bool {
    guard displaced.contains(where: \.wasLeftEarly) else {
      earlyDeadline = nil
      return false
    }
    let deadline = earlyDeadline ?? WaitDeadline(after: detector.patience)
    earlyDeadline = deadline
    guard deadline.hasPassed else { return true }
    for index in displaced.indices { displaced[index].wasLeftEarly = false }
    return false
  }

  func isOccupied(by id: UInt64) -> Bool { occupant?.id == id }

  func isDisplaced(_ id: UInt64) -> Bool { !displaced.isEmpty && displaced.contains { $0.id == id } }

  /// The thread leaves the lane.
  ///
  /// - Returns: Whether it still had it.
  mutating func leave(_ id: UInt64) -> Bool {
    if isOccupied(by: id) {
      occupant = nil
      return true
    }
    displaced.removeAll { $0.id == id }
    return false
  }

  /// The thread waits for an actor, or has got it, or goes on after it was held.
  mutating func setParked(_ isParked: Bool, _ id: UInt64) -> Bool {
    guard isOccupied(by: id) else { return false }
    occupant?.isParked = isParked
    detector.forget()
    return true
  }

  /// Looks whether the job that runs keeps its thread.
  ///
  /// - Parameters:
  ///   - step: The number of the step that runs.
  ///   - isAwaited: Whether there is anything else to do.
  ///   - isAnyReady: Whether there are other jobs that are ready.
  ///   - elapsed: The time in the test.
  mutating func look(
    after interval: Duration,
    step: Int,
    isAwaited: Bool,
    isAnyReady: Bool,
    elapsed: Duration
  ) -> Finding {
    guard var occupant, !occupant.isParked, detector.isSameStep(occupancy: occupant.id, step: step) else {
      return .nothing
    }
    let (activity, owner) = Runtime.activityUnderLock(of: occupant.thread)
    let isBlocked = detector.look(activity, owner: owner, delay: Runtime.delay(of: occupant.thread), after: interval)
    occupant.blockedTime = detector.blockedTime
    occupant.isWaiting = detector.hasMostlyWaited
    if isAwaited, occupant.blockedTime >= Self.shortestWait {
      if !occupant.isWaiting {
        latestRun = (step, occupant)
      } else if occupant.blockedTime >= longestWait?.blockedTime ?? .zero {
        longestWait = occupant
      }
    }
    if !hasLentSlot, occupant.lane == .own, occupant.isWaiting, occupant.blockedTime >= Self.patienceAfterFirst {
      hasLentSlot = true
      return .lendsSlot
    }
    // What it waits for may be another task of the test, and many waits have a limit of a second.
    let waitsForTest = isAnyReady && occupant.isWaiting && detector.waitedTime >= Self.patienceForWaits
    guard isBlocked || waitsForTest else { return .nothing }
    guard isAwaited || occupant.blockedTime >= longestPatience else {
      if !isReported, occupant.blockedTime >= longPatience {
        isReported = true
        return .blocksLong(occupant)
      }
      return .nothing
    }
    // A test that has blocked once does so again: it need not wait as long each time.
    detector.patience = min(detector.patience, Self.patienceAfterFirst)
    occupant.use = detector.use
    detector.forget()
    leaveBehind(occupant, at: elapsed)
    displacements += 1
    self.occupant = nil
    return .leftBehind(occupant)
  }

  /// The job of a step has asked for the real time.
  mutating func noteRealTime(inStep step: Int) {
    guard let latestRun, latestRun.step == step else { return }
    if latestRun.occupant.blockedTime > longestRun?.blockedTime ?? .zero { longestRun = latestRun.occupant }
  }

  /// The slot is needed again, since the job has ended or was left behind.
  ///
  /// - Returns: Whether it was lent.
  mutating func takeBackSlot() -> Bool {
    defer { hasLentSlot = false }
    return hasLentSlot
  }

  /// Looks which tasks have jobs that do nothing but run.
  mutating func findSpinningTasks() -> [Int] {
    for index in displaced.indices { displaced[index].use.note(Runtime.activity(of: displaced[index].thread)) }
    let running = detector.use.isSpinning && occupant?.isParked == false ? [occupant?.task] : []
    return (displaced.filter(\.use.isSpinning).map(\.task) + running).compactMap(\.self)
  }

  /// How much longer to watch the jobs that were left behind until it is certain that none is at work, or waits for
  /// something that the system will bring.
  ///
  /// - Returns: Zero if that is certain, and `nil` if one is at work, or waits for such a thing.
  mutating func workOfDisplaced(_ reason: TimeoutReason) -> Duration? {
    guard !displaced.isEmpty else { return .zero }
    var used: [Int32: Duration] = [:]
    for occupant in displaced {
      guard let use = LastingWait.use(of: occupant.thread) else {
        displacedWait.end()
        return nil
      }
      used[occupant.thread] = use
    }
    displacedWait.note(used)
    return displacedWait.missing(reason) ?? .zero
  }

  /// How long a job has to wait in the system, or to run, to be a possible reason for a failure.
  private static var shortestWait: Duration { .milliseconds(100) }

  /// How long a job may wait in the system while others are ready.
  private static var patienceForWaits: Duration { .milliseconds(500) }

  /// How long a job may keep its thread in a test that was seen to block before.
  static var patienceAfterFirst: Duration { .milliseconds(100) }

  /// For how long time passes no faster than real time beside a job that was left behind and is at work, where each of many
  /// orders would take as long: enough for one that was cancelled to end.
  static var pacingOfExploredOrder: Duration { .milliseconds(250) }

  // MARK: The main queue

  mutating func holdForMain(_ job: UnownedJob) { heldForMain.append(job) }

  /// The jobs that waited for the main queue, once it is free.
  mutating func takeHeldForMain() -> [UnownedJob] {
    guard !keepsMain else { return [] }
    defer { heldForMain = [] }
    return heldForMain
  }
}
