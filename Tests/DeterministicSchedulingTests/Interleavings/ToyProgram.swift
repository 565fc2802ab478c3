@testable import DeterministicScheduling

/// A program of tasks that take turns, run by the scheduler without any concurrency: the same choices, no runtime.
struct ToyProgram: Sendable {
  /// How many turns each task takes; task 0 is there from the start.
  var turns: [Int]
  /// Which tasks a turn starts, by task and turn.
  var starts: [TaskStep: [Int]] = [:]
  var names: [Int: String] = [:]

  /// Task 0 starts all others in its only turn.
  static func fork(_ turns: Int...) -> ToyProgram {
    ToyProgram(turns: [1] + turns, starts: [TaskStep(task: 0, turn: 0): Array(1...turns.count)])
  }

  /// Runs the program, and tells in which order the turns were taken.
  func run(
    _ strategy: (any ScheduleStrategy)?,
    avoiding seen: OrderTree? = nil
  ) -> (turns: [TaskStep], run: InterleavingRun) {
    let choices = RecordingStrategy.Record(.init())
    var scheduler = Scheduler(
      strategy: strategy.map { RecordingStrategy($0, avoiding: seen, into: choices) },
      isRecording: true
    )
    var taken: [TaskStep] = []
    var next = [Int](repeating: 0, count: turns.count)
    scheduler.enqueue(0, task: 0, on: .own, isInside: false)
    while case .run(let task, _) = scheduler.next() {
      let turn = TaskStep(task: task, turn: next[task])
      taken.append(turn)
      for started in starts[turn] ?? [] { scheduler.enqueue(started, task: UInt64(started), on: .own, isInside: true) }
      next[task] += 1
      if next[task] < turns[task] { scheduler.enqueue(task, task: UInt64(task), on: .own, isInside: true) }
    }
    var run = InterleavingRun()
    run.choices = choices.withLock { $0 }
    run.log = scheduler.log ?? ScheduleLog()
    for (task, name) in names { run.log.taskNames[scheduler.number(of: UInt64(task)).number] = name }
    return (taken, run)
  }

  /// Runs the program, which fails where `condition` says so.
  func run(
    _ order: InterleavingSearch.Order,
    avoiding seen: OrderTree? = nil,
    failingWhen condition: ([TaskStep]) -> Bool
  ) -> InterleavingRun {
    var (taken, run) = run(order.strategy, avoiding: seen)
    if condition(taken) { run.failure = .init(place: "ToyProgram.swift:1:1", text: "the promise was broken") }
    return run
  }
}

extension ReadyJobs {
  /// These jobs, which have become ready in this order.
  init(_ candidates: [Candidate]) {
    var queue = ReadyQueue()
    for candidate in candidates { queue.append(candidate, job: 0, origin: nil) }
    self.init(queue)
  }
}
