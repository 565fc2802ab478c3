import Dispatch
import Testing
import TestingSupportCore

#if canImport(Darwin)
  import Darwin
#endif

/// Expects the code that calls this function to run on the main actor.
///
/// Use it in a closure or in a double, to check that the code under test calls back where it has to. Code that the
/// compiler knows to be isolated to the main actor needs no such check.
///
/// ```swift
/// player.onFinish = {
///   expectMainActor()
///   finishCount.withLock { $0 += 1 }
/// }
/// ```
///
/// In contrast to `MainActor.assertIsolated()`, it fails the test at its line and does not end the process.
///
/// - Parameters:
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectMainActor(
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if MainQueue.isCurrent { return }
  recordIssue(
    "Expected to run on the main actor\nThe code runs on another executor, thread, or dispatch queue.",
    comment: comment(),
    sourceLocation: sourceLocation
  )
}

/// The dispatch queue that serves the main actor. On Linux, no particular thread does.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool {
    #if canImport(Darwin)
      if pthread_main_np() != 0 { return true }
    #endif
    return DispatchQueue.getSpecific(key: key) != nil
  }
}
