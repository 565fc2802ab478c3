internal import TestingSupportCore

/// The trace of a run, one line for each step: which task, where it came from, what it resumed.
///
/// A yield, or the end of a sleep, and the job that immediately follows it are one step of the trace. So is a job with
/// its hops to actors and back, unless another task runs in between.
struct InterleavingTrace {
  /// How many steps are listed before uninteresting ones are omitted.
  static let usualLength = 60

  let run: InterleavingRun
  // The steps of the schedule that make up each step of the story, and the other way round.
  let scenes: [Range<Int>]
  private let sceneOfStep: [Int]
  private let departures: [Int: FIFODeviation]
  // By scene, the steps that it enqueued; by task, its first step.
  private let stepsFromScene: [Int: [Int]]
  private let firstStepOfTask: [Int?: Int]

  init(_ run: InterleavingRun) {
    self.run = run
    let scenes = Self.scenes(of: run)
    self.scenes = scenes
    let sceneOfStep = scenes.indices.flatMap { scene in scenes[scene].map { _ in scene } }
    self.sceneOfStep = sceneOfStep
    var (stepsFromScene, firstStepOfTask): ([Int: [Int]], [Int?: Int]) = ([:], [:])
    for (index, step) in run.log.steps.enumerated() {
      if firstStepOfTask[step.task] == nil { firstStepOfTask[step.task] = index }
      guard let origin = step.origin, sceneOfStep.indices.contains(origin) else { continue }
      stepsFromScene[sceneOfStep[origin], default: []].append(index)
    }
    (self.stepsFromScene, self.firstStepOfTask) = (stepsFromScene, firstStepOfTask)
    let choosing = run.log.steps.indices.filter { run.log.steps[$0].isChoice }
    let departing = zip(choosing, run.choices.departures).compactMap { index, choice in
      choice.map { (index, $0) }
    }
    departures = Dictionary(departing, uniquingKeysWith: { first, _ in first })
  }

  /// How many of the story's steps differ from FIFO order.
  var departureCount: Int { scenes.count { departure(in: $0) != nil } }

  /// How many steps the story has.
  var count: Int { scenes.count }

  /// The last step that differs from FIFO order, and the task that it holds back, if it holds back one.
  var lastDeparture: (step: Int, heldBack: Int)? {
    guard let last = departures.max(by: { $0.key < $1.key }), let task = last.value.heldBack.task else { return nil }
    return (last.key, task)
  }

  /// The number, counted from 1, that a step of the schedule has in the story.
  func number(of step: Int) -> Int {
    sceneOfStep.indices.contains(step) ? sceneOfStep[step] + 1 : scenes.count + 1
  }

  /// Who takes a step of the schedule, and why it could be taken; `nil` past the end.
  func sentence(about step: Int) -> String? {
    guard sceneOfStep.indices.contains(step) else { return nil }
    let scene = sceneOfStep[step]
    return "\(actor(of: scene)) \(provenance(of: scene))"
  }

  /// The steps, with deviations from FIFO order marked, and issues below the step that recorded them.
  ///
  /// - Parameter isWhole: Whether each step has its own line, also in long stretches without deviations.
  func text(isWhole: Bool = true) -> String {
    let told = isWhole ? Set(scenes.indices) : scenesOfInterest.filter { $0 <= lastOfInterest }
    let stretches = stretches(of: told, folds: !isWhole)
    let actorWidth = told.map { actor(of: $0).count }.max() ?? 0
    let numberWidth = max(4, stretches.map { numbers(of: $0).count }.max() ?? 0)
    var lines: [String] = []
    var next = 0
    for stretch in stretches {
      if stretch.lowerBound > next { lines.append(gap(next..<stretch.lowerBound)) }
      lines.append(line(of: stretch, numberWidth: numberWidth, actorWidth: actorWidth))
      lines += stretch.flatMap { scenes[$0] }.flatMap { run.remarks[$0] ?? [] }.map {
        "        ✘ \($0.firstTellingLine)"
      }
      next = stretch.upperBound
    }
    if next < scenes.count { lines.append(gap(next..<scenes.count)) }
    return lines.joined(separator: "\n")
  }

  /// The steps as a picture shows them: of a long trace, those that differ from FIFO order and their neighbors.
  var pictureSteps: [InterleavingPicture.Step] {
    scenesOfInterest.sorted().map { scene in
      let (steps, departure) = (scenes[scene], departure(in: scenes[scene]))
      let last = run.log.steps[steps.upperBound - 1]
      return InterleavingPicture.Step(
        number: scene + 1,
        lane: last.kind == .idle ? "a helper" : name(of: last.task),
        text: "\(actor(of: scene)) \(provenance(of: scene))"
          + (departure.map { " before \(mention(of: $0.heldBack.task))" } ?? ""),
        isMarked: departure != nil,
        isFailing: steps.contains { run.remarks[$0] != nil }
      )
    }
  }

