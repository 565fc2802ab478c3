// All that is process-wide: how the scheduler takes the place of the concurrency runtime's executors. Installed once,
// when the image is loaded.

internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

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
  static let support: DeterministicSupport = {
    let support = takeOver()
    if support != .unavailable { CurrentTestSchedule.install { Schedule.current } }
    return support
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
    case .main: job.runSynchronously(on: MainLane.shared.asUnownedSerialExecutor())
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

  fileprivate static func at(_ pointer: UnsafeMutableRawPointer) -> Schedule {
    Unmanaged<Schedule>.fromOpaque(pointer).takeUnretainedValue()
  }

  static func isCurrent(_ schedule: Schedule) -> Bool {
    testing_support_current_schedule() == UnsafeMutableRawPointer(Unmanaged.passUnretained(schedule).toOpaque())
  }
}

/// The main actor's executor, as code inside a deterministic test sees it: one object for all tests, since tasks refer to
/// it without keeping it alive.
final class MainLane: SerialExecutor {
  static let shared = MainLane()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Router.take(job, on: .main) { Runtime.enqueueOutside(job, on: .main) }
  }

  func isIdentical(to executor: UnownedSerialExecutor) -> Bool {
    let words = unsafeBitCast(executor, to: (UInt, UInt).self)
    return words.0 == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Where a task waits for its turn before it hops to an actor, in a test that explores orders.
final class Turnstile: SerialExecutor {
  static let shared = Turnstile()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Router.take(job, on: .hop) { Runtime.enqueueOutside(job, on: .own) }
  }
}

/// Decides to which test a job belongs.
enum Router {
  /// Gives a job to the test that it belongs to, if there is one.
  static func take(_ job: UnownedJob, on lane: Lane) -> Bool {
    let task = testing_support_task_of_job(Runtime.pointer(to: job))
    guard let pointer = testing_support_current_schedule() else {
      return ScheduleRegistry.schedule(of: task)?.enqueue(job, of: task, on: lane) ?? false
    }
    // A task stays in its test, also when another test wakes it.
    if let owner = ScheduleRegistry.schedule(of: task) { return owner.enqueue(job, of: task, on: lane) }
    return Schedule.at(pointer).enqueue(job, of: task, on: lane)
  }

  /// Gives a job that ends a sleep to the test whose task sleeps.
  static func take(_ job: UnownedJob, after delay: Duration) -> Bool {
    guard let schedule = Schedule.current else { return false }
    return schedule.enqueue(job, of: testing_support_current_task(), after: delay)
  }
}

extension Runtime {
  static func pointer(to job: UnownedJob) -> UnsafeRawPointer {
    unsafeBitCast(job, to: UnsafeRawPointer.self)
  }

  /// The name that a task was given, asked when it is made ready for the first time.
  static func name(ofNewTask job: UnownedJob) -> String? {
    testing_support_name_of_new_task(pointer(to: job)).map { String(cString: $0) }
  }

  /// Whether a task runs, or is about to, on any thread: also on one that is not its test's.
  static func isActive(_ task: Task<Void, Never>) -> Bool {
    testing_support_is_task_active(unsafeBitCast(task, to: UnsafeRawPointer.self))
  }

  static func isActive(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_active) ?? false
  }

  static func keepMemory(ofActor actor: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: actor) { testing_support_keep_memory_of_actor(pointer) }
  }

  static func letGo(ofActor actor: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: actor) { testing_support_let_go_of_actor(pointer) }
  }

  /// Whether an actor is gone, whose memory is kept.
  static func isGone(_ actor: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: actor).map(testing_support_is_actor_gone) ?? true
  }

  /// Whether it will be told when a job's task has ended.
  static func canTellEnd(ofTaskOf job: UnownedJob) -> Bool {
    testing_support_can_tell_end_of_task(pointer(to: job))
  }
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)

  // The exact engine: the default executor itself is replaced, so that nothing goes past the scheduler.

  extension Runtime {
    // Safe: written once, at image load, before anything runs concurrently.
    private nonisolated(unsafe) static var originalDefault: (any TaskExecutor & SchedulingExecutor)?
    private nonisolated(unsafe) static var originalMain: (any MainExecutor)?
    fileprivate static let router = RouterExecutor()

    fileprivate static func takeOver() -> DeterministicSupport {
      guard let base = Task<Never, Never>.defaultExecutor as? any TaskExecutor & SchedulingExecutor else {
        return .unavailable
      }
      originalDefault = base
      originalMain = MainActor.executor
      _createExecutors(factory: Executors.self)
      testing_support_set_callbacks(callbacks)
      let getMain: @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) -> UnownedSerialExecutor = {
        testing_support_current_schedule() == nil ? $0() : MainLane.shared.asUnownedSerialExecutor()
      }
      let isMain: @convention(thin) (UnownedSerialExecutor, @convention(thin) (UnownedSerialExecutor) -> Bool) -> Bool =
        {
          MainLane.shared.isIdentical(to: $0) || $1($0)
        }
      let hasHooks =
        testing_support_set_hook("swift_task_getMainExecutor_hook", unsafeBitCast(getMain, to: UnsafeRawPointer.self))
        && testing_support_set_hook("swift_task_isMainExecutor_hook", unsafeBitCast(isMain, to: UnsafeRawPointer.self))
      return hasHooks ? .exact : .bestEffort
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

    /// Gives a job to the executor that would have had it without the scheduler.
    static func enqueueOutside(_ job: UnownedJob, on lane: Lane) {
      switch lane {
      case .own, .hop: originalDefault?.enqueue(ExecutorJob(job))
      case .main: originalMain?.enqueue(ExecutorJob(job))
      }
    }

    static func enqueueOutside(_ job: UnownedJob, after delay: Duration) {
      originalDefault?.enqueue(ExecutorJob(job), after: delay, tolerance: nil, clock: .continuous)
    }

    fileprivate static func enqueueOutside<C: Clock>(
      _ job: UnownedJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      originalDefault?.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }

    fileprivate static func enqueueOutside<C: Clock>(
      _ job: UnownedJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      originalDefault?.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
    }

    private enum Executors: ExecutorFactory {
      static var mainExecutor: any MainExecutor {
        guard let originalMain else { preconditionFailure("The main executor is read before the installation") }
        return originalMain
      }
      static var defaultExecutor: any TaskExecutor { router }
    }
  }

  /// The process's default executor: hands the jobs of deterministic tests to their schedules and all others on.
  private final class RouterExecutor: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !Router.take(job, on: .own) { Runtime.enqueueOutside(job, on: .own) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if let delay = delay as? Duration, Router.take(job, after: delay) { return }
      Runtime.enqueueOutside(job, after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if let delay = clock.now.duration(to: instant) as? Duration, Router.take(job, after: delay) { return }
      Runtime.enqueueOutside(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }

#endif
