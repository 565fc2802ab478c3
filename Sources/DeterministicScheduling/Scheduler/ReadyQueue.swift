/// The jobs that can run now, the one that has waited longest first.
///
/// Of the jobs that wait for one serial executor, some hold others: what waits for it later cannot run before they have.
///
/// Not generic, and not emptied whenever nothing is left: a build without optimization pays for both with each step.
struct ReadyQueue: Sendable {
  struct Entry {
    let candidate: Candidate
    let job: Scheduler.Job
    let origin: Int?
  }

  private enum State: Sendable {
    case canRun, isHeld, hasRun
  }

  private struct Slot: Sendable {
    let candidate: Candidate
    var state = State.canRun
  }

  // What no strategy is shown.
  private struct Details: Sendable {
    let job: Scheduler.Job
    let origin: Int
    let line: ExecutorLine?
  }

  // The jobs behind the one that holds them, by sequence.
  private struct Followers: Sendable {
    var sequences: [Int] = []
    var head = 0
  }

  // By sequence, with those that have run, until they are most of all.
  private var slots: [Slot] = []
  private var details: [Details] = []
  // What lies before has run.
  private var head = 0
  private var heldCount = 0
  // Each line that has a job which holds others.
  private var lines: [ExecutorLine: Followers] = [:]
  // Which slots have a job that can run; empty where the first one always runs.
  private var ranks = RankTree()
  private let isRanked: Bool
  // When each job has come, by the number of its arrival: one that was held comes after others that have waited less.
  private var arrivals: [(number: Int, sequence: Int)] = []
  private(set) var arrivalCount = 0
  // The jobs that belong to no task, by sequence.
  private var runtimeJobs: [Int] = []

  // Stored, since a build without optimization copies the queue to compute a property.
  private(set) var count = 0
  var isEmpty: Bool { count == 0 }

  /// - Parameter isRanked: Whether jobs are taken from anywhere, as a strategy decides, and not from the front.
  init(isRanked: Bool = true) {
    self.isRanked = isRanked
  }

  /// The tasks that these jobs run, with those of jobs that others hold.
  var tasks: [Int] {
    slots[head...].compactMap { $0.state == .hasRun ? nil : $0.candidate.task }
  }

  /// The job that has waited longest.
  var first: Candidate? { isEmpty ? nil : slots[slot(at: 0)].candidate }

  subscript(offset: Int) -> Candidate { slots[slot(at: offset)].candidate }

  func contains(_ predicate: (Candidate) -> Bool) -> Bool {
    slots[head...].contains { $0.state == .canRun && predicate($0.candidate) }
  }

  func containsJob(where fits: (Scheduler.Job) -> Bool) -> Bool {
    slots.indices.dropFirst(head).contains { slots[$0].state == .canRun && fits(details[$0].job) }
  }

  /// The offset of the job with this number, if it can run.
  func offset(of sequence: Int) -> Int? {
    guard let slot = slot(of: sequence), slots[slot].state == .canRun else { return nil }
    return isRanked ? ranks.rank(of: slot) : slots[..<slot].count { $0.state == .canRun }
  }

  /// The offset of the first job of a task.
  func firstOffset(of task: Int) -> Int? {
    slots[head...].first { $0.state == .canRun && $0.candidate.task == task }.flatMap {
      offset(of: $0.candidate.sequence)
    }
  }

  /// How many of the jobs before an offset belong to no task.
  func countOfRuntimeJobs(before offset: Int) -> Int {
    firstRuntimeJob(from: self[offset].sequence)
  }

  /// The offset of the job that belongs to no task, and before which there are so many others of that kind.
  func offsetOfRuntimeJob(_ number: Int) -> Int? {
    runtimeJobs.indices.contains(number) ? offset(of: runtimeJobs[number]) : nil
  }

  /// The jobs that have come since there were so many arrivals, in the order in which they have waited.
  func arrivals(after number: Int) -> [Candidate] {
    var sequences: [Int] = []
    var index = arrivals.count
    while index > 0, arrivals[index - 1].number > number {
      index -= 1
      sequences.append(arrivals[index].sequence)
    }
    if sequences.count > 1 { sequences.sort() }
    return sequences.compactMap { sequence in
      guard let slot = slot(of: sequence), slots[slot].state == .canRun else { return nil }
      return slots[slot].candidate
    }
  }

  /// Adds a job.
  ///
  /// - Parameter line: Its place in the line in which it waits, if not every order among others can be chosen.
  mutating func append(_ candidate: Candidate, job: Scheduler.Job, origin: Int?, in line: PlaceInLine? = nil) {
    let holding = line.map { $0.holdsOthers ? $0.line : nil } ?? nil
    let isHeld = line.map { !lines.isEmpty && lines[$0.line] != nil } ?? false
    slots.append(Slot(candidate: candidate, state: isHeld ? .isHeld : .canRun))
    details.append(Details(job: job, origin: origin ?? -1, line: holding))
    if isRanked { ranks.append(isTaken: !isHeld) }
    if isHeld, let line {
      lines[line.line]?.sequences.append(candidate.sequence)
      heldCount += 1
    } else {
      if let holding { lines[holding] = Followers() }
      arrive(candidate)
    }
  }

