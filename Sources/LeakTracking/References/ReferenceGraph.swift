/// Which object retains which, as far as reflection can see from some roots. Each object is inspected once.
struct ReferenceGraph {
  private let roots: [AnyObject]
  private let types = TypeMetadataCache()
  private var looked: [ObjectIdentifier: ObjectContents] = [:]

  /// The maximum number of objects that one search inspects.
  private static let limit = 20_000
  /// How many more values may be inspected, in all objects.
  private var remainingLooks = 500_000
  /// Whether nothing had to be left out.
  private(set) var isComplete = true

  init(roots: [AnyObject]) {
    self.roots = roots
  }

  /// Whether some objects lead to the target without the other object.
  mutating func reaches(_ target: AnyObject, from starts: [AnyObject], without other: AnyObject) -> Bool {
    shortestPath(from: starts.filter { $0 !== target && $0 !== other }, to: target, avoiding: other) != nil
  }

  /// The shortest path from the object to itself, or otherwise from another root to it.
  mutating func shortestPath(to target: AnyObject) -> RetainPath? {
    if let cycle = shortestPath(from: [target], to: target) { return cycle }
    return shortestPath(from: roots.filter { $0 !== target }, to: target)
  }

  /// The fields of an object, and of what it retains, whose contents reflection can't see: closures and tasks. Only a
  /// few, the nearest first.
  mutating func opaqueFields(of object: AnyObject) -> [String] {
    var found: [String] = []
    var visited: Set<ObjectIdentifier> = [ObjectIdentifier(object)]
    var queue: [(holder: AnyObject, origin: String?)] = [(object, nil)]
    var next = 0
    while next < queue.count, found.count < 3, visited.count < 1000 {
      let (holder, origin) = queue[next]
      next += 1
      let contents = contents(of: holder)
      // Means nothing to a reader: the storage of a stream of the standard library.
      let isHidden = "\(type(of: holder))".hasPrefix("_")
      let start = isHidden ? origin.map { "\($0) → " } ?? "" : ""
      found += contents.opaque.map { start + $0 }
      for reference in contents.references where visited.insert(ObjectIdentifier(reference.object)).inserted {
        queue.append((reference.object, isHidden ? origin : reference.origin))
      }
    }
    return Array(found.prefix(3))
  }

  private mutating func shortestPath(
    from starts: [AnyObject],
    to target: AnyObject,
    avoiding other: AnyObject? = nil
  ) -> RetainPath? {
    let goal = ObjectIdentifier(target)
    var arrivals: [ObjectIdentifier: RetainPath.Step] = [:]
    var visited = Set((starts + [other].compactMap(\.self)).map(ObjectIdentifier.init))
    var queue = starts
    var next = 0
    while next < queue.count, next < Self.limit {
      let holder = queue[next]
      next += 1
      for reference in contents(of: holder).references {
        let id = ObjectIdentifier(reference.object)
        let step = RetainPath.Step(
          holder: ObjectIdentifier(holder),
          origin: reference.origin,
          isCertain: reference.isCertain
        )
        if id == goal { return path(endingWith: step, arrivals: arrivals, starts: starts, target: target) }
        guard visited.insert(id).inserted else { continue }
        arrivals[id] = step
        queue.append(reference.object)
      }
    }
    if next < queue.count { isComplete = false }
    return nil
  }

  private func path(
    endingWith last: RetainPath.Step,
    arrivals: [ObjectIdentifier: RetainPath.Step],
    starts: [AnyObject],
    target: AnyObject
  ) -> RetainPath {
    var steps = [last]
    while let step = steps.last, let before = arrivals[step.holder] { steps.append(before) }
    return RetainPath(
      steps: steps.reversed(),
      held: ObjectIdentifier(target),
      heldType: "\(type(of: target))"
    )
  }

  private mutating func contents(of object: AnyObject) -> ObjectContents {
    let id = ObjectIdentifier(object)
    if let known = looked[id] { return known }
    let contents = ObjectContents(of: object, types: types, limit: remainingLooks)
    remainingLooks -= contents.lookCount
    if remainingLooks == 0 { isComplete = false }
    looked[id] = contents
    return contents
  }
}
