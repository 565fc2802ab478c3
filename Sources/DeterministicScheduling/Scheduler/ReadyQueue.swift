/// The jobs that can run now, the one that has waited longest first: for each where the job itself is kept.
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
  }

  // Two arrays, since a strategy is shown the candidates alone. What lies before `head` has run.
  private var candidates: [Candidate] = []
  private var places: [Place] = []
  private var head = 0
  private var placeCount: Int32 = 0
  private var freePlaces: [Int32] = []

  var isEmpty: Bool { head == candidates.count }
  var count: Int { candidates.count - head }
  var waiting: ArraySlice<Candidate> { candidates[head...] }

  /// Adds a job.
  ///
  /// - Returns: Where to keep it: a place that was freed, or the next one.
  mutating func append(_ candidate: Candidate, origin: Int?) -> Int {
    var place = placeCount
    if let free = freePlaces.popLast() { place = free } else { placeCount += 1 }
    candidates.append(candidate)
    places.append(Place(origin: origin ?? -1, place: place))
    return Int(place)
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
    return entry
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
