import Dispatch

/// Measures real time. The clocks of the concurrency library show virtual time in a deterministic test; Dispatch does not.
struct Stopwatch: Sendable {
  private let start = DispatchTime.now()

  func shows(moreThan limit: Duration) -> Bool {
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
    return .nanoseconds(Int64(clamping: nanoseconds)) > limit
  }
}
