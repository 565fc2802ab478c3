/// The order of partial order sampling: the ready step with the highest priority runs.
///
/// Each step receives a random priority when it becomes ready, and keeps it until it runs. In the paper, a step that
/// may conflict with the running one receives a new priority. What a step reads and writes is not known, and treating
/// all of them as conflicting would make every choice uniform. So only steps that share a lane other than the test's
/// own, the main actor's, receive a new one.
struct POSStrategy: ScheduleStrategy {
  private var generator: SplitMix64
  private var heap = PriorityHeap()
  private var arrivalCount = 0
  // The jobs that need a new priority, if they are still there.
  private var discarded: [Int] = []
  // By the number of the job: those on the main actor, and the ends of sleeps, which come and go.
  private var mainPriorities: [Int: Int64] = [:]
  private var timerPriorities: [Int: Int64] = [:]

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func choose(among ready: ReadyJobs) -> Int {
    drawPriorities(among: ready)
    let top = takeTop(of: ready)
    let timer = ready.timer.flatMap { timer in timerPriorities[timer.sequence].map { (timer, $0) } }
    if let (timer, priority) = timer, priority > top?.priority ?? .min {
      timerPriorities[timer.sequence] = nil
      if timer.lane == .main { discardMain(among: ready) }
      return ready.count - 1
    }
    guard let top else { return 0 }
    heap.removeTop()
    // If another one runs in its place, it is to be drawn again.
    discarded.append(top.sequence)
    if ready[top.offset].lane == .main {
      mainPriorities[top.sequence] = nil
      discardMain(among: ready)
    }
    return top.offset
  }

  private mutating func drawPriorities(among ready: ReadyJobs) {
    var jobs = ready.arrivals(after: arrivalCount)
    arrivalCount = ready.arrivalCount
    if !discarded.isEmpty {
      jobs += discarded.compactMap { sequence in ready.offset(of: sequence).map { ready[$0] } }
      discarded = []
      if jobs.count > 1 { jobs.sort { $0.sequence < $1.sequence } }
    }
    for job in jobs {
      let priority = drawPriority()
      heap.insert(priority, of: job.sequence)
      if job.lane == .main { mainPriorities[job.sequence] = priority }
    }
    if let timer = ready.timer, timerPriorities[timer.sequence] == nil {
      timerPriorities[timer.sequence] = drawPriority()
    }
  }

  private mutating func drawPriority() -> Int64 {
    // In the order of the numbers without a sign.
    Int64(bitPattern: generator.next() ^ (1 << 63))
  }

  private mutating func takeTop(of ready: ReadyJobs) -> (priority: Int64, sequence: Int, offset: Int)? {
    while let top = heap.top {
      if let offset = ready.offset(of: top.sequence),
        ready[offset].lane != .main || mainPriorities[top.sequence] == top.priority
      {
        return (top.priority, top.sequence, offset)
      }
      heap.removeTop()
    }
    return nil
  }

  private mutating func discardMain(among ready: ReadyJobs) {
    discarded += mainPriorities.keys
    mainPriorities = [:]
    if let timer = ready.timer, timer.lane == .main { timerPriorities[timer.sequence] = nil }
  }
}
