internal import TestingSupportCore

/// The story of a run, one line a step: which task, where it came from, what it woke.
struct InterleavingTrace {
  /// How many steps are told before those far from anything of interest are left out.
  static let usualLength = 60

  private let run: InterleavingRun
  private let woken: [[Int]]
  private let departures: [Int: Departure]

  init(_ run: InterleavingRun) {
    self.run = run
    var woken = [[Int]](repeating: [], count: run.log.steps.count)
    for (index, step) in run.log.steps.enumerated() {
      if let origin = step.origin, woken.indices.contains(origin) { woken[origin].append(index) }
    }
    self.woken = woken
    let choosing = run.log.steps.indices.filter { run.log.steps[$0].kind == .job && run.log.steps[$0].readyCount > 1 }
    departures = Dictionary(
      zip(choosing, run.choices).compactMap { index, choice in
        guard choice.chosen > 0 else { return nil }
        return (index, Departure(heldBack: choice.ready[0], preferred: choice.ready[choice.chosen]))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The steps, the departures from first in, first out marked, with what was recorded below the step that recorded it.
  ///
  /// - Parameter isWhole: Whether long stretches without departures are told too.
  func text(isWhole: Bool = true) -> String {
    let told = isWhole ? Set(run.log.steps.indices) : stepsOfInterest
    let width = told.map { label(of: $0).count }.max() ?? 0
    var lines: [String] = []
    var skipped = 0
    for index in run.log.steps.indices {
      guard told.contains(index) else {
        skipped += 1
        continue
      }
      if skipped > 0 { lines.append("       … \(skipped) more in first-in, first-out order …") }
      skipped = 0
      lines.append(line(of: index, labelWidth: width))
      lines += (run.remarks[index] ?? []).map { "       ✘ \($0)" }
    }
    if skipped > 0 { lines.append("       … \(skipped) more in first-in, first-out order …") }
    return lines.joined(separator: "\n")
  }

  /// Who takes the step.
  func label(of index: Int) -> String {
    let step = run.log.steps[index]
    let name: String =
      switch (step.kind, step.task) {
      case (.idle, _): "a helper"
      case (_, let task?): self.name(of: task)
      case (_, nil): step.origin.map { "an actor, for \(who($0))" } ?? "an actor"
      }
    return step.lane == .main ? "\(name) on main" : name
  }

  /// Why the step could be taken.
  func provenance(of index: Int) -> String {
    let step = run.log.steps[index]
    switch step.kind {
    case .idle: return "is told that nothing else can run"
    case .wake: return "has slept; \(step.elapsed.inWords) have passed"
    case .job: break
    }
    let isFirst = !run.log.steps[..<index].contains { $0.task == step.task }
    guard let origin = step.origin else { return index == 0 ? "starts" : "is woken from outside" }
    let before = run.log.steps[origin]
    if step.task == nil { return "takes up what step \(origin + 1) sent" }
    if before.kind == .wake, before.task == step.task { return "wakes up" }
    if before.task == step.task { return "goes on after step \(origin + 1)" }
    return isFirst ? "is started by step \(origin + 1)" : "is woken by step \(origin + 1)"
  }

  private func line(of index: Int, labelWidth: Int) -> String {
    var text = departures[index] == nil ? "  " : "▸ "
    let number = String(index + 1)
    text += String(repeating: " ", count: max(0, 4 - number.count)) + number + "  "
    let label = label(of: index)
    text += label + String(repeating: " ", count: max(0, labelWidth - label.count)) + "  " + provenance(of: index)
    if let departure = departures[index] { text += ", ahead of \(name(of: departure.heldBack.task))" }
    let others = woken[index].filter { !isContinuation($0, of: index) }
    if !others.isEmpty { text += "; wakes \(others.map(whoIsWoken).joined(separator: ", "))" }
    return text
  }

  // A task that yields or sleeps is to go on by itself: that is no news.
  private func isContinuation(_ later: Int, of index: Int) -> Bool {
    let (step, next) = (run.log.steps[index], run.log.steps[later])
    return next.kind == .wake || next.task != nil && next.task == step.task
  }

  private func whoIsWoken(_ index: Int) -> String {
    run.log.steps[index].task == nil ? "an actor" : name(of: run.log.steps[index].task)
  }

  private func who(_ index: Int) -> String {
    let step = run.log.steps[index]
    if let task = step.task { return name(of: task) }
    return step.origin.map(who) ?? "the test"
  }

  private func name(of task: Int?) -> String {
    guard let task else { return "an actor" }
    if let name = run.log.taskNames[task], !name.isEmpty { return "“\(name)”" }
    return task == 0 ? "the test" : "task \(task)"
  }

  private var stepsOfInterest: Set<Int> {
    let steps = run.log.steps.indices
    guard steps.count > Self.usualLength else { return Set(steps) }
    let marked = Array(departures.keys) + Array(run.remarks.keys) + [0, steps.count - 1]
    return Set(marked.flatMap { max(0, $0 - 3)...($0 + 3) }).intersection(steps)
  }
}
