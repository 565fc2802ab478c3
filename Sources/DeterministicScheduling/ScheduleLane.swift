internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// The lane of a test: takes one step after the other, on the test's own queue or on the main queue, never on both.
extension Schedule {
  // A main-queue block runs so many jobs before it lets others have the queue.
  private static var jobsPerMainBlock: Int { 32 }

  // A lane runs so many jobs before it lets another one have its place.
  private static var jobsPerPlace: Int { 1000 }

  func startPump() {
    enterLane(first: nil)
  }

  private func enterLane(first: Turn?) {
    Places.lanes.enter {
      self.queue.async {
        self.pump(on: .own, first: first)
        Places.lanes.leave()
      }
    }
  }

  private func pump(on lane: Lane, first: Turn?) {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    testing_support_set_explores_hops(exploresHops)
    testing_support_set_has_place(lane == .own)
    defer {
      testing_support_set_has_place(false)
      testing_support_set_explores_hops(false)
      testing_support_enter_schedule(previous)
    }
    var time = first?.elapsed ?? elapsed
    testing_support_set_time(epoch, testing_support_time(time))
    var turn = first ?? takeTurn()
    var endedTask: UInt64 = 0
    var jobsLeft = lane == .main ? Self.jobsPerMainBlock : Self.jobsPerPlace
    while true {
      if turn.elapsed != time {
        time = turn.elapsed
        testing_support_set_time(epoch, testing_support_time(time))
      }
      switch turn.step {
      case .run(let job, let jobLane):
        guard jobLane == lane, jobsLeft > 0 || (lane == .own && !Places.lanes.isAwaited) else {
          return hand(turn, to: jobLane)
        }
        jobsLeft = jobsLeft > 0 ? jobsLeft - 1 : Self.jobsPerPlace
        endedTask = Runtime.run(job, on: lane)
      case .tell:
        guard lane == .own else { return hand(turn, to: .own) }
        turn.action?()
      case .rest:
        if turn.startsWatch { watch(after: outsideLimit) }
        return
      }
      turn = takeTurn(after: endedTask)
      endedTask = 0
    }
  }

  private func hand(_ turn: Turn, to lane: Lane) {
    switch lane {
    case .own, .hop: enterLane(first: turn)
    case .main: DispatchQueue.main.async { self.pump(on: .main, first: turn) }
    }
  }

  /// What the lane does next, and at what time.
  private struct Turn: Sendable {
    var step: Scheduler<UnownedJob>.Step
    var elapsed: Duration
    var action: (@Sendable () -> Void)?
    var startsWatch = false
  }

  private func takeTurn(after endedTask: UInt64 = 0) -> Turn {
    let passed = takePassedTime()
    return state.withLock { state in
      state.scheduler.pass(passed)
      if endedTask != 0, let number = state.scheduler.knownNumber(of: endedTask) { state.tasks.finish(number) }
      let step = state.nextStep()
      var turn = Turn(step: step, elapsed: state.scheduler.elapsed)
      switch step {
      case .run: break
      case .tell(let request): turn.action = state.withdraw(request)
      case .rest:
        state.isPumping = false
        state.restingSince = .now()
        turn.startsWatch = state.startWatching()
      }
      return turn
    }
  }
}

// MARK: - Waiting for the outside

extension Schedule {
  func watch(after delay: Duration) {
    queue.asyncAfter(deadline: .now() + delay.timeInterval) { [weak self] in self?.checkForStall() }
  }

  private func checkForStall() {
    switch state.withLock({ $0.checkForStall(limit: outsideLimit) }) {
    case .nothing: break
    case .watchOn(let remaining): watch(after: remaining)
    case .found(let event): post(event)
    }
  }
}

extension testing_support_time {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(seconds: seconds, nanoseconds: attoseconds / 1_000_000_000)
  }
}
