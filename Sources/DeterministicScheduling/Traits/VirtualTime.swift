internal import DeterministicSchedulingLoader

/// The time of a deterministic test, which passes when nothing in the test can run, and in a loop that waits for it.
public enum VirtualTime {
  /// How much time has passed for the running test since it began, or `nil` outside a deterministic test.
  ///
  /// ```swift
  /// @Test("When requests fail then the client waits longer each time", .deterministic)
  /// func whenRequestsFail_thenClientBacksOff() async throws {
  ///   let client = RetryingClient(failures: 3)
  ///   try await client.load()
  ///   #expect(VirtualTime.elapsed == .seconds(1 + 2 + 4))
  /// }
  /// ```
  ///
  /// A test in a test, with `withDeterministicScheduling`, has an elapsed time of its own. The clocks show the sum of both.
  ///
  /// Time is virtual only if ``DeterministicSupport/current`` is ``DeterministicSupport/exact``. With
  /// ``DeterministicSupport/ordered``, sleeps are real and this stays zero, unless they are ``SleepMode/skipped``. With
  /// ``DeterministicSupport/unavailable``, it is `nil`. Add the trait `.enabled(if: DeterministicSupport.current ==
  /// .exact)` to a test that uses it.
  public static var elapsed: Duration? {
    guard let schedule = Schedule.current else { return nil }
    if !Schedule.isCurrent(schedule) { schedule.showTimeToTask() }
    testing_support_look_at_time()
    return schedule.elapsed
  }
}