  /// The steps that have a line of their own: where a task continues on its own, its steps are one line.
  private func stretches(of told: Set<Int>, folds: Bool) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for scene in told.sorted() {
      if folds, let last = stretches.last, last.upperBound == scene, continues(scene, after: last) {
        stretches[stretches.count - 1] = last.lowerBound..<scene + 1
      } else {
        stretches.append(scene..<scene + 1)
      }
    }
    return stretches
  }

  private func continues(_ scene: Int, after stretch: Range<Int>) -> Bool {
    let (first, step) = (
      run.log.steps[scenes[stretch.lowerBound].upperBound - 1], run.log.steps[scenes[scene].lowerBound]
    )
    guard let task = step.task, task == first.task, actor(of: scene) == actor(of: stretch.lowerBound),
      step.kind != .wake,
      let origin = step.origin, run.log.steps[origin].task == task
    else { return false }
    let departures = (departure(in: scenes[stretch.lowerBound]), departure(in: scenes[scene]))
    return departures.0?.heldBack.task == departures.1?.heldBack.task && (departures.0 == nil) == (departures.1 == nil)
      && !scenes[scene - 1].contains { run.remarks[$0] != nil }
  }

  // What comes after the test body has made nothing fail, unless it recorded an issue.
  private var lastOfInterest: Int {
    let body = run.log.steps.lastIndex { $0.task == 0 } ?? 0
    return number(of: max(body, run.remarks.keys.max() ?? 0)) - 1
  }

  private func gap(_ skipped: Range<Int>) -> String {
    if skipped.lowerBound > lastOfInterest { return "        … \(skipped.count) more after the test body …" }
    let isInOrder = !scenes[skipped].contains { departure(in: $0) != nil }
    return "        … \(skipped.count) more\(isInOrder ? " in FIFO order" : "") …"
  }

  private func departure(in scene: Range<Int>) -> FIFODeviation? { scene.lazy.compactMap { departures[$0] }.first }

  private func numbers(of stretch: Range<Int>) -> String {
    stretch.count == 1 ? "\(stretch.upperBound)" : "\(stretch.lowerBound + 1)–\(stretch.upperBound)"
  }

  private func line(of stretch: Range<Int>, numberWidth: Int, actorWidth: Int) -> String {
    let scene = stretch.lowerBound
    let departure = departure(in: scenes[scene])
    let (number, actor) = (numbers(of: stretch), actor(of: scene))
    var text = departure == nil ? "  " : "▸ "
    text += String(repeating: " ", count: max(0, numberWidth - number.count)) + number + "  "
    text += actor + String(repeating: " ", count: max(0, actorWidth - actor.count)) + "  " + provenance(of: scene)
    if let departure { text += " before \(mention(of: departure.heldBack.task))" }
    return text + yields(in: stretch.dropFirst()) + consequences(of: stretch)
  }

  private func yields(in stretch: Range<Int>) -> String {
    let count = stretch.count { run.log.steps[scenes[$0].lowerBound].kind == .handover }
    return switch count {
    case 0: ""
    case 1: "; yields once"
    case 2: "; yields twice"
    default: "; yields \(count) times"
    }
  }

  private func actor(of scene: Int) -> String {
    let step = run.log.steps[scenes[scene].upperBound - 1]
    let name =
      switch (step.kind, step.task) {
      case (.idle, _): "a helper"
      case (_, let task?): name(of: task)
      case (_, nil): step.origin.map { "the runtime, for \(who($0))" } ?? "the runtime"
      }
    return step.lane == .main ? "\(name) on main" : name
  }

  private func provenance(of scene: Int) -> String {
    let (first, last) = (scenes[scene].lowerBound, scenes[scene].upperBound - 1)
    let step = run.log.steps[first]
    let (details, place) = (run.log.details[first], place(of: scenes[scene]))
    switch step.kind {
    case .idle: return "is notified that the test is idle"
    case .wake:
      if details?.endsInterruptedSleep == true { return "cleans up its cancelled sleep" }
      let sleep = details?.slept.map { " after sleeping \($0.messageText)" } ?? ""
      return "\(first == last ? "has slept" : "wakes up\(place)\(sleep)"); \(step.elapsed.messageText) elapsed"
    case .job, .handover, .hop, .creation, .lock: break
    }
    guard let origin = step.origin, sceneOfStep.indices.contains(origin) else {
      if details?.isResumedByCancellation == true { return "is cancelled\(place) from outside the test" }
      if first == 0 { return "starts\(place)" }
      guard run.seesOrigins else { return "resumes\(place)" }
      let others = run.hasBlocked ? ", or by a task that blocked its thread" : ""
      return "is resumed\(place) from outside the test\(others)"
    }
    let number = number(of: origin)
    if step.task == nil { return "runs what step \(number) enqueued" }
    if run.log.steps[origin].task == step.task {
      return switch step.kind {
      case .handover: "resumes\(place) from its yield in step \(number)"
      case .hop: "hops \(details?.actor.map { "to \($0.type)" } ?? "actors")\(place) after step \(number)"
      case .lock: "resumes\(place) after waiting in step \(number) for a lock or semaphore"
      default: "resumes\(place) after step \(number)"
      }
    }
    if let sleep = details?.interruptedSleep {
      return "wakes up early\(place) from its sleep of \(sleep.messageText), cancelled in step \(number)"
    }
    if details?.isResumedByCancellation == true { return "is resumed\(place) by its cancellation in step \(number)" }
    return isFirst(first) ? "starts\(place) (created in step \(number))" : "is resumed\(place) by step \(number)"
  }

  private func consequences(of stretch: Range<Int>) -> String {
    var (created, resumed): ([Int?], [Int?]) = ([], [])
    let steps = scenes[stretch.lowerBound].lowerBound..<scenes[stretch.upperBound - 1].upperBound
    let cancelled = steps.flatMap { run.log.details[$0]?.cancelled ?? [] }
    for index in stretch.flatMap({ stepsFromScene[$0] ?? [] }) where !steps.contains(index) {
      let step = run.log.steps[index]
      guard let origin = step.origin else { continue }
      // A task that yields or sleeps continues on its own, which is not worth listing.
      if step.kind == .wake || step.task != nil && step.task == run.log.steps[origin].task { continue }
      if let task = step.task, cancelled.contains(task), run.log.details[index]?.isResumedByCancellation == true {
        continue
      }
      if step.task != nil, isFirst(index) { created.append(step.task) } else { resumed.append(step.task) }
    }
    return continuations(of: steps) + list("cancels", cancelled) + list("creates", created) + list("resumes", resumed)
      + timeConsequences(of: steps)
  }

  func list(_ verb: String, _ tasks: [Int?]) -> String {
    if tasks.isEmpty { return "" }
    return "; \(verb) " + tasks.sorted { ($0 ?? .max) < ($1 ?? .max) }.map(mention).joined(separator: ", ")
  }

  func isFirst(_ index: Int) -> Bool {
    firstStepOfTask[run.log.steps[index].task] == index
  }

  private func who(_ index: Int) -> String {
    let step = run.log.steps[index]
    if let task = step.task { return mention(of: task) }
    return step.origin.map(who) ?? "the test body"
  }

  func name(of task: Int?) -> String {
    guard let task else { return "the runtime" }
    if let name = run.log.taskNames[task], !name.isEmpty { return "\"\(name)\"" }
    return task == 0 ? "test body" : "task \(task)"
  }

  // The same within a sentence.
  func mention(of task: Int?) -> String {
    let name = name(of: task)
    return name == "test body" ? "the \(name)" : name
  }

  private var scenesOfInterest: Set<Int> {
    guard scenes.count > Self.usualLength else { return Set(scenes.indices) }
    let marked = (Array(departures.keys) + Array(run.remarks.keys)).map { number(of: $0) - 1 } + [0, scenes.count - 1]
    let interesting = Set(marked.flatMap { max(0, $0 - 3)...($0 + 3) }).intersection(scenes.indices)
    guard interesting.count > 2 * Self.usualLength else { return interesting }
    // Tasks that yield forever differ from FIFO order all along.
    return Set(interesting.sorted().prefix(Self.usualLength) + interesting.sorted().suffix(4))
  }

  private static func scenes(of run: InterleavingRun) -> [Range<Int>] {
    var scenes: [Range<Int>] = []
    var steps = run.log.steps[...]
    // The schedule is notified of the end of a test, which is not worth listing.
    while let last = steps.indices.last, steps[last].kind == .idle, run.remarks[last] == nil { steps.removeLast() }
    for (index, step) in steps.enumerated() {
      if index > 0, step.follows(steps[index - 1], at: index - 1) {
        scenes[scenes.count - 1] = scenes[scenes.count - 1].lowerBound..<index + 1
      } else {
        scenes.append(index..<index + 1)
      }
    }
    return scenes
  }
}

extension ScheduleStep {
  /// Whether the step continues the job of the previous step, without another in between.
  fileprivate func follows(_ step: ScheduleStep, at index: Int) -> Bool {
    guard origin == index, task == step.task else { return false }
    return kind == .hop || kind == .creation || kind == .job && (step.kind == .handover || step.kind == .wake)
  }
}

extension String {
  /// The first line that is not blank.
  fileprivate var firstTellingLine: Substring {
    split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? self[...]
  }
}
