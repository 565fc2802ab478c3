/// Sleeping jobs, in order of deadline and then of registration: a binary heap.
struct TimerQueue: Sendable {
  struct Timer: Sendable {
    let deadline: Duration
    let registration: Int
    /// The task that sleeps, as the runtime numbers it.
    let sleeper: UInt64
    let lane: Lane
    let origin: Int?
    let job: Scheduler.Job

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.registration) < (right.deadline, right.registration)
    }
  }

  private var heap: [Timer] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: Timer? { heap.first }

  func hasSleeper(registeredBefore registration: Int) -> Bool {
    heap.contains { $0.registration < registration }
  }

  func contains(where predicate: (Timer) -> Bool) -> Bool { heap.contains(where: predicate) }

  mutating func insert(_ timer: Timer) {
    heap.append(timer)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Timer? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[smallest] {
        smallest = child
      }
      guard smallest != parent else { return first }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
