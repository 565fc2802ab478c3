internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What the exact engine saw of the jobs that were tried, once it had taken the runtime's place.
struct EngineTrials: Sendable, Hashable {
  /// The name of a task.
  var seesName = true
  /// A job for the main actor.
  var seesMainActorJob = true
  /// A task that calls an idle actor.
  var seesHop = true
  /// A task that sleeps.
  var seesSleep = true
  /// A task that yields.
  var seesYield = true

  /// What was not seen, if anything.
  var failure: String? {
    let trials = [
      ("the name of a task", seesName), ("a main-actor job", seesMainActorJob), ("a hop to an actor", seesHop),
      ("a sleep", seesSleep), ("a yield", seesYield),
    ]
    let unseen = trials.filter { !$0.1 }.map(\.0)
    return unseen.isEmpty ? nil : "The exact engine was tried, and did not see \(unseen.joined(separator: ", "))."
  }
}

extension EngineTrials {
  /// Tries the engine on the calling thread, without waiting: a job is seen immediately, or not at all.
  static func tried() -> EngineTrials {
    EngineTrials(
      seesName: tryName(),
      seesMainActorJob: jobs([.main]) { hasRun in Task.detached { @MainActor in hasRun.set() } },
      seesHop: jobs([.own, .hop]) { hasRun in Task.detached { await TrialActor().set(hasRun) } },
      // The first job starts the task, the second ends the sleep, and the third continues the task.
      seesSleep: jobs([.own, .own, .own]) { hasRun in
        Task.detached {
          try? await Task.sleep(nanoseconds: 1)
          hasRun.set()
        }
      },
      seesYield: tryYield()
    )
  }

  /// Runs a task up to its yield, where it is looked at, and then to its end.
  private static func tryYield() -> Bool {
    let hasRun = TrialFlag()
    let start = HookFindings.caught {
      Task.detached {
        await Task.yield()
        hasRun.set()
      }
    }
    guard let start else { return false }
    guard let yield = HookFindings.caught(in: { _ = Runtime.run(start, on: .own) }) else { return false }
    testing_support_learn_yield(Runtime.pointer(to: start), Runtime.pointer(to: yield))
    guard let rest = HookFindings.caught(in: { _ = Runtime.run(yield, on: .own) }) else { return false }
    _ = Runtime.run(rest, on: .own)
    return hasRun.isSet
  }

  private static func tryName() -> Bool {
    #if compiler(>=6.2)
      let job = HookFindings.caught {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = Task(name: "trial") {} }
      }
      guard let job else { return false }
      defer { _ = Runtime.run(job, on: .own) }
      return Runtime.name(ofNewTask: Runtime.address(ofTaskBehind: job)) == "trial"
    #else
      return true
    #endif
  }

  /// Whether the error of a task is seen, and that the task is awaited.
  static func tryErrors() -> Bool {
    var task: Task<Int, any Error>?
    let job = HookFindings.caught { task = Task.detached { throw TrialError() } }
    guard let job, let task else { return false }
    let address = unsafeBitCast(task, to: UInt.self)
    let isSeenEarly = Runtime.error(ofTask: address) != nil
    _ = Runtime.run(job, on: .own)
    guard !isSeenEarly, Runtime.error(ofTask: address) is TrialError else { return false }
    return sees(address) { _ = try? await task.value } && sees(address) { _ = await task.result }
  }

  private static func sees(_ task: UInt, inResultOf work: @escaping @Sendable () async -> Void) -> Bool {
    guard let job = HookFindings.caught(in: { Task.detached { await work() } }) else { return false }
    let awaited = HookFindings.caught { _ = Runtime.run(job, on: .own) }
    return awaited.map { Runtime.address(ofTaskBehind: $0) } == task
  }

  /// Whether a task is seen with so many jobs, one after the other, and has run when the last of them has.
  private static func jobs(_ lanes: [Lane], of start: (TrialFlag) -> Void) -> Bool {
    let hasRun = TrialFlag()
    var next = HookFindings.caught { start(hasRun) }
    for lane in lanes {
      guard let job = next, !hasRun.isSet else {
        next.map { Runtime.enqueueOutside($0, on: lane) }
        return false
      }
      next = HookFindings.caught { _ = Runtime.run(job, on: lane) }
    }
    next.map { Runtime.enqueueOutside($0, on: .own) }
    return hasRun.isSet
  }
}

private struct TrialError: Error {}

private actor TrialActor {
  func set(_ flag: TrialFlag) { flag.set() }
}

private final class TrialFlag: Sendable {
  private let value = Locked(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
