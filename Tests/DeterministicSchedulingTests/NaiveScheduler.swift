import DeterministicScheduling
import TestingSupportCore

/// The scheduler as one would write it without a thought for speed: the model for the real one.
struct NaiveScheduler {
  struct Timer {
    var deadline: Duration
    var registration: Int
    var sleeper: UInt64
    var job: Int
  }

  var elapsed: Duration = .zero
  var ready: [(job: Int, lane: Lane)] = []
  var timers: [Timer] = []
  var live: [UInt64: Int] = [:]
  var settled: [NaiveRequest] = []
  var exhausted: [NaiveRequest] = []
  var timePassed: [NaiveRequest] = []
  var woken: [NaiveRequest] = []
  /// Who started whom, by the number of the task.
  var starters: [Int: Int] = [:]
  var registration = 0
  var generator: SplitMix64?

  mutating func enqueue(_ job: Int, task: UInt64, lane: Lane) {
    live[task] = nil
    ready.append((job, lane))
  }

  mutating func sleep(_ job: Int, sleeper: UInt64, until deadline: Duration) {
    registration += 1
    live[sleeper] = registration
    timers.append(Timer(deadline: deadline, registration: registration, sleeper: sleeper, job: job))
  }

  mutating func next() -> String {
    if !ready.isEmpty {
      var index = 0
      // Where an order is drawn, a sleep that ends at this very moment may end before.
      let due = earliest.flatMap { timers[$0].deadline <= elapsed ? $0 : nil }
      if var random = generator {
        // What waits for the main actor runs in the order in which it came.
        let firstOnMain = ready.firstIndex { $0.lane == .main }
        let eligible = ready.indices.filter { ready[$0].lane != .main || $0 == firstOnMain }
        let count = eligible.count + (due == nil ? 0 : 1)
        let choice = count > 1 ? Int.random(in: 0..<count, using: &random) : 0
        generator = random
        if let due, choice == eligible.count { return wake(due) }
        index = eligible[choice]
      }
      let (job, lane) = ready.remove(at: index)
      return "run \(job) on \(lane)"
    }
    if !woken.isEmpty { return tell(&woken) }
    if let earliest, timers[earliest].deadline <= elapsed { return wake(earliest) }
    if !settled.isEmpty { return tell(&settled) }
    if let earliest { return wake(earliest) }
    if !exhausted.isEmpty { return tell(&exhausted) }
    return "rest"
  }

  // The latest of those that no task waits for that was started by the one that asks.
  private func tell(_ requests: inout [NaiveRequest]) -> String {
    let next = requests.indices.reversed().first { index in
      !requests.contains { other in
        var task = other.task
        while task != nil, task != requests[index].task { task = task.flatMap { starters[$0] } }
        let isBody = requests[index].task == 0 && other.task != 0
        return isBody || other.task != requests[index].task && task != nil
      }
    }
    return "tell \(requests.remove(at: next ?? 0).request.id)"
  }

  private var earliest: Int? {
    timers.indices.min {
      (timers[$0].deadline, timers[$0].registration) < (timers[$1].deadline, timers[$1].registration)
    }
  }

  private mutating func wake(_ index: Int) -> String {
    let timer = timers.remove(at: index)
    if live[timer.sleeper] == timer.registration {
      live[timer.sleeper] = nil
      elapsed = max(elapsed, timer.deadline)
      woken += timePassed
      timePassed = []
    }
    return "run \(timer.job) on own"
  }
}

/// A helper that waits, and the task that it waits in.
struct NaiveRequest {
  let request: IdleRequest
  let task: Int?
}

extension Scheduler.Step {
  /// The step as the model says it.
  var text: String {
    switch self {
    case .run(let job, let lane): "run \(job) on \(lane)"
    case .tell(let request): "tell \(request.id)"
    case .release(let key): "release \(key)"
    case .rest: "rest"
    }
  }
}
