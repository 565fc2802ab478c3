internal import Testing

/// Tells of the objects that are still there.
struct LeakReport {
  let leaked: [TrackedObject]
  let roots: [AnyObject]
  let hasUnfinishedTasks: Bool
  /// What the code handed out of its scope.
  let returned: Set<ObjectIdentifier>

  /// How many objects of one type that were tracked at one line are reported one by one.
  private static let individualCount = 3
  /// How many leaks are reported at most.
  private static let leakCount = 20

  /// One for each object, and one for many alike.
  func leaks() -> [Leak] {
    let groups = grouped()
    var graph = ReferenceGraph(roots: leaked.compactMap(\.instance) + roots)
    var reportedCycles: [ObjectIdentifier: String] = [:]
    var leaks: [Leak] = groups.prefix(Self.leakCount).compactMap { group in
      guard let object = group.first, let instance = object.instance else { return nil }
      let text = text(for: instance, and: group.count - 1, graph: &graph, reportedCycles: &reportedCycles)
      return Leak(text: text, comment: object.comment, sourceLocation: object.sourceLocation)
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
  private func text(
    for instance: AnyObject,
    and others: Int,
    graph: inout ReferenceGraph,
    reportedCycles: inout [ObjectIdentifier: String]
  ) -> String {
    let name = Self.describe(instance)
    var lines = ["\(name) was not deallocated"]
    if others > 0 { lines.append("\(others) more of this type, tracked at this line, also leaked.") }
    if let reported = reportedCycles[ObjectIdentifier(instance)] {
      lines.append("It belongs to the cycle reported for \(reported).")
    } else if let path = graph.shortestPath(to: instance) {
      if path.isCycle { for member in path.members { reportedCycles[member] = reportedCycles[member] ?? name } }
      lines.append(Self.tell(path))
      if !path.isCycle { lines.append(Self.explain(path.start, isTracked: isTracked(path.start))) }
    } else {
      lines += unseenHolder(of: instance, graph: &graph)
    }
    return lines.joined(separator: "\n")
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

  private static func explain(_ start: ObjectIdentifier, isTracked: Bool) -> String {
    isTracked
      ? "Start with the first object: it is tracked and also leaked."
      : "The first object outlives the test."
  }

  private func unseenHolder(of instance: AnyObject, graph: inout ReferenceGraph) -> [String] {
    if returned.contains(ObjectIdentifier(instance)) {
      return ["The closure of `withLeakTracking` returned it.\nReturn nothing, or a value that does not retain it."]
    }
    let closures = graph.opaqueFields(of: instance)
    var lines: [String] = []
    if !graph.isComplete { lines.append("The search stopped early: too many objects are reachable.") }
    if hasUnfinishedTasks {
      lines.append(
        "Possibly retained by an unfinished task that the test started; nothing is left to finish it."
      )
    } else {
      lines.append(
        "Retained by something that reflection cannot see: a closure, a detached task, a global, or the system\n"
          + "(a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained)."
      )
    }
    if !closures.isEmpty {
      lines.append("Possibly captured by \(closures.joined(separator: ", ")).\nTry `[weak self]` there.")
    }
    return lines
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
