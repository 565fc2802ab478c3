package import TestingSupportCore

/// The helpers that wait for a test to be idle, and which of them resumes next.
///
/// All of them wait for "nothing else runs", and each resumes something, so one has to be first. The order is that of a
/// stack: what ran after an earlier request is work that this request waits for, so the latest request is first. A task
/// comes after every task that it started, however early its request was; the test body, which started them all, is
/// last.
///
/// A task that asks again and again does not keep the others from resuming: a request that has been overtaken 10,000
/// times is next.
package struct IdleRequestQueue: Sendable {
  private struct Entry: Sendable {
    let request: IdleRequest
    let task: Int?
    let isContinued: Bool
    let yieldsToOutside: Bool
    let answeredBefore: Int
  }

  /// How often a request may be overtaken by others.
  package static var overtakingLimit: Int { 10_000 }

  // The earliest first.
  private var entries: [Entry] = []
  private var answered = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - task: The number of the task that waits, if it is known.
  ///   - isContinued: Whether a helper continues an earlier request, as a clock does from one sleeper to the next. That
  ///     overtakes no other request: the helper finishes first.
  ///   - yieldsToOutside: Whether the helper waits on while another one waits for an outside event.
  package mutating func append(
    _ request: IdleRequest,
    of task: Int?,
    isContinued: Bool = false,
    yieldsToOutside: Bool = false
  ) {
    entries.append(
      Entry(
        request: request,
        task: task,
        isContinued: isContinued,
        yieldsToOutside: yieldsToOutside,
        answeredBefore: answered
      )
    )
  }

  package mutating func remove(_ request: IdleRequest) {
    if !entries.isEmpty { entries.removeAll { $0.request == request } }
  }

  package mutating func removeAll() {
    entries = []
  }

  /// Takes the request that is next.
  ///
  /// - Parameters:
  ///   - isOutsideAwaited: Whether a helper waits for an outside event.
  ///   - isStarted: Whether one task was started by another, directly or through others.
  /// - Returns: The request, the task that waits, and whether the request counts as one more of a task that may ask
  ///   without end.
  package mutating func popNext(
    isOutsideAwaited: Bool = false,
    _ isStarted: (_ task: Int?, _ other: Int?) -> Bool
  ) -> (request: IdleRequest, task: Int?, isContinued: Bool)? {
    guard let index = isOutsideAwaited ? nextIndexBesideOutside(isStarted) : nextIndex(isStarted) else { return nil }
    let entry = entries.remove(at: index)
    if !entry.isContinued { answered += 1 }
    return (entry.request, entry.task, entry.isContinued)
  }

  private func nextIndexBesideOutside(_ isStarted: (_ task: Int?, _ other: Int?) -> Bool) -> Int? {
    var others = self
    others.entries.removeAll(where: \.yieldsToOutside)
    guard let index = others.nextIndex(isStarted) else { return nil }
    return entries.firstIndex { $0.request == others.entries[index].request }
  }

  private func nextIndex(_ isStarted: (_ task: Int?, _ other: Int?) -> Bool) -> Int? {
    guard let earliest = entries.first, entries.count > 1 else { return entries.indices.first }
    if answered - earliest.answeredBefore >= Self.overtakingLimit { return 0 }
    return entries.indices.last { index in
      !entries.contains { isStarted($0.task, entries[index].task) }
    }
  }
}
