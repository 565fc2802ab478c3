internal import Testing

/// Tells of the objects that are still there.
struct LeakReport {
  let leaked: [TrackedObject]
  let roots: [AnyObject]
  let hasUnfinishedTasks: Bool
  /// Those tasks, if any is known.
  let unfinishedTasks: String?
  /// What the code handed out of its scope.
  let returned: Set<ObjectIdentifier>

  /// How many objects of one type that were tracked at one line are reported one by one.
  private static let individualCount = 3
  /// How many leaks are reported at most.
  private static let leakCount = 20

  /// One for each object that does not leak only with another one, and one for many alike.
  func leaks() -> [Leak] {
    let groups = grouped()
    var graph = ReferenceGraph(roots: leaked.compactMap(\.instance) + roots)
    let leaders = LeakedObject.leaders(of: groups.prefix(Self.leakCount), roots: roots, graph: &graph)
    var leaks = leaders.map { leader in
      Leak(
        text: text(for: leader, graph: &graph),
        comment: leader.tracked.comment,
        sourceLocation: leader.tracked.sourceLocation
      )
    }
    if let rest = rest(groups.dropFirst(Self.leakCount)) { leaks.append(rest) }
    return leaks
  }

  private func rest(_ groups: ArraySlice<[TrackedObject]>) -> Leak? {
    guard let first = groups.first?.first else { return nil }
    let counts = groups.reduce(into: [String: Int]()) { counts, group in
      counts[group.first?.instance.map { "\(type(of: $0))" } ?? "?", default: 0] += group.count
    }
    let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10).map { "\($0.value) × \($0.key)" }
    return Leak(
      text: "\(groups.reduce(0) { $0 + $1.count }) more objects were not deallocated: \(list.joined(separator: ", "))",
      comment: nil,
      sourceLocation: first.sourceLocation
    )
  }

  /// In the order in which they were tracked. Many of one type and one line are one group.
  private func grouped() -> [[TrackedObject]] {
    var places: [Origin: Int] = [:]
    var groups: [[TrackedObject]] = []
    for object in leaked {
      guard let instance = object.instance else { continue }
      let origin = Origin(type: ObjectIdentifier(type(of: instance)), sourceLocation: object.sourceLocation)
      if let place = places[origin] {
        groups[place].append(object)
      } else {
        places[origin] = groups.count
        groups.append([object])
      }
    }
    return groups.flatMap { $0.count <= Self.individualCount ? $0.map { [$0] } : [$0] }
  }

  private struct Origin: Hashable {
    let type: ObjectIdentifier
    let sourceLocation: SourceLocation
  }
}

// MARK: - The text

extension LeakReport {
  private func text(for object: LeakedObject, graph: inout ReferenceGraph) -> String {
    let path = object.path
    let (reason, advice) = path.map(explain) ?? unseenHolder(of: object.instance, graph: &graph)
    var lines = ["\(Self.describe(object.instance)) was not deallocated"]
    if object.othersAlike > 0 {
      lines.append("\(object.othersAlike) more of this type, tracked at this line, also leaked.")
    }
    lines += reason
    lines += object.followers.map { Self.tell($0, after: object) }
    return (lines + advice).joined(separator: "\n")
  }

  private static func tell(_ follower: LeakedObject, after leader: LeakedObject) -> String {
    var notes: [String] = []
    if follower.tracked.sourceLocation != leader.tracked.sourceLocation {
      notes.append("tracked at \(follower.tracked.sourceLocation)")
    }
    if let comment = follower.tracked.comment { notes.append(comment.rawValue) }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ": ")))"
    let path = follower.path.map { $0.isCycle ? "" : ": \($0.description)" } ?? ""
    return "\(describe(follower.instance)) also leaked, retained by it\(note)\(path)"
  }

  private func explain(_ path: RetainPath) -> (reason: [String], advice: [String]) {
    if path.isCycle { return ([Self.tell(path)], []) }
    return isTracked(path.start)
      ? ([Self.tell(path)], ["Start with the first object: it is tracked and also leaked."])
      : ([Self.tell(path), "The first object outlives the test."], [])
  }

  private static func tell(_ path: RetainPath) -> String {
    guard path.isCertain else {
      return "Possibly retained by: \(path.description) (if none of these references is weak or unowned)"
    }
    return "\(path.isCycle ? "Strong reference cycle" : "Retained by"): \(path.description)"
  }

  private func isTracked(_ start: ObjectIdentifier) -> Bool {
    leaked.contains { $0.instance.map(ObjectIdentifier.init) == start }
  }

  private func unseenHolder(
    of instance: AnyObject,
    graph: inout ReferenceGraph
  ) -> (reason: [String], advice: [String]) {
    if returned.contains(ObjectIdentifier(instance)) {
      return (
        ["The closure of `withLeakTracking` returned it."], ["Return nothing, or a value that does not retain it."]
      )
    }
    let closures = graph.opaqueFields(of: instance)
    var lines: [String] = []
    if !graph.isComplete { lines.append("The search stopped early: too many objects are reachable.") }
    if hasUnfinishedTasks {
      let tasks = unfinishedTasks.map { ": \($0)" } ?? ""
      lines.append("Possibly retained by an unfinished task that the test started\(tasks).")
    } else {
      lines.append(
        "Retained by something that reflection cannot see: a closure, a detached task, a global, or the system\n"
          + "(a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained)."
      )
    }
    if closures.isEmpty { return (lines, []) }
    lines.append("Possibly captured by \(closures.joined(separator: ", ")).")
    return (lines, ["Try `[weak self]` there."])
  }

  /// The type, and the description of the object if it has one.
  private static func describe(_ instance: AnyObject) -> String {
    let type = "\(type(of: instance))"
    let description =
      switch instance {
      case let instance as any CustomTestStringConvertible: instance.testDescription
      case let instance as any CustomStringConvertible: instance.description
      case let instance as any CustomDebugStringConvertible: instance.debugDescription
      default: ""
      }
    let line = description.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard !line.isEmpty, line != type else { return type }
    let text = line.count > Self.longestDescription ? "\(line.prefix(Self.longestDescription))…" : line
    return Self.begins(line, with: type) ? text : "\(type) (\(text))"
  }

  private static let longestDescription = 120

  /// Whether a description includes the type itself: `Form(7)` does for `Form`, `Formula` does not.
  private static func begins(_ line: String, with type: String) -> Bool {
    guard line.hasPrefix(type), let next = line.dropFirst(type.count).first else { return false }
    return !next.isLetter && !next.isNumber && next != "_"
  }
}
