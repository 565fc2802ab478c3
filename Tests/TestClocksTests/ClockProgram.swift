/// A random program for a clock: tasks that sleep and sleep again, that are cancelled by the test or by one another, and
/// a time that is moved.
struct ClockProgram: Sendable {
  /// A task that sleeps for each duration in turn, and after its first sleep cancels another, if it is to.
  struct Sleeper: Sendable {
    let id: Int
    let durations: [Int]
    let victim: Int?
  }

  enum Step: Sendable {
    case start(Sleeper)
    case cancel(id: Int)
    case advance(by: Int)
    case run
  }

  enum Event: Hashable, Sendable {
    case woke(id: Int, at: Int)
    case cancelled(id: Int, at: Int)
    case moved(to: Int, sleepers: Int)
  }

  let steps: [Step]

  init(seed: UInt64) {
    var random = RandomPrograms(seed: seed)
    var ids = 0
    steps = (0..<Int.random(in: 1...24, using: &random)).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<6:
        defer { ids += 1 }
        let durations = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: -1...6, using: &random) }
        let victim = Bool.random(using: &random) ? Int.random(in: 0..<ids + 2, using: &random) : nil
        return .start(Sleeper(id: ids, durations: durations, victim: victim))
      case 6..<8: return .cancel(id: Int.random(in: 0..<ids + 1, using: &random))
      case 8..<11: return .advance(by: Int.random(in: 0...8, using: &random))
      default: return .run
      }
    }
  }
}

/// A place for sleepers, and a time: what a clock is at its heart.
protocol SleeperPlace {
  var now: Int { get }
  var count: Int { get }
  mutating func lay(_ id: Int, until deadline: Int)
  mutating func remove(_ id: Int) -> Bool
  mutating func wakeNext(until limit: Int?) -> Int?
}

/// Runs a program without any concurrency: one task at a time, in the order in which they became ready.
struct ClockProgramRun<Place: SleeperPlace> {
  private(set) var events: [ClockProgram.Event] = []
  private var place: Place
  private var tasks: [Int: (sleeper: ClockProgram.Sleeper, sleeps: Int)] = [:]
  private var cancelled: Set<Int> = []
  private var ready: [Int] = []

  init(_ program: ClockProgram, on place: Place) {
    self.place = place
    for step in program.steps { perform(step) }
    perform(.run)
  }

  private mutating func perform(_ step: ClockProgram.Step) {
    switch step {
    case .start(let sleeper):
      tasks[sleeper.id] = (sleeper, 0)
      ready.append(sleeper.id)
    case .cancel(let id): cancel(id)
    case .advance(let duration): travel(to: place.now + duration)
    case .run: travel(to: nil)
    }
  }

  private mutating func travel(to limit: Int?) {
    settle()
    while let id = place.wakeNext(until: limit) {
      ready.append(id)
      settle()
    }
    events.append(.moved(to: place.now, sleepers: place.count))
  }

  private mutating func cancel(_ id: Int) {
    guard tasks[id] != nil else { return }
    cancelled.insert(id)
    if place.remove(id) { ready.append(id) }
  }

  private mutating func settle() {
    while !ready.isEmpty { resume(ready.removeFirst()) }
  }

  /// Runs a task until it sleeps again or ends.
  private mutating func resume(_ id: Int) {
    guard let task = tasks[id] else { return }
    let isStart = task.sleeps == 0
    if !isStart, !finishSleep(of: task.sleeper, number: task.sleeps) { return }
    for number in task.sleeps..<task.sleeper.durations.count {
      if cancelled.contains(id) { return end(id) }
      tasks[id]?.sleeps = number + 1
      let duration = task.sleeper.durations[number]
      if duration > 0 { return place.lay(id, until: place.now + duration) }
      if !finishSleep(of: task.sleeper, number: number + 1) { return }
    }
    tasks[id] = nil
  }

  private mutating func finishSleep(of sleeper: ClockProgram.Sleeper, number: Int) -> Bool {
    if cancelled.contains(sleeper.id) {
      end(sleeper.id)
      return false
    }
    events.append(.woke(id: sleeper.id, at: place.now))
    if number == 1, let victim = sleeper.victim { cancel(victim) }
    return true
  }

  private mutating func end(_ id: Int) {
    tasks[id] = nil
    events.append(.cancelled(id: id, at: place.now))
  }
}

/// The plainest place for sleepers: a list, searched from end to end.
struct NaivePlace: SleeperPlace {
  private(set) var now = 0
  private var sleepers: [(id: Int, deadline: Int)] = []

  var count: Int { sleepers.count }

  mutating func lay(_ id: Int, until deadline: Int) {
    sleepers.append((id, deadline))
  }

  mutating func remove(_ id: Int) -> Bool {
    defer { sleepers.removeAll { $0.id == id } }
    return sleepers.contains { $0.id == id }
  }

  mutating func wakeNext(until limit: Int?) -> Int? {
    guard let earliest = sleepers.map(\.deadline).min(), earliest <= limit ?? .max,
      let index = sleepers.firstIndex(where: { $0.deadline == earliest })
    else {
      now = limit ?? now
      return nil
    }
    now = earliest
    return sleepers.remove(at: index).id
  }
}
