package import TestingSupportCore

/// What is to run, and who waits until the test is idle.
extension Scheduler {
  /// Enqueues a job.
  ///
  /// - Parameters:
  ///   - job: What is to run.
  ///   - task: The runtime number of its task, if it belongs to one. A task that is enqueued while it sleeps is no
  ///     longer sleeping: time does not advance for its timer.
  ///   - lane: Where it is to run.
  ///   - line: Its place at the serial executor that it waits for, if it waits for one other than the main actor's.
  ///     Evaluated only where a strategy decides.
  ///   - isInside: Whether a step of this test requests it.
  package mutating func enqueue(
    _ job: Job,
    task: UInt64?,
    on lane: Lane,
    in line: @autoclosure () -> PlaceInLine? = nil,
    isInside: Bool
  ) {
    let line = !hasStrategy ? nil : lane == .main ? .main : line()
    let kind: Candidate.Kind = lane == .hop && currentLane == .own ? .hop : .job
    enqueue(job, task: task, as: kind, on: lane, in: line, isInside: isInside)
  }

  mutating func enqueue(
    _ job: Job,
    task: UInt64?,
    as kind: Candidate.Kind,
    on lane: Lane,
    in line: PlaceInLine? = nil,
    isInside: Bool
  ) {
    if let task, !sleepers.isEmpty { sleepers[task] = nil }
    let taskNumber = task.map { number(of: $0).number }
    if let taskNumber { noteResumption(of: taskNumber, isInside: isInside) }
    let candidate = Candidate(
      sequence: sequence,
      task: taskNumber,
      lane: lane == .main ? .main : .own,
      kind: kind
    )
    sequence += 1
    ready.append(candidate, job: job, origin: isInside ? currentStep : nil, in: line)
  }

  /// Whether a task, as the runtime numbers it, has a job that can run.
  package func isReady(_ task: UInt64) -> Bool {
    knownNumber(of: task).map { number in ready.contains { $0.task == number } } ?? false
  }

  /// Whether any job that can run fits.
  package func hasReadyJob(where fits: (Job) -> Bool) -> Bool { ready.containsJob(where: fits) }

  /// Removes the job that has waited longest of those that fit, which runs elsewhere.
  package mutating func take(where fits: (Job) -> Bool) -> Job? { ready.removeFirst(where: fits)?.job }

  /// Enqueues a job of the runtime that only enqueues a task again, as a yield does.
  ///
  /// It is a job of that task, which follows immediately.
  ///
  /// - Parameter task: The runtime number of the requesting task, or 0.
  package mutating func enqueue(_ job: Job, resuming task: UInt64, on lane: Lane, isInside: Bool) {
    let isTurn = isInside && task != 0
    enqueue(job, task: isTurn ? task : nil, as: isTurn ? .handover : .job, on: lane, isInside: isInside)
  }

  /// Enqueues a job when time reaches a deadline.
  ///
  /// - Parameter sleeper: The task that waits for it, as the runtime numbers it.
  package mutating func sleep(_ job: Job, sleeper: UInt64, on lane: Lane, until deadline: Duration) {
    sleepers[sleeper] = sequence
    timers.insert(
      .init(
        deadline: self.deadline(ofSleepUntil: deadline),
        registration: sequence,
        sleeper: sleeper,
        lane: lane,
        origin: currentStep,
        job: job
      )
    )
    sequence += 1
  }

  /// Requests one notification when the test is idle.
  ///
  /// - Parameter task: The number of the task that asks. `nil` for the one whose request is being answered.
  package mutating func tell(_ request: IdleRequest, when idleness: Idleness, for task: Int? = nil) {
    requests.append(request, when: idleness, for: task)
  }

  /// Notifies a helper that has waited long enough for an outside event, as soon as nothing is ready to run.
  package mutating func tellOverdue(_ request: IdleRequest, for task: Int?) {
    requests.appendOverdue(request, for: task)
  }

  /// Requests one notification when nothing is ready to run after the next sleeper was woken.
  package mutating func tellWhenTimePassed(_ request: IdleRequest, for task: Int? = nil) {
    requests.appendWhenTimePassed(request, for: task)
  }

  package mutating func withdraw(_ request: IdleRequest) {
    requests.remove(request)
  }
}
