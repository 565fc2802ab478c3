/// Which job runs next.
extension Scheduler {
  mutating func runNext() -> Step {
    let (choice, count) = takeChoiceAtHold() ?? choose()
    guard choice < ready.count else { return wakeNow(amongReady: count) }
    let entry = ready.remove(at: choice)
    let candidate = entry.candidate
    currentSequence = candidate.sequence
    if candidate.task == 0 { bodyRuns() }
    if candidate.kind == .handover {
      noteYield(of: candidate.task)
    } else if candidate.kind == .job {
      yields = 0
    } else if candidate.kind == .hop, !hasStrategy, entry.origin != nil {
      repeatedHops += 1
      busySteps += Self.effortOfRepeatedHop
    }
    if candidate.lane != currentLane { busySteps += Self.stepsOfLaneChange - 1 }
    record(
      ScheduleStep.Kind(candidate.kind),
      task: candidate.task,
      lane: candidate.lane,
      choice: choice,
      readyCount: count,
      origin: entry.origin
    )
    return candidate.isHeld ? .release(candidate.sequence) : .run(entry.job, on: candidate.lane)
  }

  // Which candidate runs next, and of how many. A sleep that ends at this moment may end first if a strategy decides
  // so.
  mutating func choose(withTimers: Bool = true) -> (choice: Int, count: Int) {
    guard hasStrategy else { return (0, ready.count) }
    var timer: Candidate?
    // To look for a timer copies the scheduler, which most choices need not pay for.
    if withTimers, hasTimers, let next = dueTimer ?? timerThatDelays {
      let task = number(of: next.sleeper).number
      timer = Candidate(sequence: next.registration, task: task, lane: next.lane, kind: .wake)
    }
    let candidates = ReadyJobs(ready, timer: timer)
    guard candidates.count > 1 else { return (0, 1) }
    let wish = strategy?.choose(among: candidates) ?? 0
    return (min(max(0, wish), candidates.count - 1), candidates.count)
  }

  // The sleep that may end although jobs are ready. A helper that waits until the test is idle keeps time from advancing.
  private var timerThatDelays: TimerQueue.Timer? {
    guard delaysLeft > 0, strategy?.delaysJobs == true, !isTimeHeld, !isNextSleepLate, !allowance.isUsedUp,
      !requests.isAnySettling
    else { return nil }
    return timers.first
  }

  private mutating func wakeNow(amongReady count: Int) -> Step {
    if dueTimer == nil { delaysLeft -= 1 }
    return timers.popFirst().map { wake($0, choice: count - 1, readyCount: count) } ?? .rest
  }
}
