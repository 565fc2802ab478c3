import TestBuilders
import Testing

@testable import LinearizabilityTesting

@Suite("The search for a sequential order")
struct SequentialOrderTests {
  @Test("finds an order exactly where trying all of them does", arguments: 0..<5 as Range<UInt64>)
  func whenHistoryIsRandom_thenResultIsThatOfTryingAllOrders(seed: UInt64) {
    var values = FixtureValues(seed: seed)
    var explained = 0
    for _ in 0..<100 {
      let history = RegisterHistory.random(using: &values)
      let (order, expected) = (history.order(), history.orderByTryingAll())

      #expect((order == nil) == (expected == nil), "\(history)")
      if let order { #expect(history.isExplained(by: order), "\(order) for \(history)") }
      if order != nil { explained += 1 }
    }
    // Both answers have to come up, or else the comparison says little.
    #expect((10...90).contains(explained))
  }

  @Test("keeps a call that returned before another one began in front of it")
  func whenCallsDoNotOverlap_thenTheirOrderIsKept() {
    let history = RegisterHistory(calls: [
      .init(.read(0), CallInterval(start: 3, end: 4)), .init(.write(1), CallInterval(start: 1, end: 2)),
    ])

    #expect(history.order() == nil)
  }

  @Test("lets calls that overlapped take effect in either order")
  func whenCallsOverlap_thenEitherOrderWillDo() {
    let history = RegisterHistory(calls: [
      .init(.write(1), CallInterval(start: 1, end: 4)), .init(.read(0), CallInterval(start: 2, end: 3)),
    ])

    #expect(history.order() == [1, 0])
  }

  @Test("explains a call that never returned only where the model waits too", arguments: [0, 1])
  func whenCallNeverReturned_thenModelHasToWait(value: Int) {
    let history = RegisterHistory(calls: [
      .init(.awaitNonzero, CallInterval(start: 1)), .init(.write(value), CallInterval(start: 2, end: 3)),
    ])

    #expect(history.order() == (value == 0 ? [1] : nil))
  }

  @Test("needs no `Hashable` model")
  func whenModelIsNotHashable_thenOrderIsFound() {
    struct Model { var numbers: [Int] = [] }
    var search = SequentialOrderSearch<Model>(
      [CallInterval(start: 1, end: 3), CallInterval(start: 2, end: 4)],
      apply: { model, call in
        model.numbers.append(call)
        return model.numbers.first == 1
      }
    )

    #expect(search.order(from: Model()) == [1, 0])
  }

  @Test("tries no state twice")
  func whenNoOrderExists_thenNoStateIsTriedTwice() {
    // All orders of twelve calls would be 479,001,600.
    var applied = 0
    let calls = (0..<12).map { CallInterval(start: $0, end: 100 + $0) } + [CallInterval(start: 200, end: 201)]
    var search = SequentialOrderSearch<Int>(
      calls,
      apply: { count, call in
        applied += 1
        count += 1
        return call < 12
      }
    )

    #expect(search.order(from: 0) == nil)
    // Each set of calls that are done is one state, from which each other call is tried once.
    #expect(applied == 12 * (1 << 11) + 1)
  }
}

/// Calls of a register and what they returned.
private struct RegisterHistory {
  enum Operation: Hashable {
    /// Sets the value.
    case write(Int)
    /// Returns the value.
    case read(Int)
    /// Sets the value to a new one and returns the old one.
    case exchange(Int, old: Int)
    /// Waits until the value is not zero.
    case awaitNonzero
  }

  struct Call {
    let operation: Operation
    let interval: CallInterval

    init(_ operation: Operation, _ interval: CallInterval) {
      (self.operation, self.interval) = (operation, interval)
    }
  }

  let calls: [Call]

  static func random(using values: inout FixtureValues) -> RegisterHistory {
    let count = Int.random(in: 0...5, using: &values)
    let times = Array(0..<2 * count).shuffled(using: &values)
    let operations = (0..<count).map { _ -> Operation in
      let (value, other) = (Int.random(in: 0...2, using: &values), Int.random(in: 0...2, using: &values))
      return switch Int.random(in: 0...4, using: &values) {
      case 0, 1: .write(value)
      case 2: .read(value)
      case 3: .exchange(value, old: other)
      default: .awaitNonzero
      }
    }
    return RegisterHistory(
      calls: operations.enumerated().map { index, operation in
        let (first, second) = (times[2 * index], times[2 * index + 1])
        let isPending = Int.random(in: 0...9, using: &values) == 0
        return Call(operation, CallInterval(start: min(first, second), end: isPending ? nil : max(first, second)))
      }
    )
  }

  func order() -> [Int]? {
    var search = SequentialOrderSearch<Int>(calls.map(\.interval), apply: apply, waits: waits)
    return search.order(from: 0)
  }

  func orderByTryingAll() -> [Int]? {
    permutations(of: calls.indices.filter { calls[$0].interval.end != nil }).first(where: isExplained)
  }

  /// Whether the calls that returned may have taken effect in an order.
  func isExplained(by order: [Int]) -> Bool {
    for (place, call) in order.enumerated() {
      for later in order[(place + 1)...] where (calls[later].interval.end ?? .max) < calls[call].interval.start {
        return false
      }
    }
    var value = 0
    guard order.allSatisfy({ apply(&value, $0) }) else { return false }
    return calls.indices.allSatisfy { order.contains($0) || calls[$0].interval.end == nil && waits(value, $0) }
  }

  private func apply(_ value: inout Int, _ call: Int) -> Bool {
    switch calls[call].operation {
    case .write(let new):
      value = new
      return true
    case .read(let result): return value == result
    case .exchange(let new, let old):
      defer { value = new }
      return value == old
    case .awaitNonzero: return value != 0
    }
  }

  private func waits(_ value: Int, _ call: Int) -> Bool {
    calls[call].operation == .awaitNonzero && value == 0
  }

  private func permutations(of elements: [Int]) -> [[Int]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.flatMap { first in
      permutations(of: elements.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
