import Testing

@testable import TestClocks

@Suite("The queue of sleepers")
struct SleeperQueueModelTests {
  @Test("agrees with a sorted list on every random program", arguments: 0..<4)
  func whenRunningRandomPrograms_thenAgreesWithSortedList(part: Int) {
    for program in 0..<ModelPrograms.count(inDebug: 500) {
      var random = RandomPrograms(seed: UInt64(part) << 32 | UInt64(program))
      var queue = SleeperQueue<Int, Int>()
      var model = SortedList()
      var tickets: [SleeperQueue<Int, Int>.Ticket] = []
      for step in 0..<Int.random(in: 1...120, using: &random) {
        let agrees: Bool
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2:
          tickets.append(queue.makeTicket())
          model.promise()
          agrees = true
        case 2..<6:
          guard let number = tickets.indices.randomElement(using: &random), !model.hasSlept.contains(number) else {
            continue
          }
          let deadline = Int.random(in: 0..<12, using: &random)
          agrees = queue.insert(number, until: deadline, with: tickets[number]) == model.insert(number, until: deadline)
        case 6..<8:
          guard let number = tickets.indices.randomElement(using: &random) else { continue }
          agrees = queue.cancel(tickets[number]) == model.cancel(number)
        default:
          agrees = queue.popFirst() == model.popFirst()
        }
        guard agrees, queue.count == model.sleepers.count, queue.earliestDeadline == model.sleepers.first?.deadline
        else {
          Issue.record("They part in part \(part), program \(program), at step \(step)")
          return
        }
      }
      #expect(queue.sorted.map(\.sleeper) == model.sleepers.map(\.number), "program \(program)")
    }
  }

  @Test("takes sleepers of one deadline in the order of their tickets")
  func whenDeadlinesAreEqual_thenOrderIsThatOfTickets() {
    var queue = SleeperQueue<Int, String>()
    let first = queue.makeTicket()
    let second = queue.makeTicket()
    for (name, ticket) in [("second", second), ("first", first)] {
      _ = queue.insert(name, until: 1, with: ticket)
    }
    let order = [queue.popFirst(), queue.popFirst(), queue.popFirst()]
    #expect(order == ["first", "second", nil])
  }

  @Test("a ticket that is spent does not reach the next holder of its berth")
  func whenTicketIsSpent_thenNextHolderIsSafe() {
    var queue = SleeperQueue<Int, String>()
    let spent = queue.makeTicket()
    _ = queue.cancel(spent)
    let next = queue.makeTicket()
    let nextLay = queue.insert("next", until: 1, with: next)
    let cancelled = queue.cancel(spent)
    let lateLay = queue.insert("late", until: 1, with: spent)
    #expect(nextLay && cancelled == nil && !lateLay)
    #expect(queue.sorted.map(\.sleeper) == ["next"])
  }
}

/// What the queue has to do, done in the plainest way.
private struct SortedList {
  var sleepers: [(deadline: Int, number: Int)] = []
  var hasSlept: Set<Int> = []
  private var promised: Set<Int> = []
  private var next = 0

  mutating func promise() {
    promised.insert(next)
    next += 1
  }

  mutating func insert(_ number: Int, until deadline: Int) -> Bool {
    guard promised.remove(number) != nil else { return false }
    hasSlept.insert(number)
    sleepers.append((deadline, number))
    sleepers.sort { $0 < $1 }
    return true
  }

  mutating func cancel(_ number: Int) -> Int? {
    promised.remove(number)
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
    return sleepers.remove(at: index).number
  }

  mutating func popFirst() -> Int? {
    sleepers.isEmpty ? nil : sleepers.removeFirst().number
  }
}
