package import Testing
internal import TestingSupportCore

/// The objects that one test, or one piece of code, has tracked.
package final class LeakScope: Sendable {
  /// What a task of the test carries with it, and so keeps alive for as long as it has not ended.
  private struct Membership: Sendable {
    let scope: LeakScope
    let workInFlight: WorkInFlight
  }

  final class WorkInFlight: Sendable {}

  @TaskLocal private static var membership: Membership?

  /// The scope of the running test.
  static var current: LeakScope? { membership?.scope }

  private struct State {
    var tracked: [TrackedObject] = []
    var places: [ObjectIdentifier: Int] = [:]
    var hasTracked = false
  }

  private let state = Locked(State())
  private let roots: [Root]

  package init(roots: [any AnyObject] = []) {
    self.roots = roots.map(Root.init)
  }

  /// Runs code in a scope of its own, and looks for leaks when it has ended.
  ///
  /// - Parameter sourceLocation: Where it is an issue if nothing is tracked; `nil` if it is none.
  static func run<R>(
    roots: [any AnyObject],
    sourceLocation: SourceLocation?,
    advice: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    let scope = LeakScope(roots: roots)
    let work = Locked<WeakWork>(WeakWork())
    let check: @Sendable () async -> Void = {
      for leak in await scope.leaks(isWorkInFlight: { work.withLock { $0.work != nil } }) {
        recordIssue(leak.text, comment: leak.comment, sourceLocation: leak.sourceLocation)
      }
    }
    let result: R
    do {
      result = try await run(body, in: scope, leaving: work, check: check)
    } catch {
      await check()
      throw error
    }
    await check()
    if let sourceLocation, !scope.state.withLock({ $0.hasTracked }) {
      recordIssue("Nothing was tracked, so no leak was looked for. \(advice)", sourceLocation: sourceLocation)
    }
    return result
  }

  private struct WeakWork {
    weak var work: WorkInFlight?
  }

  // A function of its own: when it returns, the body's tasks are the only ones that can hold the work in flight.
  private static func run<R>(
    _ body: () async throws -> R,
    in scope: LeakScope,
    leaving work: Locked<WeakWork>,
    check: @escaping @Sendable () async -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> R {
    // Inside a schedule the look is taken by this function's caller; around one, when the schedule's body has ended.
    let atEnd = CurrentTestSchedule.schedule == nil ? EndOfScheduledBody(action: check) : EndOfScheduledBody.current
    let membership = Membership(scope: scope, workInFlight: WorkInFlight())
    work.withLock { [weak work = membership.workInFlight] in $0.work = work }
    return try await $membership.withValue(membership) {
      try await EndOfScheduledBody.$current.withValue(atEnd) { try await body() }
    }
  }

  package func track(_ instance: AnyObject, comment: Comment?, sourceLocation: SourceLocation) {
    let object = TrackedObject(instance: instance, comment: comment, sourceLocation: sourceLocation)
    let id = ObjectIdentifier(instance)
    state.withLock { state in
      state.hasTracked = true
      // An address is used again once its object is gone.
      if let place = state.places[id], state.tracked[place].instance != nil { return }
      state.places[id] = state.tracked.count
      state.tracked.append(object)
    }
  }

  private var remaining: [TrackedObject] {
    state.withLock { state in state.tracked.filter { $0.instance != nil } }
  }

  /// Waits until everything has settled, and tells of what is still there, once.
  ///
  /// - Parameter isWorkInFlight: Whether a task of the test is known not to have ended.
  package func leaks(isWorkInFlight: @escaping @Sendable () -> Bool = { false }) async -> [Leak] {
    await Settlement(remainingCount: { self.remaining.count }, isWorkInFlight: isWorkInFlight).wait()
    let leaked = remaining
    state.withLock { state in
      state.tracked = []
      state.places = [:]
    }
    guard !leaked.isEmpty else { return [] }
    return LeakReport(leaked: leaked, roots: roots.compactMap(\.instance), isWorkInFlight: isWorkInFlight()).leaks()
  }
}
