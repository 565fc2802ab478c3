internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What was found when the runtime's hooks were tried.
struct HookFindings: Sendable, Hashable {
  /// A task that was created.
  var seesTask = true
  /// The job of a task that yields.
  var seesYield = true
  /// A job for the main actor.
  var seesMainActorJob = true
  /// An actor that was given a job by a thread that runs no task.
  var seesActorJob = true
  /// A task that sleeps.
  var seesSleep = true

  /// What was tried, and what was not seen.
  var text: String {
    let trials = [
      ("a task", seesTask), ("a yield", seesYield), ("a main-actor job", seesMainActorJob),
      ("an actor job resumed from a thread", seesActorJob), ("a sleep", seesSleep),
    ]
    func list(_ isSeen: Bool) -> String {
      let names = trials.filter { $0.1 == isSeen }.map(\.0)
      return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
    return "The runtime's hooks were tried. Seen: \(list(true)). Not seen: \(list(false))."
  }

  /// What an exploration of orders cannot vary.
  var limits: String { "Support is `ordered`: the orders did not vary \(notVaried).\(StrayTasks.text)" }

  var notVaried: String {
    let yields = seesYield ? "" : ", nor yields, which resume in an order that a replay may not repeat"
    return "hops to idle actors\(yields)"
  }

  /// Whether a job may be in flight to a schedule without a hook showing it.
  var needsFence: Bool { !seesYield || !seesMainActorJob }
}

// MARK: - Trials

extension HookFindings {
  /// Tries each hook on the calling thread, without waiting: a hook is called immediately, or not at all.
  static func tried() -> HookFindings {
    var findings = HookFindings()
    findings.seesTask = attempt({ Task.detached {} }) { Runtime.enqueueOutside($0, on: .own) }
    findings.seesYield = attemptInTask { await Task.yield() }
    findings.seesMainActorJob = attempt({ Task.detached { @MainActor in } }) { Runtime.enqueueOutside($0, on: .main) }
    findings.seesActorJob = attemptResumptionOfActor()
    findings.seesSleep = attemptInTask { try? await Task.sleep(nanoseconds: 1) }
    return findings
  }

  private static func attempt(_ work: () -> Void, then handOn: (UnownedJob) -> Void) -> Bool {
    guard let job = caught(in: work) else { return false }
    handOn(job)
    return true
  }

  /// Returns the first job that the calling thread enqueues during the call, if a hook shows it; that job is not
  /// enqueued.
  static func caught(in work: () -> Void) -> UnownedJob? {
    testing_support_begin_trial()
    work()
    return testing_support_end_trial().map { unsafeBitCast($0, to: UnownedJob.self) }
  }

  /// Whether what a task does first is seen.
  private static func attemptInTask(_ work: @escaping @Sendable () async -> Void) -> Bool {
    guard let first = caught(in: { Task.detached { await work() } }) else { return false }
    return attempt({ _ = Runtime.run(first, on: .own) }) { Runtime.enqueueOutside($0, on: .own) }
  }

  private static func attemptResumptionOfActor() -> Bool {
    let actor = TrialActor()
    let box = ContinuationBox()
    guard let first = caught(in: { Task.detached { await actor.wait(in: box) } }) else { return false }
    _ = Runtime.run(first, on: .own)
    return attempt({ box.resume() }) { Runtime.enqueueOutside($0, on: .own) }
  }
}

private actor TrialActor {
  func wait(in box: ContinuationBox) async {
    await withUnsafeContinuation { box.keep($0) }
  }
}

private final class ContinuationBox: Sendable {
  private let continuation = Locked<UnsafeContinuation<Void, Never>?>(nil)

  func keep(_ new: UnsafeContinuation<Void, Never>) { continuation.withLock { $0 = new } }
  func resume() { continuation.withLock { $0 }?.resume() }
}
