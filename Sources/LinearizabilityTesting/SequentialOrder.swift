/// A call as one observer of all calls sees it: when it began, and when it returned.
struct CallInterval: Hashable, Sendable {
  let start: Int
  /// `nil` for a call that never returned.
  var end: Int?
}

/// Looks for a sequential order of overlapping calls that a model agrees with.
///
/// A call that returned before another one started comes first in the order too. Calls that overlapped may have taken
/// effect in either order. The search tries them one by one and remembers dead ends.
///
/// A call that never returned has to be one that waits in the model too, at the end of the order.
struct SequentialOrderSearch<Model> {
  /// A dead end: the remaining calls, in a state of the model.
  private struct Position: Hashable {
    let isDone: [Bool]
    let model: AnyHashable
  }

  private let calls: [CallInterval]
  private let apply: (inout Model, Int) -> Bool
  private let waits: (Model, Int) -> Bool
  private var deadEnds: Set<Position> = []
  /// The longest order that the model agrees with, found where there is no whole one, and the call that it does not agree
  /// with after that.
  private(set) var nearest: (order: [Int], rejected: Int)?

  /// - Parameters:
  ///   - calls: The calls, in any order.
  ///   - apply: Makes a call of the model, and returns whether it can return what the call returned.
  ///   - waits: Whether a call would wait in the model.
  init(
    _ calls: [CallInterval],
    apply: @escaping (inout Model, Int) -> Bool,
    waits: @escaping (Model, Int) -> Bool = { _, _ in false }
  ) {
    self.calls = calls
    self.apply = apply
    self.waits = waits
  }

  /// The first such order that is found, as indices of calls that returned; `nil` if there is none.
  mutating func order(from model: Model) -> [Int]? {
    var isDone = calls.map { $0.end == nil }
    var order: [Int] = []
    return search(model, &isDone, &order) ? order : nil
  }

  private mutating func search(_ model: Model, _ isDone: inout [Bool], _ order: inout [Int]) -> Bool {
    let left = calls.indices.filter { !isDone[$0] }
    guard !left.isEmpty else { return calls.indices.allSatisfy { calls[$0].end != nil || waits(model, $0) } }
    let position = (model as? any Hashable).map { Position(isDone: isDone, model: AnyHashable($0)) }
    if let position, deadEnds.contains(position) { return false }
    let firstEnd = left.compactMap { calls[$0].end }.min() ?? .max
    for call in left where calls[call].start < firstEnd {
      var next = model
      guard apply(&next, call) else {
        if order.count > nearest?.order.count ?? -1 { nearest = (order, call) }
        continue
      }
      isDone[call] = true
      order.append(call)
      if search(next, &isDone, &order) { return true }
      order.removeLast()
      isDone[call] = false
    }
    if let position { deadEnds.insert(position) }
    return false
  }
}
