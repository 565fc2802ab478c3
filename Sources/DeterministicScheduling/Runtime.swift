// All that is process-wide: how the scheduler takes the place of the concurrency runtime's executors. Installed once,
// when the image is loaded.

internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
#endif

/// What the scheduler needs of the concurrency runtime.
enum Runtime {
  /// Installs the scheduler, at the first call in the process.
  static func install() {
    _ = support
  }

  /// How far the runtime can be controlled here.
  ///
  /// The environment variable `TESTING_SUPPORT_SCHEDULING` asks for less: `bestEffort` or `unavailable`.
  static let support: DeterministicSupport = {
    let wish = getenv("TESTING_SUPPORT_SCHEDULING").map { String(cString: $0) }
    guard wish != "unavailable" else { return .unavailable }
    let isExact = wish != "bestEffort" && takeOverExecutors()
    guard isExact || takeHooks() else { return .unavailable }
    // Without the exact engine a schedule does not know of all that can still run: helpers wait as in any other test.
    if isExact { CurrentTestSchedule.install { Schedule.current } }
    return isExact ? .exact : .bestEffort
  }()

  /// The executor that stands for no actor at all.
  private static let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// Runs a job here and now.
  ///
  /// - Returns: The task that has ended with it, or zero.
  static func run(_ job: UnownedJob, on lane: Lane) -> UInt64 {
    let task = testing_support_begin_running(pointer(to: job))
    switch lane {
    case .own, .hop: job.runSynchronously(on: generic)
    case .main: job.runSynchronously(on: mainExecutor)
    }
    return task.map(testing_support_end_running) ?? 0
  }
}

/// Called when the image is loaded, by a constructor written in C.
@_cdecl("testing_support_install_scheduler")
func installAtImageLoad() {
  Runtime.install()
}

extension Schedule {
  /// The schedule that the running code belongs to.
  static var current: Schedule? {
    if let pointer = testing_support_current_schedule() {
      return at(pointer)
    }
    // An actor with an executor of its own runs a test's code on threads that are not the test's.
    return ScheduleRegistry.schedule(of: testing_support_current_task())
  }

  static func at(_ pointer: UnsafeMutableRawPointer) -> Schedule {
    Unmanaged<Schedule>.fromOpaque(pointer).takeUnretainedValue()
  }

  static func isCurrent(_ schedule: Schedule) -> Bool {
    testing_support_current_schedule() == UnsafeMutableRawPointer(Unmanaged.passUnretained(schedule).toOpaque())
  }
}

// MARK: - Hooks

// What every runtime offers: a few places where it asks before it enqueues a job.

extension Runtime {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias IsMain = @convention(thin) (UnownedSerialExecutor) -> Bool
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias DelayHook =
    @convention(thin) (
      UInt64, UnownedJob, @convention(thin) (UInt64, UnownedJob) -> Void
    ) -> Void
  private typealias DeadlineEnqueue = @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias DeadlineHook =
    @convention(thin) (
      Int64, Int64, Int64, Int64, Int32, UnownedJob, DeadlineEnqueue
    ) -> Void

  // Safe: written once, by the installation, before any test is deterministic.
  private nonisolated(unsafe) static var hasMainLane = false

  /// The executor that stands for the main actor on the main lane.
  private static var mainExecutor: UnownedSerialExecutor {
    hasMainLane ? MainLane.shared.asUnownedSerialExecutor() : MainActor.sharedUnownedExecutor
  }

  /// Lets code inside a deterministic test see a main executor whose jobs are counted.
  private static func takeMainHooks() -> Bool {
    let getMain: @convention(thin) (GetMain) -> UnownedSerialExecutor = {
      testing_support_current_schedule() == nil ? $0() : MainLane.shared.asUnownedSerialExecutor()
    }
    let isMain: @convention(thin) (UnownedSerialExecutor, IsMain) -> Bool = {
      MainLane.shared.isIdentical(to: $0) || $1($0)
    }
    hasMainLane = set("swift_task_isMainExecutor_hook", isMain) && set("swift_task_getMainExecutor_hook", getMain)
    return hasMainLane
  }

  private static func takeHooks() -> Bool {
    let enqueue: EnqueueHook = { job, original in
      testing_support_remember_original_enqueue(unsafeBitCast(original, to: UnsafeRawPointer.self))
      if !Router.take(job, on: .own) { original(job) }
    }
    let enqueueOnMain: EnqueueHook = { job, original in
      if !Router.take(job, on: .main) { original(job) }
    }
    let enqueueAfter: DelayHook = { delay, job, original in
      if !Router.take(job, after: .nanoseconds(Int64(clamping: delay))) { original(delay, job) }
    }
    let enqueueAt: DeadlineHook = {
      seconds,
      nanoseconds,
      toleranceSeconds,
      toleranceNanoseconds,
      clock,
      job,
      original in
      let deadline = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
      if !Router.take(job, after: Runtime.wholeMilliseconds(until: deadline, clock: clock)) {
        original(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job)
      }
    }
    guard set("swift_task_enqueueGlobal_hook", enqueue) else { return false }
    _ = set("swift_task_enqueueGlobalWithDelay_hook", enqueueAfter)
    _ = set("swift_task_enqueueGlobalWithDeadline_hook", enqueueAt)
    if !takeMainHooks() { _ = set("swift_task_enqueueMainExecutor_hook", enqueueOnMain) }
    return true
  }

