internal import Dispatch
internal import TestingSupportCore

/// How much time a thread was given since a moment: while it used a processor, or waited for something else than one.
struct ThreadTime: Sendable {
  /// What is known of a thread at a moment.
  struct Look: Sendable {
    let activity: BlockedJobDetector.Activity
    /// For how long it has waited for a processor until then, but for what it waits at the moment.
    let delay: Duration
    let time: Duration

    init(at thread: Int32?) {
      self.init(
        thread.map(Runtime.activity) ?? .unknown,
        delay: thread.map(Runtime.delay) ?? .zero,
        at: .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
      )
    }

    init(_ activity: BlockedJobDetector.Activity, delay: Duration, at time: Duration) {
      (self.activity, self.delay, self.time) = (activity, delay, time)
    }
  }

  private let start: Look

  init(since start: Look) { self.start = start }

  /// How much time the thread was given until it was looked at again; where that is not sure, the least that it may be.
  func elapsed(at look: Look) -> Duration {
    let real = look.time - start.time
    guard let total = look.activity.total, let totalBefore = start.activity.total else { return real }
    let used = total - totalBefore
    // One that does not wait may have waited for a processor all the time, and may still do so.
    if case .ran = look.activity { return used }
    return max(used, real - (look.delay - start.delay))
  }
}
