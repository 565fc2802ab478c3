import Dispatch

/// Measures real time, excluding the time during which the machine was asleep.
///
/// Dispatch's clock rather than one of the standard library: those show virtual time in a deterministic test.
package struct Stopwatch {
  private let start = DispatchTime.now().uptimeNanoseconds

  package init() {}

  package var elapsed: Duration {
    .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - start))
  }
}
