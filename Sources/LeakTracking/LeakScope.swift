package import Testing
internal import TestingSupportCore

/// The objects that one test, or one piece of code, has tracked.
package final class LeakScope: Sendable {
  /// What a task of the test carries with it, and so keeps alive for as long as it has not ended.
  private struct Membership: Sendable {
    let scope: LeakScope
    let lifetime: TaskLifetimeToken
  }

  @TaskLocal private static var membership: Membership?

  /// The scope of the running test.
  static var current: LeakScope? { membership?.scope ?? fallback.withLock(\.self)?() }

  private static let fallback = Locked<(@Sendable () -> LeakScope?)?>(nil)

  /// Sets how to find the scope of a test without its own. Called once, when `XCTestSupport` is loaded.
  package static func installFallback(_ newFallback: @escaping @Sendable () -> LeakScope?) {
    fallback.withLock { $0 = newFallback }
  }

  private struct State {
    var tracked: [TrackedObject] = []
    var places: [ObjectIdentifier: Int] = [:]
    var hasTracked = false
    var isOver = false
  }

  private let state = Locked(State())
  private let roots: [Root]
  /// What to do about an object that is tracked after the leak check.
  let adviceForLateTracking: String

  package init(
    roots: [any AnyObject] = [],
    adviceForLateTracking: String = "Await the task that creates it."
  ) {
    self.roots = roots.map(Root.init)
    self.adviceForLateTracking = adviceForLateTracking
  }

  /// Whether any object was ever tracked.
  package var hasTracked: Bool { state.withLock(\.hasTracked) }

  /// Runs code in its own scope, and checks for leaks after it.
  ///
  /// - Parameter sourceLocation: Where an issue is recorded if nothing is tracked; `nil` to record none.
  static func run<R>(
    roots: [any AnyObject],
    sourceLocation: SourceLocation?,
    advice: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    let scope = LeakScope(roots: roots)
    let work = UnfinishedTaskMonitor()
    let outerAction = PostBodyAction.current
    let lookAtEndOfSchedule: @Sendable () async -> Void = {
      // If it is not exact, it waits for the leak check at the end of this scope.
      if CurrentTestSchedule.schedule != nil { await scope.checkForLeaks(isLast: false, at: work) }
      await outerAction?.action()
    }
    let result: R
    do {
      result = try await run(body, in: scope, watchedBy: work, atEndOfSchedule: lookAtEndOfSchedule)
    } catch {
      await scope.checkForLeaks(isLast: true, at: work)
      throw error
    }
    let returned = ObjectContents(ofValue: result).references.map { ObjectIdentifier($0.object) }
    await scope.checkForLeaks(isLast: true, at: work, returned: Set(returned))
    if let sourceLocation, !scope.hasTracked {
      recordIssue("No object was tracked, so nothing was checked\n\(advice)", sourceLocation: sourceLocation)
    }
    return result
  }

  private func checkForLeaks(isLast: Bool, at work: UnfinishedTaskMonitor, returned: Set<ObjectIdentifier> = []) async {
    let leaks = await leaks(
      isLast: isLast,
      returned: returned,
      hasUnfinishedTasks: { work.isInFlight },
      unfinishedTasks: { work.listedTasks }
    )
    for leak in leaks {
      recordIssue(leak.text, comment: leak.comment, sourceLocation: leak.sourceLocation)
    }
  }

  // A separate function: when it returns, only the tasks of the body can retain the token.
  private static func run<R>(
    _ body: () async throws -> R,
    in scope: LeakScope,
    watchedBy work: UnfinishedTaskMonitor,
    atEndOfSchedule look: @escaping @Sendable () async -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> R {
    // Inside a schedule, the caller of this function checks for leaks; around one, the check runs after the schedule's
    // body.
    let atEnd = CurrentTestSchedule.schedule == nil ? PostBodyAction(action: look) : PostBodyAction.current
    let membership = Membership(scope: scope, lifetime: TaskLifetimeToken())
    work.watch(membership.lifetime)
    return try await $membership.withValue(membership) {
      try await PostBodyAction.$current.withValue(atEnd) { try await body() }
    }
  }

  /// - Returns: Whether the object will be looked at: not if the last look was taken before.
  @discardableResult
  package func track(_ instance: AnyObject, comment: Comment?, sourceLocation: SourceLocation) -> Bool {
    let object = TrackedObject(instance: instance, comment: comment, sourceLocation: sourceLocation)
    let id = ObjectIdentifier(instance)
    return state.withLock { state in
      if state.isOver { return false }
      state.hasTracked = true
      // An address can be reused once its object is deallocated.
      if let place = state.places[id], state.tracked[place].instance != nil { return true }
      state.places[id] = state.tracked.count
      state.tracked.append(object)
      return true
    }
  }

  // Outside the lock: checking an object may release its last reference, and so run its `deinit`.
  private var remainingCount: Int {
    let tracked = state.withLock { $0.tracked }
    return withAutoreleasePool { tracked.count { $0.instance != nil } }
  }

  private func takeTracked(isLast: Bool) -> [TrackedObject] {
    let tracked = state.withLock { state in
      defer {
        state.tracked = []
        state.places = [:]
        state.isOver = isLast
      }
      return state.tracked
    }
    return withAutoreleasePool { tracked.filter { $0.instance != nil } }
  }

  /// Waits until the test is idle, and reports once which objects are still alive.
  ///
  /// - Parameters:
  ///   - isLast: Whether nothing can be tracked afterward.
  ///   - returned: What the code handed out of its scope.
  ///   - hasUnfinishedTasks: Whether a task of the test is known not to have ended.
  ///   - unfinishedTasks: Those tasks, as a failure lists them, if any is known.
  package func leaks(
    isLast: Bool = true,
    returned: Set<ObjectIdentifier> = [],
    hasUnfinishedTasks: @escaping @Sendable () -> Bool = { false },
    unfinishedTasks: () -> String? = { nil }
  ) async -> [Leak] {
    await DeallocationWait(remainingCount: { self.remainingCount }, hasUnfinishedTasks: hasUnfinishedTasks).wait()
    let leaked = takeTracked(isLast: isLast)
    guard !leaked.isEmpty else { return [] }
    let (roots, hasUnfinishedTasks, unfinishedTasks) = (roots, hasUnfinishedTasks(), unfinishedTasks())
    // Most tracked objects belong here: nothing changes them while they are inspected.
    return await MainActor.run {
      LeakReport(
        leaked: leaked,
        roots: roots.compactMap(\.instance),
        hasUnfinishedTasks: hasUnfinishedTasks,
        unfinishedTasks: unfinishedTasks,
        returned: returned
      ).leaks()
    }
  }
}
