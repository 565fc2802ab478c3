// All that is process-wide: how the scheduler takes the place of the concurrency runtime's executors. Installed once,
// when the image is loaded.

internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What the scheduler needs of the concurrency runtime.
enum Runtime {
  /// Installs the scheduler, at the first call in the process.
  static func install() {
    _ = support
  }

  /// How far the runtime can be controlled here, and why no further.
  struct Level: Sendable {
    var support: DeterministicSupport
    var explanation: String
    /// What an exact engine that should have been possible has failed at.
    var failure: String?
    /// What the hooks show, where there is nothing else.
    var hooks: HookFindings?
    /// Whether it is seen that a task ends with an error, and which tasks are awaited.
    var seesErrors = false
  }

  /// How far the runtime can be controlled here.
  static var support: DeterministicSupport { level.support }

  // Safe: written once, by the installation, before any test is deterministic. Not asked of `level`, since hooks are tried
  // while that is found out.
  nonisolated(unsafe) static var hasHooksOnly = false

  /// The environment variable `TESTING_SUPPORT_SCHEDULING` can request a lower level: `ordered` or `unavailable`.
  static let level: Level = {
    defer { testing_support_watch_enqueue_hook() }
    EnvironmentSetting.reportUnknownValues()
    switch testing_support_scheduling() {
    case .unset, .exact, .unknown: break
    case .ordered: return lesserLevel(because: "TESTING_SUPPORT_SCHEDULING requests `ordered`.")
    case .best_effort:
      return lesserLevel(because: "TESTING_SUPPORT_SCHEDULING requests `bestEffort`, which is called `ordered` now.")
    case .unavailable:
      return Level(support: .unavailable, explanation: "TESTING_SUPPORT_SCHEDULING requests `unavailable`.")
    }
    guard hasExactEngine() else {
      return lesserLevel(because: "The exact engine requires Linux, 64 bits, and Swift 6.3.")
    }
    if let failure = EngineFindings.current.failure ?? failureOfTakingOver() {
      testing_support_use_known_layout(false)
      return lesserLevel(because: failure, failure: failure)
    }
    CurrentTestSchedule.install(seesSleepers: true) { Schedule.current }
    let seesErrors = EngineTrials.tryErrors()
    return Level(
      support: .exact,
      explanation: exactExplanation(seesErrors: seesErrors, seesStartedWork: testing_support_sees_started_work()),
      seesErrors: seesErrors
    )
  }()

  /// Why support is exact, and what is not seen all the same.
  static func exactExplanation(seesErrors: Bool, seesStartedWork: Bool) -> String {
    var sentences = [
      "The exact engine controls every job of a deterministic test, except on executors of your own: its checks at load passed."
    ]
    if !seesErrors { sentences.append("The errors of tasks are not seen.") }
    if !seesStartedWork {
      sentences.append(
        "Work on dispatch queues and threads is not seen, as in a build with a sanitizer: `outside:` does not stop time for it."
      )
    }
    return sentences.joined(separator: " ")
  }

  private static func failureOfTakingOver() -> String? {
    takeOverExecutors() ? EngineTrials.tried().failure : EngineFindings.noExecutor
  }

  private static func lesserLevel(because explanation: String, failure: String? = nil) -> Level {
    guard takeHooks() else {
      let text = "\(explanation) The concurrency runtime has no hook for jobs."
      return Level(support: .unavailable, explanation: text, failure: failure)
    }
    let findings = HookFindings.tried()
    if findings.seesTask { CurrentTestSchedule.install(seesSleepers: false) { Schedule.current } }
    return Level(
      support: findings.seesTask ? .ordered : .unavailable,
      explanation: "\(explanation) \(findings.text)",
      failure: failure,
      hooks: findings
    )
  }

  /// Whether the engine sees the blocks and the threads that a test starts.
  static var seesStartedWork: Bool { support == .exact && testing_support_sees_started_work() }

  /// Reports, once in a process, that the exact engine has failed its checks.
  static func reportFailure() {
    _ = report
  }

  private static let report: Void = {
    guard let failure = level.failure else { return }
    StandardError.print("Deterministic tests are not exact in this process: \(failure)")
  }()

  /// The executor that stands for no actor at all.
  private static var generic: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }

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

/// Called when the image is loaded, before all else: whether there is an exact engine for this toolchain.
@_cdecl("testing_support_has_exact_engine")
func hasExactEngine() -> Bool {
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    true
  #else
    false
  #endif
}

/// Called when the image is loaded, by a constructor written in C.
@_cdecl("testing_support_install_scheduler")
func installAtImageLoad() {
  Runtime.install()
}

extension Schedule {
  /// The schedule that the running code belongs to.
  static var current: Schedule? {
    if let pointer = testing_support_acting_schedule() {
      return at(pointer)
    }
    // An actor that is not the test's alone runs a test's code on threads that are not the test's.
    return ScheduleRegistry.schedule(of: testing_support_current_task())
  }

  static func at(_ pointer: UnsafeMutableRawPointer) -> Schedule {
    Unmanaged<Schedule>.fromOpaque(pointer).takeUnretainedValue()
  }

  static func isCurrent(_ schedule: Schedule) -> Bool {
    testing_support_acting_schedule() == UnsafeMutableRawPointer(Unmanaged.passUnretained(schedule).toOpaque())
  }
}
