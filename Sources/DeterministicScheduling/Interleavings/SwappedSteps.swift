/// The two steps of the simplest failing order that say best what was swapped.
///
/// These are steps of two tasks at one actor, or in one type, which a passing run takes in the opposite order; and if
/// possible, the first of them comes while the other task is in a call.
struct SwappedSteps {
  private struct Event {
    struct Key: Hashable {
      let task: Int
      let function: String
      let executor: String
      let occurrence: Int
    }

    let step: Int
    let task: Int
    let functions: [String]
    /// The actor, which only its address identifies.
    let executor: String?
    let key: Key
  }

  private let trace: InterleavingTrace
  private let events: [Event]

  init(_ trace: InterleavingTrace) {
    self.trace = trace
    events = Self.events(of: trace.run)
  }

  /// What was swapped, as a sentence; `nil` if that is not known.
  ///
  /// - Parameter passing: A run in FIFO order.
  func sentence(comparedWith passing: InterleavingRun?) -> String? {
    guard let passing, let (first, second) = bestPair(comparedWith: Self.events(of: passing)) else {
      return sentenceFromDeparture
    }
    let start = "\(subject(of: first.task)) \(verb(of: first.step))\(place(of: first.step)) before "
    let other = trace.mention(of: second.task)
    if let call = call(before: second, during: first) {
      return start + "\(other) had returned from `\(call.function)`."
    }
    return start + "\(other) \(verb(of: second.step))\(place(of: second.step))."
  }

  private var sentenceFromDeparture: String? {
    guard let (step, heldBack) = trace.lastDeparture, let task = trace.run.log.steps[step].task else { return nil }
    let steps = trace.run.log.steps
    guard let next = steps.indices.first(where: { $0 > step && steps[$0].task == heldBack && steps[$0].kind != .wake })
    else { return nil }
    let (place, otherPlace) = (place(of: step), place(of: next))
    if place.isEmpty, otherPlace.isEmpty { return nil }
    let start = "\(subject(of: task)) \(verb(of: step))\(place)"
    return "\(start) before \(trace.mention(of: heldBack)) \(verb(of: next))\(otherPlace)."
  }

  private func bestPair(comparedWith passing: [Event]) -> (Event, Event)? {
    let positions = Dictionary(passing.map { ($0.key, $0.step) }, uniquingKeysWith: { first, _ in first })
    var best: (rank: Int, first: Event, second: Event)?
    for (index, first) in events.enumerated() {
      guard let position = positions[first.key] else { continue }
      for second in events[(index + 1)...] where second.task != first.task {
        guard let otherPosition = positions[second.key], otherPosition < position,
          let rank = rank(first, second), rank < best?.rank ?? .max
        else { continue }
        best = (rank, first, second)
      }
    }
    return best.map { ($0.first, $0.second) }
  }

  // The lower, the more is said by the order of the two.
  private func rank(_ first: Event, _ second: Event) -> Int? {
    let isAtOneActor = first.executor != nil && first.executor == second.executor
    if !isAtOneActor {
      guard let type = Self.type(of: first), type == Self.type(of: second) else { return nil }
    }
    let rank =
      switch call(before: second, during: first) {
      case (_, isOver: true)?: 0
      case (_, isOver: false)?: 1
      case nil: 2
      }
    let involvesTestBody = first.task == 0 || second.task == 0
    return rank + (isAtOneActor ? 0 : 3) + (involvesTestBody ? 6 : 0)
  }

  private static func type(of event: Event) -> Substring? {
    guard let function = event.functions.first, !function.hasPrefix("closure"), !function.hasPrefix("implicit closure"),
      let dot = function.prefix(while: { $0 != "(" }).lastIndex(of: ".")
    else { return nil }
    return function[..<dot]
  }

  // The function that the other task was in when the first step came: one that is over with the second step, or in which
  // the second step continues.
  private func call(before second: Event, during first: Event) -> (function: String, isOver: Bool)? {
    let earlier = events.filter { $0.task == second.task && $0.step < second.step }
    guard let previous = earlier.last, let function = previous.functions.first,
      earlier.last(where: { $0.step < first.step })?.functions == previous.functions,
      earlier.allSatisfy({ $0.step < first.step || $0.functions == previous.functions })
    else { return nil }
    if previous.functions.count < 2 { return nil }
    if function == second.functions.first { return (function, false) }
    return previous.functions.dropFirst().first == second.functions.first ? (function, true) : nil
  }

  private func subject(of task: Int) -> String {
    let mention = trace.mention(of: task)
    return mention.prefix(1).uppercased() + mention.dropFirst()
  }

  private func verb(of step: Int) -> String { trace.isFirst(step) ? "started" : "continued" }

  private func place(of step: Int) -> String { trace.place(ofStep: step, mentionsLine: false, namesClosure: true) }

  private static func events(of run: InterleavingRun) -> [Event] {
    var occurrences: [Event.Key: Int] = [:]
    return run.log.steps.enumerated().compactMap { index, step in
      guard let task = step.task, let details = run.log.details[index], let function = details.functions.first else {
        return nil
      }
      let executor = step.lane == .main ? "main" : details.actor.map { "\($0.type) \($0.address)" }
      let kind = Event.Key(
        task: task,
        function: function,
        executor: step.lane == .main ? "main" : details.actor?.type ?? "",
        occurrence: 0
      )
      occurrences[kind, default: 0] += 1
      let key = Event.Key(
        task: task,
        function: function,
        executor: kind.executor,
        occurrence: occurrences[kind, default: 0]
      )
      return Event(step: index, task: task, functions: details.functions, executor: executor, key: key)
    }
  }
}
