/// The orders in which a test has run, as a tree of choices: which choices lead to orders that have not run yet, and
/// whether all have run.
///
/// Two orders are different if any two steps are, whatever the steps do: what a step reads and writes is not known, so no
/// two steps are taken to be independent.
///
/// It grows no larger than the number of orders that may run: once it is certain that there are more of them, the tree is
/// of no use.
struct OrderTree: Sendable {
  /// One choice of a run: which of how many candidates.
  struct Choice: Hashable, Sendable {
    let index: Int
    let count: Int
  }

  /// Where a run is in the tree.
  struct Position: Sendable {
    fileprivate let branch: Int32
  }

  // A branch is the number of the node it leads to, or one of these.
  private static let unseen: Int32 = -1
  private static let finished: Int32 = -2

  private struct Node: Sendable {
    var branches: [Int32]
    var unfinished: Int
  }

  private let limit: Int
  private var root = unseen
  private var nodes: [Node] = []
  // Each branch that was not taken leads to one order at least.
  private var unseenBranches = 1

  /// How many orders have run.
  private(set) var count = 0

  /// - Parameter limit: The number of orders beyond which the tree need not know all.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether every order has run.
  var isComplete: Bool { root == Self.finished }

  /// Where a run starts.
  var start: Position { Position(branch: root) }

  /// The choice nearest to a wish that leads to an order which has not run yet.
  ///
  /// - Returns: The choice and where it leads to. The wish itself where the tree knows nothing.
  func unseenChoice(_ wish: Int, of count: Int, at position: Position?) -> (index: Int, next: Position?) {
    guard let node = position?.branch, node >= 0 else { return (wish, nil) }
    let branches = nodes[Int(node)].branches
    guard branches.count == count, branches.indices.contains(wish) else { return (wish, nil) }
    for offset in 0..<count {
      let index = (wish + offset) % count
      if branches[index] != Self.finished { return (index, Position(branch: branches[index])) }
    }
    return (wish, nil)
  }

  /// Adds the order of a run. One that has run before changes nothing.
  ///
  /// - Returns: Whether the tree is still of use: not if there are more orders than the limit, or if the same choices led
  ///   to another number of candidates than before, so that something else than the order decides.
  mutating func insert(_ choices: [Choice]) -> Bool {
    var way: [(node: Int, index: Int)] = []
    var branch = root
    for choice in choices {
      if branch == Self.finished { return true }
      if branch == Self.unseen {
        guard count + unseenBranches + choice.count - 1 <= limit else { return false }
        unseenBranches += choice.count - 1
        branch = Int32(nodes.count)
        nodes.append(
          Node(branches: Array(repeating: Self.unseen, count: choice.count), unfinished: choice.count)
        )
        set(way.last, to: branch)
      }
      let node = Int(branch)
      guard nodes[node].branches.count == choice.count, nodes[node].branches.indices.contains(choice.index) else {
        return false
      }
      way.append((node, choice.index))
      branch = nodes[node].branches[choice.index]
    }
    if branch == Self.finished { return true }
    guard branch == Self.unseen else { return false }
    unseenBranches -= 1
    count += 1
    finish(way)
    return true
  }

  // An order has run: its last branch is finished, and so is each node of which that was the last one.
  private mutating func finish(_ way: [(node: Int, index: Int)]) {
    var way = way
    while let last = way.popLast() {
      set(last, to: Self.finished)
      nodes[last.node].unfinished -= 1
      if nodes[last.node].unfinished > 0 { return }
      nodes[last.node].branches = []
    }
    root = Self.finished
  }

  private mutating func set(_ place: (node: Int, index: Int)?, to branch: Int32) {
    guard let place else { return root = branch }
    nodes[place.node].branches[place.index] = branch
  }
}
