internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// How the code that runs a test learns what happens to it.
extension Schedule {
  /// The next event for the code that runs the test. An outer schedule is paused during that.
  func nextEvent(isolation: isolated (any Actor)? = #isolation) async -> Event {
    let task = outer == nil ? nil : testing_support_running_task().map { UInt(bitPattern: $0) }
    let event = await withCheckedContinuation { continuation in
      outer?.pause()
      let listener = Listener(continuation: continuation, task: task)
      let event: Event? = state.withLock { state in
        guard state.events.isEmpty else { return state.events.removeFirst() }
        state.listener = listener
        return nil
      }
      guard let event else { return }
      if task == nil { tell(event, to: listener) } else { Self.tellQueue.async { self.tell(event, to: listener) } }
    }
    // If the event happened before this task suspended, the thread still has the earlier time.
    outer?.refreshTime()
    return event
  }

  /// Who waits for the next event.
  ///
  /// A class: the size of a continuation is known at run time alone, and so would be that of the state which has it, whose
  /// fields each step of a test reads.
  final class Listener: Sendable {
    let continuation: CheckedContinuation<Event, Never>
    /// The task of the test around this one, if it is known.
    let task: UInt?

    init(continuation: CheckedContinuation<Event, Never>, task: UInt?) {
      self.continuation = continuation
      self.task = task
    }
  }

  private static let tellQueue = DispatchQueue(label: "deterministic tests: events", qos: .userInitiated)

  func post(_ event: Event) {
    let listener: Listener? = state.withLock { state in
      guard let listener = state.listener else {
        state.events.append(event)
        return nil
      }
      state.listener = nil
      return listener
    }
    if let listener { tell(event, to: listener) }
  }

  private func tell(_ event: Event, to listener: Listener) {
    // Resumed before it suspends, the test around this one would go on in the same step, or not, as it happens.
    if let task = listener.task {
      testing_support_wait_for_suspension(UnsafeRawPointer(bitPattern: task))
      outer?.waitForRest()
    }
    // In this order: the listener may continue immediately, and an outer schedule that has nothing to run would advance
    // time.
    outer?.pass(takeTimeForOuter())
    listener.continuation.resume(returning: event)
    outer?.resume()
  }

  // A task that waits for a continuation seems to be suspended a moment before it is: its lane rests once it is. Not for
  // long, since the task may be on an executor of the user's, and the lane run another one.
  private func waitForRest() {
    let limit = DispatchTime.now() + .milliseconds(100)
    while state.withLock(\.isPumping), DispatchTime.now() < limit { testing_support_yield_processor() }
  }
}
