internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

// What every runtime offers: a few places where it asks before it enqueues a job.

extension Runtime {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias IsMain = @convention(thin) (UnownedSerialExecutor) -> Bool
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

  // Safe: written once, by the installation, before any test is deterministic.
  private nonisolated(unsafe) static var hasMainLane = false

  /// The executor that stands for the main actor on the main lane.
  static var mainExecutor: UnownedSerialExecutor {
    hasMainLane ? MainActorExecutor.shared.asUnownedSerialExecutor() : MainActor.sharedUnownedExecutor
  }

  /// Lets code inside a deterministic test see a main executor whose jobs are counted.
  static func takeMainHooks() -> Bool {
    let getMain: @convention(thin) (GetMain) -> UnownedSerialExecutor = {
      !testing_support_sees_main_lane() && !JobRouter.isStrayRunning
        ? $0() : MainActorExecutor.shared.asUnownedSerialExecutor()
    }
    let isMain: @convention(thin) (UnownedSerialExecutor, IsMain) -> Bool = {
      MainActorExecutor.shared.isIdentical(to: $0) || $1($0)
    }
    hasMainLane = set("swift_task_isMainExecutor_hook", isMain) && set("swift_task_getMainExecutor_hook", getMain)
    return hasMainLane
  }

  static func takeHooks() -> Bool {
    let enqueue: EnqueueHook = { job, original in
      testing_support_remember_original_enqueue(unsafeBitCast(original, to: UnsafeRawPointer.self))
      if !JobRouter.take(job, on: .own) { original(job) }
    }
    let enqueueOnMain: EnqueueHook = { job, original in
      if !JobRouter.take(job, on: .main) { original(job) }
    }
    hasHooksOnly = set("swift_task_enqueueGlobal_hook", enqueue)
    guard hasHooksOnly else { return false }
    _ = takeMainHooks()
    // Called by older runtimes, and by code that was compiled for them.
    _ = set("swift_task_enqueueMainExecutor_hook", enqueueOnMain)
    takeSleepHooks()
    return true
  }

  private typealias EnqueueAfter = @convention(thin) (UInt64, UnownedJob) -> Void
  private typealias EnqueueAfterHook = @convention(thin) (UInt64, UnownedJob, EnqueueAfter) -> Void
  private typealias EnqueueAt = @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias EnqueueAtHook = @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob, EnqueueAt) -> Void

  // Sleeps are left alone, unless a test skips them: clocks show real time here, and a sleep is as long.
  private static func takeSleepHooks() {
    let enqueueAfter: EnqueueAfterHook = { delay, job, original in
      if !Runtime.takeSleep(job, for: .nanoseconds(Int64(clamping: delay))) { original(delay, job) }
    }
    let enqueueAt: EnqueueAtHook = { seconds, nanoseconds, leeway, leewayNanoseconds, clock, job, original in
      if !Runtime.takeSleep(job, for: .seconds(seconds) + .nanoseconds(nanoseconds) - Runtime.time(on: clock)) {
        original(seconds, nanoseconds, leeway, leewayNanoseconds, clock, job)
      }
    }
    _ = set("swift_task_enqueueGlobalWithDelay_hook", enqueueAfter)
    _ = set("swift_task_enqueueGlobalWithDeadline_hook", enqueueAt)
  }

  // Whether the sleep is a trial, or one of a test that skips its sleeps.
  private static func takeSleep(_ job: UnownedJob, for duration: Duration) -> Bool {
    if testing_support_catch_in_trial(pointer(to: job)) { return true }
    return Schedule.current?.skipsSleeps == true && JobRouter.take(job, after: duration)
  }

  private typealias GetTime =
    @convention(thin) (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>, Int32) -> Void

  private static let getTime = testing_support_symbol("swift_get_time").map { unsafeBitCast($0, to: GetTime.self) }

  /// What one of the runtime's clocks shows.
  private static func time(on clock: Int32) -> Duration {
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    getTime?(&seconds, &nanoseconds, clock)
    return .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  /// Makes a job that only resumes a continuation, as a yield needs; `nil` for a runtime that offers no such function.
  static let makeResumption =
    testing_support_symbol("swift_task_createNullaryContinuationJob").map { unsafeBitCast($0, to: MakeResumption.self) }

  typealias MakeResumption = @convention(thin) (Int, UnsafeContinuation<Void, Never>) -> UnownedJob

  private static func set<Hook>(_ name: String, _ hook: Hook) -> Bool {
    testing_support_set_hook(name, unsafeBitCast(hook, to: UnsafeRawPointer.self))
  }

  /// Gives a job to the executor that would have had it without the scheduler.
  static func enqueueOutside(_ job: UnownedJob, on lane: Lane) {
    switch lane {
    case .own, .hop:
      if enqueueOnOriginalExecutor(job) { return }
      guard let original = testing_support_original_enqueue() else { return }
      unsafeBitCast(original, to: Enqueue.self)(job)
    case .main:
      Schedule.withoutTracking {
        DispatchQueue.main.async { job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
      }
    }
  }

  static func enqueueOutside(_ job: UnownedJob, after delay: Duration) {
    if enqueueOnOriginalExecutor(job, after: delay) { return }
    Schedule.withoutTracking {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay.timeInterval) { enqueueOutside(job, on: .own) }
    }
  }
}
