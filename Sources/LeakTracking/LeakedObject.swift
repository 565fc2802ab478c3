/// A leaked object, how it is retained, and the tracked objects that leaked only because it did.
struct LeakedObject {
  let tracked: TrackedObject
  let instance: AnyObject
  /// How many more of its type, tracked at the same line, leaked with it and are not reported one by one.
  let othersAlike: Int
  let path: RetainPath?
  private(set) var followers: [LeakedObject] = []

  /// The objects to report, in the order in which they were tracked.
  ///
  /// An object follows another one if it belongs to the other's cycle, or if the shortest path to it starts at the
  /// other and no root leads to it in another way.
  static func leaders(
    of groups: some Sequence<[TrackedObject]>,
    roots: [AnyObject],
    graph: inout ReferenceGraph
  ) -> [LeakedObject] {
    let objects = groups.compactMap { group -> LeakedObject? in
      guard let tracked = group.first, let instance = tracked.instance else { return nil }
      let path = graph.shortestPath(to: instance)
      return LeakedObject(tracked: tracked, instance: instance, othersAlike: group.count - 1, path: path)
    }
    let leaders = objects.map { $0.leader(among: objects, roots: roots, graph: &graph) }
    let firsts = objects.indices.map { first(of: $0, leaders: leaders) }
    return objects.indices.filter { firsts[$0] == $0 }.map { index in
      var object = objects[index]
      object.followers = objects.indices.filter { $0 != index && firsts[$0] == index }.map { objects[$0] }
      return object
    }
  }

  private func leader(among objects: [LeakedObject], roots: [AnyObject], graph: inout ReferenceGraph) -> Int? {
    guard othersAlike == 0, let path else { return nil }
    let id = ObjectIdentifier(instance)
    if path.isCycle {
      let first = objects.firstIndex { $0.path.map { $0.isCycle && $0.members.contains(id) } ?? false }
      return first.flatMap { objects[$0].instance === instance ? nil : $0 }
    }
    guard let leader = objects.firstIndex(where: { ObjectIdentifier($0.instance) == path.start }) else { return nil }
    return graph.reaches(instance, from: roots, without: objects[leader].instance) ? nil : leader
  }

  /// The first object of a chain of leaders. A chain has an end, unless a search was stopped early: then it is the
  /// object itself.
  private static func first(of index: Int, leaders: [Int?]) -> Int {
    var first = index
    for _ in leaders {
      guard let next = leaders[first] else { return first }
      first = next
    }
    return index
  }
}
