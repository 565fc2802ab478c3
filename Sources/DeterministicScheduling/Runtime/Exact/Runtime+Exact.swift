internal import DeterministicSchedulingLoader

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
#endif

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)

  // The default executor itself is replaced, so that nothing goes past the scheduler.

  extension Runtime {
    // Safe: written once, at image load, before anything runs concurrently.
    private nonisolated(unsafe) static var originalDefault: (any TaskExecutor & SchedulingExecutor)?
    private nonisolated(unsafe) static var originalMain: (any MainExecutor)?  // Safe: as above.
    private nonisolated(unsafe) static var router: RouterExecutor?  // Safe: as above.

    static func takeOverExecutors() -> Bool {
      guard let base = Task<Never, Never>.defaultExecutor as? any TaskExecutor & SchedulingExecutor, takeMainHooks()
      else { return false }
      testing_support_use_known_layout(true)
      testing_support_learn_task_entries()
      originalDefault = base
      router = RouterExecutor(base: base)
      originalMain = MainActor.executor
      _createExecutors(factory: Executors.self)
      testing_support_set_callbacks(callbacks)
      return true
    }

    private static var callbacks: testing_support_callbacks {
      let mainLane = unsafeBitCast(MainActorExecutor.shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
      let turnstile = unsafeBitCast(HopExecutor.shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
      return testing_support_callbacks(
        main_lane: mainLane.0,
        turnstile: turnstile.0,
        turnstile_implementation: turnstile.1,
        router: router.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0,
        owns: { pointer, id in
          guard let owner = ScheduleRegistry.schedule(of: id) else { return false }
          return pointer.map { owner === Schedule.at($0) } ?? true
        },
        adopt: { pointer, creator, task, id in
          let schedule = pointer.map { Schedule.at($0) } ?? ScheduleRegistry.schedule(of: creator)
          schedule?.adopt(UInt(bitPattern: task), of: id, createdBy: creator)
        },
        hold: { Schedule.at($0).offerHold(of: unsafeBitCast($1, to: UnownedJob.self), id: $2) },
        wait_for_held: { Schedule.at($0).waitForHeld(owner: $1) },
        cancel_child: { Schedule.at($0).noteCancelledChild($1) },
        end_scope: { ScheduleRegistry.schedule(of: $0)?.endScope(of: $0) },
        await_result: { ScheduleRegistry.schedule(of: $0)?.taskIsAwaited($0) },
        set_time: { ScheduleRegistry.schedule(of: $0)?.showTimeToTask() },
        share: { Schedule.at($0).sharesActors() },
        share_by_task: { ScheduleRegistry.schedule(of: $0)?.sharesActors() },
        share_actor: { ActorOwnership.owner(of: $0)?.sharesActors() },
        claim: { ActorOwnership.claim($1, for: Schedule.at($0), mayWait: $2) },
        depart: { Schedule.at($0).depart($1) },
        arrive: { id in
          switch ScheduleRegistry.owner(of: id) {
          case .schedule(let schedule)?:
            guard schedule.arrive(id) else { return nil }
            return Unmanaged.passRetained(schedule).toOpaque()
          case .finished?: return testing_support_never_again_marker()
          case nil: return nil
          }
        },
        leave: { Schedule.at($0).leave($1, isOver: $2) },
        begin_deinit: { pointer, task, isOnActor, number in
          let schedule = pointer.map { Schedule.at($0) } ?? ScheduleRegistry.schedule(of: task)
          guard let schedule, let begun = schedule.beginDeinit(isOnActor: isOnActor) else { return nil }
          number.pointee = begun
          return Unmanaged.passRetained(schedule).toOpaque()
        },
        end_deinit: { Unmanaged<Schedule>.fromOpaque($0).takeRetainedValue().endDeinit($1) },
        let_go: { Unmanaged<Schedule>.fromOpaque($0).release() },
        begin_work: { pointer, kind, delay, source in
          let schedule = Unmanaged<Schedule>.fromOpaque(pointer).retain().takeUnretainedValue()
          return schedule.beginWork(kind, delay: .nanoseconds(delay), source: UInt(bitPattern: source))
        },
        note_task_of_work: { Schedule.at($0).noteTaskOfWork() },
        note_main_block: { Schedule.at($0).noteMainBlock() },
        keep_main_block: { Schedule.at($0).keepMainBlock($1) },
        set_timer: { schedule, source, delay, interval in
          Schedule.at(schedule).setTimer(
            of: UInt(bitPattern: source),
            delay: delay < 0 ? nil : .nanoseconds(delay),
            interval: interval < 0 ? nil : .nanoseconds(interval)
          )
        },
        end_call: { Schedule.at($0).endCall(of: $1) },
        end_work: { Unmanaged<Schedule>.fromOpaque($0).takeRetainedValue().endWork($1) },
        show_time: { Schedule.at($0).showTime() },
        pass_time: { pointer, task, duration in
          let schedule = pointer.map { Schedule.at($0) } ?? ScheduleRegistry.schedule(of: task)
          return schedule?.passRealTime(.nanoseconds(duration)) ?? false
        },
        set_channel: { Schedule.at($0).setChannel(UInt(bitPattern: $2), of: $1) },
        close_channel: { Schedule.at($0).closeChannel(UInt(bitPattern: $1)) },
        note_error: { schedule, error, frames, count in
          let frames = (0..<Int(count)).map { UInt(bitPattern: frames[$0]) }
          Schedule.at(schedule).throwOrigins.insert(UInt(bitPattern: error), frames: frames)
        }
      )
    }

    static func enqueueOnOriginalExecutor(_ job: UnownedJob) -> Bool {
      originalDefault?.enqueue(ExecutorJob(job)) != nil
    }

    static func enqueueOnOriginalExecutor(_ job: UnownedJob, after delay: Duration) -> Bool {
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
      if testing_support_take_yield(Runtime.pointer(to: job)) { return }
      if testing_support_is_ordinary(Runtime.pointer(to: job)) || !JobRouter.take(job, on: .own) {
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
      if testing_support_catch_in_trial(Runtime.pointer(to: job)) { return }
      if let delay = delay as? Duration, JobRouter.take(job, after: delay) { return }
      base.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if testing_support_catch_in_trial(Runtime.pointer(to: job)) { return }
      if Schedule.current != nil, let delay = clock.now.duration(to: instant) as? Duration,
        JobRouter.take(job, after: delay)
      {
        return
      }
      base.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }
  }

#else

  extension Runtime {
    static func takeOverExecutors() -> Bool { false }
    static func enqueueOnOriginalExecutor(_ job: UnownedJob) -> Bool { false }
    static func enqueueOnOriginalExecutor(_ job: UnownedJob, after delay: Duration) -> Bool { false }
  }

#endif
