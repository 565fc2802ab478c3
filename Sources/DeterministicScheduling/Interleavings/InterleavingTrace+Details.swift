internal import TestingSupportCore

/// What is known of a step beyond its task: the function, the actor, cancellation, and time.
extension InterleavingTrace {
  private static let mostContinuations = 3

  /// Where the first of some steps continues, such as ` on ImageStore in `closure #1 in load()` at Feed.swift:12`; empty if
  /// that is not known.
  func place(of steps: Range<Int>) -> String {
    firstRunning(of: steps).map { place(ofStep: $0, mentionsActor: run.log.steps[$0].kind != .hop) } ?? ""
  }

  /// Where the steps after it do.
  func continuations(of steps: Range<Int>) -> String {
    guard let first = firstRunning(of: steps) else { return "" }
    var (actor, function) = (actorText(ofStep: first), function(ofStep: first))
    var file = run.log.details[first]?.line?.file
    var places: [String] = []
    for step in steps where step > first && run.log.steps[step].kind != .handover {
      let (nextActor, nextFunction) = (actorText(ofStep: step), self.function(ofStep: step))
      // That a task leaves an actor is not worth listing.
      let place =
        (nextActor == actor ? "" : nextActor)
        + (nextFunction == function ? "" : functionText(ofStep: step) + lineText(ofStep: step, after: file))
      (actor, function) = (nextActor, nextFunction)
      if !place.isEmpty { file = run.log.details[step]?.line?.file ?? file }
      if !place.isEmpty { places.append(place) }
    }
    if places.isEmpty { return "" }
    let omitted = places.count > Self.mostContinuations ? ", …" : ""
    return "; continues" + places.prefix(Self.mostContinuations).joined(separator: ",") + omitted
  }

  // A yield, or the end of a sleep, only makes the task ready.
  private func firstRunning(of steps: Range<Int>) -> Int? {
    steps.first { ![.handover, .wake].contains(run.log.steps[$0].kind) }
  }

  /// Which sleep began in some steps, and how far they advanced test clocks.
  func timeConsequences(of steps: Range<Int>) -> String {
    let details = steps.compactMap { run.log.details[$0] }
    let sleep = details.compactMap(\.sleep).last.map { "; sleeps for \($0.messageText)" } ?? ""
    let clockSleep = details.compactMap(\.clockSleep).last.map { "; sleeps for \($0) on a clock" } ?? ""
    let times = details.flatMap(\.clockTimes)
    return sleep + clockSleep + (times.isEmpty ? "" : "; advances a clock to \(times.joined(separator: ", "))")
  }

  /// Where a step continues.
  ///
  /// - Parameter namesClosure: Whether the closure that a task was created with is named again after its start.
  func place(
    ofStep step: Int,
    mentionsActor: Bool = true,
    mentionsLine: Bool = true,
    namesClosure: Bool = false
  ) -> String {
    (mentionsActor ? actorText(ofStep: step) : "") + functionText(ofStep: step, namesClosure: namesClosure)
      + (mentionsLine ? lineText(ofStep: step) : "")
  }

  // The name of a file is not repeated.
  private func lineText(ofStep step: Int, after file: String? = nil) -> String {
    guard let line = run.log.details[step]?.line else { return "" }
    return line.file == file ? " at line \(line.line)" : " at \(line.text)"
  }

  // The function names its actor if it is a method of it.
  private func actorText(ofStep step: Int) -> String {
    let details = run.log.details[step]
    guard let actor = details?.actor?.type, details?.functions.first?.hasPrefix("\(actor).") != true else { return "" }
    return " on \(actor)"
  }

  private func function(ofStep step: Int) -> String? { run.log.details[step]?.functions.first }

  private func functionText(ofStep step: Int, namesClosure: Bool = false) -> String {
    guard let functions = run.log.details[step]?.functions, let function = functions.first else { return "" }
    guard functions.count == 1 else { return " in `\(function)`" }
    if run.log.steps[step].task == 0 { return "" }
    return isFirst(step) || namesClosure || !function.contains("closure #") ? " in `\(function)`" : " in its closure"
  }
}
