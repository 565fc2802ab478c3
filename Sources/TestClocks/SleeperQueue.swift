/// Sleepers in order of deadline, then of registration. Each operation costs at most O(log n).
///
/// A heap of small entries, each of which knows the berth in which its sleeper lies; the berth knows the way back, so
/// that a sleeper in the middle of the heap can leave. A ticket is handed out before its holder lies down, because a
/// task can be cancelled before it has registered: it then finds its berth taken away.
struct SleeperQueue<Deadline: Comparable & Sendable, Sleeper: Sendable>: Sendable {
  /// The right to one berth, and the way to take the sleeper out of it again.
  struct Ticket: Hashable, Sendable {
    fileprivate let berth: Int
    fileprivate let number: UInt64
  }

  private struct Entry: Sendable {
    let deadline: Deadline
    let number: UInt64
    let berth: Int

    func isBefore(_ other: Self) -> Bool {
      deadline < other.deadline || (number < other.number && deadline == other.deadline)
    }
  }

  private struct Berth: Sendable {
    /// The number of the ticket that holds the berth; `nil` while it is free.
    var holder: UInt64?
    /// The index of the sleeper's entry in the heap, while the task sleeps.
    var position = 0
    var sleeper: Sleeper?
  }

  private var heap: [Entry] = []
  private var berths: [Berth] = []
  private var freeBerths: [Int] = []
  private var nextNumber: UInt64 = 0

  var count: Int { heap.count }
  var earliestDeadline: Deadline? { heap.first?.deadline }
  var first: Sleeper? { heap.first.flatMap { berths[$0.berth].sleeper } }

  /// All sleepers, in the order in which they are to wake.
  var sorted: [(deadline: Deadline, sleeper: Sleeper)] {
    heap.sorted { $0.isBefore($1) }.compactMap { entry in
      berths[entry.berth].sleeper.map { (entry.deadline, $0) }
    }
  }

  /// Reserves an entry for a task that is about to sleep. The order of tickets is the order of registration.
  mutating func makeTicket() -> Ticket {
    let number = nextNumber
    nextNumber += 1
    let berth = freeBerths.popLast() ?? berths.count
    if berth == berths.count { berths.append(Berth()) }
    berths[berth].holder = number
    return Ticket(berth: berth, number: number)
  }

  /// Lays the sleeper down, unless the ticket was cancelled before.
  mutating func insert(_ sleeper: Sleeper, until deadline: Deadline, with ticket: Ticket) -> Bool {
    guard berths[ticket.berth].holder == ticket.number else { return false }
    berths[ticket.berth].sleeper = sleeper
    berths[ticket.berth].position = heap.count
    heap.append(Entry(deadline: deadline, number: ticket.number, berth: ticket.berth))
    siftUp(heap.count - 1)
    return true
  }

  /// Invalidates the ticket, and removes and returns its sleeper, if there is one. Does nothing if the sleeper was
  /// removed before.
  mutating func cancel(_ ticket: Ticket) -> Sleeper? {
    guard berths[ticket.berth].holder == ticket.number else { return nil }
    if berths[ticket.berth].sleeper != nil { removeEntry(at: berths[ticket.berth].position) }
    return vacate(ticket.berth)
  }

  /// Removes and returns the sleeper with the earliest deadline.
  mutating func popFirst() -> Sleeper? {
    guard let berth = heap.first?.berth else { return nil }
    removeEntry(at: 0)
    return vacate(berth)
  }

  private mutating func vacate(_ berth: Int) -> Sleeper? {
    defer {
      berths[berth].holder = nil
      berths[berth].sleeper = nil
      freeBerths.append(berth)
    }
    return berths[berth].sleeper
  }

  private mutating func removeEntry(at position: Int) {
    let last = heap.removeLast()
    guard position < heap.count else { return }
    place(last, at: position)
    siftDown(position)
    siftUp(position)
  }

  private mutating func siftUp(_ start: Int) {
    let entry = heap[start]
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entry.isBefore(heap[parent]) else { break }
      place(heap[parent], at: position)
      position = parent
    }
    if position != start { place(entry, at: position) }
  }

  private mutating func siftDown(_ start: Int) {
    let entry = heap[start]
    var position = start
    while true {
      var child = 2 * position + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(entry) else { break }
      place(heap[child], at: position)
      position = child
    }
    if position != start { place(entry, at: position) }
  }

  private mutating func place(_ entry: Entry, at position: Int) {
    heap[position] = entry
    berths[entry.berth].position = position
  }
}
