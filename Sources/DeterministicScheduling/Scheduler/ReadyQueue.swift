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

  // What no strategy is shown.
  private struct Details {
    let job: Scheduler.Job
    let origin: Int
    let line: ExecutorLine?
  }

  // The jobs behind the one that holds them, in their order; what lies before `head` can run.
  private struct Followers {
    var entries: [(candidate: Candidate, place: Int32)] = []
    var head = 0
  }

  // What lies before `head` has run. The job that is chosen may be one of thousands, and others move into its place: what is
  // moved is small, and says where the rest of it is kept.
  private var candidates: [Candidate] = []
  private var places: [Int32] = []
  private var head = 0
  // What has run is there until another job takes its place.
  private var details: [Details] = []
  private var freePlaces: [Int32] = []
  // Each line that has a job which holds others.
  private var lines: [ExecutorLine: Followers] = [:]

  // Stored, since a build without optimization copies the queue to compute a property.
  private(set) var count = 0
  var isEmpty: Bool { count == 0 }
  var waiting: ArraySlice<Candidate> { candidates[head...] }

  /// The tasks that these jobs run, with those of jobs that others hold.
  var tasks: [Int] {
    let held = lines.values.flatMap { $0.entries[$0.head...].map(\.candidate) }
    return (waiting + held).compactMap(\.task)
  }

  /// Adds a job.
  ///
  /// - Parameter line: Its place in the line in which it waits, if not every order among others can be chosen.
  mutating func append(_ candidate: Candidate, job: Scheduler.Job, origin: Int?, in line: PlaceInLine? = nil) {
    let held = line.map { $0.holdsOthers ? $0.line : nil } ?? nil
    let place = keep(Details(job: job, origin: origin ?? -1, line: held))
    if let line, !lines.isEmpty, lines[line.line] != nil {
      lines[line.line]?.entries.append((candidate, place))
    } else {
      if let held { lines[held] = Followers() }
      candidates.append(candidate)
      places.append(place)
      count += 1
    }
  }

  private mutating func keep(_ details: Details) -> Int32 {
    if let free = freePlaces.popLast() {
      self.details[Int(free)] = details
      return free
    }
    self.details.append(details)
    return Int32(self.details.count - 1)
  }

  /// Removes the job at an offset and keeps the order of all others.
  mutating func remove(at offset: Int) -> Entry {
    let index = head + offset
    let place = places[index]
    let details = details[Int(place)]
    let entry = Entry(
      candidate: candidates[index],
      job: details.job,
      origin: details.origin < 0 ? nil : details.origin
    )
    freePlaces.append(place)
    count -= 1
    if offset <= count / 2 {
      if offset > 0 {
        Self.moveUp(&candidates, from: head, count: offset)
        Self.moveUp(&places, from: head, count: offset)
      }
      head += 1
      dropWhatHasRun()
    } else {
      candidates.remove(at: index)
      places.remove(at: index)
    }
    if let line = details.line { promoteNext(of: line) }
    return entry
  }

  // The next jobs of a line can run now, up to one that holds those behind it.
  private mutating func promoteNext(of line: ExecutorLine) {
    while let followers = lines[line], followers.head < followers.entries.count {
      let next = followers.entries[followers.head]
      lines[line]?.head += 1
      insert(next.candidate, next.place)
      if details[Int(next.place)].line != nil { return }
    }
    lines[line] = nil
  }

  // A job has its place by how long it has waited.
  private mutating func insert(_ candidate: Candidate, _ place: Int32) {
    var (start, end) = (head, candidates.count)
    while start < end {
      let middle = (start + end) / 2
      if candidates[middle].sequence < candidate.sequence { start = middle + 1 } else { end = middle }
    }
    candidates.insert(candidate, at: start)
    places.insert(place, at: start)
    count += 1
  }

  /// The offset of the latest job of a task.
  func lastOffset(of task: Int) -> Int? {
    var index = candidates.count - 1
    while index >= head {
      if candidates[index].task == task { return index - head }
      index -= 1
    }
    return nil
  }

  // Fewer than half of the entries move, whichever one is taken.
  private static func moveUp<Element>(_ elements: inout [Element], from start: Int, count: Int) {
    elements.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      (base + start + 1).update(from: base + start, count: count)
    }
  }

  private mutating func dropWhatHasRun() {
    guard head >= 64, head * 2 >= candidates.count else { return }
    candidates.removeFirst(head)
    places.removeFirst(head)
    head = 0
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