  private mutating func arrive(_ candidate: Candidate) {
    count += 1
    guard isRanked else { return }
    arrivalCount += 1
    arrivals.append((arrivalCount, candidate.sequence))
    if candidate.task == nil { runtimeJobs.insert(candidate.sequence, at: firstRuntimeJob(from: candidate.sequence)) }
  }

  /// Removes the job at an offset and keeps the order of all others.
  mutating func remove(at offset: Int) -> Entry { removeJob(in: slot(at: offset)) }

  /// Removes the latest job of a task, if there is one.
  mutating func removeLast(of task: Int) -> Entry? {
    var slot = slots.count - 1
    while slot >= head {
      if slots[slot].state == .canRun, slots[slot].candidate.task == task { return removeJob(in: slot) }
      slot -= 1
    }
    return nil
  }

  /// Removes the job that has waited longest of those that fit.
  mutating func removeFirst(where fits: (Scheduler.Job) -> Bool) -> Entry? {
    let slot = slots.indices.dropFirst(head).first { slots[$0].state == .canRun && fits(details[$0].job) }
    return slot.map { removeJob(in: $0) }
  }

  private mutating func removeJob(in slot: Int) -> Entry {
    let (candidate, details) = (slots[slot].candidate, details[slot])
    slots[slot].state = .hasRun
    count -= 1
    if isRanked {
      ranks.free(slot)
      if candidate.task == nil { runtimeJobs.remove(at: firstRuntimeJob(from: candidate.sequence)) }
    }
    if let line = details.line { promoteNext(of: line) }
    while head < slots.count, slots[head].state == .hasRun { head += 1 }
    dropWhatHasRun()
    return Entry(candidate: candidate, job: details.job, origin: details.origin < 0 ? nil : details.origin)
  }

  // The next jobs of a line can run now, up to one that holds those behind it.
  private mutating func promoteNext(of line: ExecutorLine) {
    while let followers = lines[line], followers.head < followers.sequences.count {
      lines[line]?.head += 1
      guard let slot = slot(of: followers.sequences[followers.head]) else { continue }
      slots[slot].state = .canRun
      if isRanked { ranks.take(slot) }
      heldCount -= 1
      arrive(slots[slot].candidate)
      if details[slot].line != nil { return }
    }
    lines[line] = nil
  }

  private func slot(at offset: Int) -> Int {
    if isRanked { return ranks.place(ofRank: offset) }
    guard offset > 0 else { return head }
    return slots.indices.dropFirst(head).filter { slots[$0].state == .canRun }[offset]
  }

  private func slot(of sequence: Int) -> Int? {
    slots.withUnsafeBufferPointer { slots in
      var (start, end) = (head, slots.count)
      while start < end {
        let middle = (start + end) / 2
        if slots[middle].candidate.sequence < sequence { start = middle + 1 } else { end = middle }
      }
      return start < slots.count && slots[start].candidate.sequence == sequence ? start : nil
    }
  }

  // The index in the list of jobs that belong to no task.
  private func firstRuntimeJob(from sequence: Int) -> Int {
    var (start, end) = (0, runtimeJobs.count)
    while start < end {
      let middle = (start + end) / 2
      if runtimeJobs[middle] < sequence { start = middle + 1 } else { end = middle }
    }
    return start
  }

  private mutating func dropWhatHasRun() {
    let remaining = count + heldCount
    guard slots.count - remaining >= 64, slots.count >= 4 * remaining else { return }
    if slots.count - head == remaining {
      slots.removeFirst(head)
      details.removeFirst(head)
    } else {
      var next = 0
      for slot in head..<slots.count where slots[slot].state != .hasRun {
        (slots[next], details[next]) = (slots[slot], details[slot])
        next += 1
      }
      slots.removeSubrange(next...)
      details.removeSubrange(next...)
    }
    head = 0
    guard isRanked else { return }
    ranks = RankTree()
    for slot in slots { ranks.append(isTaken: slot.state == .canRun) }
    arrivals = arrivals.filter { offset(of: $0.sequence) != nil }
  }
}

/// How a job waits for a serial executor.
package struct PlaceInLine: Hashable, Sendable {
  /// For the main actor's executor, which does not look at priorities.
  static let main = PlaceInLine(line: ExecutorLine(executor: .max, priority: 0), holdsOthers: true)

  let line: ExecutorLine
  /// Whether what waits there later cannot run before this job has. A task that comes from no serial executor may be
  /// late, and an actor that processes its queue may be overtaken by a task that finds it idle.
  let holdsOthers: Bool

  package init(line: ExecutorLine, holdsOthers: Bool) {
    self.line = line
    self.holdsOthers = holdsOthers
  }
}

/// What waits for one serial executor.
///
/// A default actor takes jobs of a higher priority first; which of two priorities is first depends on when it looks.
package struct ExecutorLine: Hashable, Sendable {
  let executor: UInt
  let priority: UInt8

  package init(executor: UInt, priority: UInt8) {
    self.executor = executor
    self.priority = priority
  }
}
