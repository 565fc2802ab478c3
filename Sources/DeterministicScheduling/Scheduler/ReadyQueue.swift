/// The jobs that can run now, the one that has waited longest first: for each where the job itself is kept.
///
/// Of the jobs that wait for one serial executor, only the first can run: the others wait behind it.
///
/// Not generic, and not emptied whenever nothing is left: a build without optimization pays for both with each step.
struct ReadyQueue: Sendable {
  struct Entry {
    let candidate: Candidate
    let origin: Int?
    let place: Int
  }

  private struct Place {
    let origin: Int
    let place: Int32
    let line: ExecutorLine?
  }

  // The jobs behind the first one of a line, in their order; what lies before `head` has become the first.
  private struct Followers {
    var entries: [(candidate: Candidate, place: Place)] = []
    var head = 0
  }

  // Two arrays, since a strategy is shown the candidates alone. What lies before `head` has run.
  private var candidates: [Candidate] = []
  private var places: [Place] = []
  private var head = 0
  private var placeCount: Int32 = 0
  private var freePlaces: [Int32] = []
  // Each line that has a first job.
  private var lines: [ExecutorLine: Followers] = [:]

  var isEmpty: Bool { head == candidates.count }
  var count: Int { candidates.count - head }
  var waiting: ArraySlice<Candidate> { candidates[head...] }

  /// Adds a job.
  ///
  /// - Parameter line: The line in which it waits, if its order among others is not to be chosen.
  /// - Returns: Where to keep it: a place that was freed, or the next one.
  mutating func append(_ candidate: Candidate, origin: Int?, in line: ExecutorLine? = nil) -> Int {
    var number = placeCount
    if let free = freePlaces.popLast() { number = free } else { placeCount += 1 }
    let place = Place(origin: origin ?? -1, place: number, line: line)
    if let line, lines[line] != nil {
      lines[line]?.entries.append((candidate, place))
    } else {
      if let line { lines[line] = Followers() }
      candidates.append(candidate)
      places.append(place)
    }
    return Int(number)
  }

  /// Removes the job at an offset and keeps the order of all others.
  mutating func remove(at offset: Int) -> Entry {
    let index = head + offset
    let place = places[index]
    let entry = Entry(
      candidate: candidates[index],
      origin: place.origin < 0 ? nil : place.origin,
      place: Int(place.place)
    )
    freePlaces.append(place.place)
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
    if let line = place.line { promoteNext(of: line) }
    return entry
  }

  // The next job of a line can run now, and has its place by how long it has waited.
  private mutating func promoteNext(of line: ExecutorLine) {
    guard let followers = lines[line], followers.head < followers.entries.count else {
      lines[line] = nil
      return
    }
    let next = followers.entries[followers.head]
    lines[line]?.head += 1
    var (start, end) = (head, candidates.count)
    while start < end {
      let middle = (start + end) / 2
      if candidates[middle].sequence < next.candidate.sequence { start = middle + 1 } else { end = middle }
    }
    candidates.insert(next.candidate, at: start)
    places.insert(next.place, at: start)
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

/// What waits for one serial executor, first in, first out.
///
/// A default actor takes jobs of a higher priority first; which of two priorities is first depends on when it looks.
package struct ExecutorLine: Hashable, Sendable {
  /// The main actor's executor, which does not look at priorities.
  static let main = ExecutorLine(executor: .max, priority: 0)

  let executor: UInt
  let priority: UInt8

  package init(executor: UInt, priority: UInt8) {
    self.executor = executor
    self.priority = priority
  }
}