  private static func set<Hook>(_ name: String, _ hook: Hook) -> Bool {
    testing_support_set_hook(name, unsafeBitCast(hook, to: UnsafeRawPointer.self))
  }

  // The clock runs on between the moment when code reads it and the moment when the runtime is asked to sleep. Deadlines
  // are rounded up, so that two sleeps of the same length that begin one after the other end one after the other.
  private static func wholeMilliseconds(until deadline: Duration, clock: Int32) -> Duration {
    let suspendingClock: Int32 = 2
    let now =
      clock == suspendingClock
      ? unsafeBitCast(SuspendingClock.now, to: Duration.self) : unsafeBitCast(ContinuousClock.now, to: Duration.self)
    let nanoseconds = (deadline - now) / .nanoseconds(1)
    return .milliseconds(Int64((nanoseconds / 1e6).rounded(.up)))
  }

  /// Gives a job to the executor that would have had it without the scheduler.
  static func enqueueOutside(_ job: UnownedJob, on lane: Lane) {
    switch lane {
    case .own, .hop:
      if enqueueOnOriginalExecutor(job) { return }
      guard let original = testing_support_original_enqueue() else { return }
      unsafeBitCast(original, to: Enqueue.self)(job)
    case .main:
      DispatchQueue.main.async { job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
    }
  }

  static func enqueueOutside(_ job: UnownedJob, after delay: Duration) {
    if enqueueOnOriginalExecutor(job, after: delay) { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay.timeInterval) { enqueueOutside(job, on: .own) }
  }
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)

  // MARK: - The exact engine

  // The default executor itself is replaced, so that nothing goes past the scheduler.

  extension Runtime {
    // Safe: written once, at image load, before anything runs concurrently.
    private nonisolated(unsafe) static var originalDefault: (any TaskExecutor & SchedulingExecutor)?
    private nonisolated(unsafe) static var originalMain: (any MainExecutor)?  // Safe: as above.
    private nonisolated(unsafe) static var router: RouterExecutor?  // Safe: as above.

    private static func takeOverExecutors() -> Bool {
      guard let base = Task<Never, Never>.defaultExecutor as? any TaskExecutor & SchedulingExecutor, takeMainHooks()
      else { return false }
      testing_support_use_known_layout()
      originalDefault = base
      router = RouterExecutor(base: base)
      originalMain = MainActor.executor
      _createExecutors(factory: Executors.self)
      testing_support_set_callbacks(callbacks)
      return true
    }

    private static var callbacks: testing_support_callbacks {
      let mainLane = unsafeBitCast(MainLane.shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
      let turnstile = unsafeBitCast(Turnstile.shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
      return testing_support_callbacks(
        main_lane: mainLane.0,
        turnstile: turnstile.0,
        turnstile_implementation: turnstile.1,
        claim: { ActorClaims.claim($1, for: Schedule.at($0), mayWait: $2) },
        depart: { Schedule.at($0).depart(.init(id: $2, address: UInt(bitPattern: $1))) },
        create: { Schedule.at($0).create(.init(id: $2, address: UInt(bitPattern: $1))) },
        arrive: { pointer, task, id in
          let known = pointer.map { Schedule.at($0) } ?? ScheduleRegistry.schedule(of: id)
          guard let schedule = known, schedule.arrive(.init(id: id, address: UInt(bitPattern: task))) else {
            return nil
          }
          return Unmanaged.passRetained(schedule).toOpaque()
        },
        leave: { Schedule.at($0).leave(.init(id: $2, address: UInt(bitPattern: $1)), isOver: $3) },
        let_go: { Unmanaged<Schedule>.fromOpaque($0).release() }
      )
    }

    private static func enqueueOnOriginalExecutor(_ job: UnownedJob) -> Bool {
      originalDefault?.enqueue(ExecutorJob(job)) != nil
    }

    private static func enqueueOnOriginalExecutor(_ job: UnownedJob, after delay: Duration) -> Bool {
      originalDefault?.enqueue(ExecutorJob(job), after: delay, tolerance: nil, clock: .continuous) != nil
    }

    private enum Executors: ExecutorFactory {
      static var mainExecutor: any MainExecutor {
        guard let originalMain else { preconditionFailure("The main executor is read before the installation") }
        return originalMain
      }
      static var defaultExecutor: any TaskExecutor {
        guard let router else { preconditionFailure("The default executor is read before the installation") }
        return router
      }
    }
  }

  /// The process's default executor: hands the jobs of deterministic tests to their schedules and all others on.
  private final class RouterExecutor: TaskExecutor, SchedulingExecutor {
    let base: any TaskExecutor & SchedulingExecutor

    init(base: any TaskExecutor & SchedulingExecutor) {
      self.base = base
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if testing_support_is_ordinary(Runtime.pointer(to: job)) || !Router.take(job, on: .own) {
        base.enqueue(ExecutorJob(job))
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if let delay = delay as? Duration, Router.take(job, after: delay) { return }
      base.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if Schedule.current != nil, let delay = clock.now.duration(to: instant) as? Duration,
        Router.take(job, after: delay)
      {
        return
      }
      base.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }
  }

#else

  extension Runtime {
    private static func takeOverExecutors() -> Bool { false }
    private static func enqueueOnOriginalExecutor(_ job: UnownedJob) -> Bool { false }
    private static func enqueueOnOriginalExecutor(_ job: UnownedJob, after delay: Duration) -> Bool { false }
  }

#endif
