/// What `Date()` shows inside a deterministic test.
///
/// Choose ``virtual`` for code that measures time with dates: a cache whose entries expire, a token that is refreshed
/// before it runs out, a relative time on a label.
///
/// ```swift
/// @Test("When an hour has passed then the entry has expired", .deterministic(dates: .virtual))
/// func whenHourHasPassed_thenEntryHasExpired() async throws {
///   let cache = Cache(lifetime: 3600)
///   cache.insert("cat")
///   try await Task.sleep(for: .seconds(3600))  // takes no real time
///   #expect(cache.value == nil)
/// }
/// ```
public enum DateSource: Sendable, Hashable {
  /// Dates are those of the system. This is the default, since a test may compare them with what the system has written,
  /// such as the modification date of a file.
  case real
  /// Dates follow virtual time: the test begins at the system's date, and a date changes only when virtual time advances.
  ///
  /// This covers `Date()`, and everything in Foundation that uses it, if ``DeterministicSupport/current`` is
  /// ``DeterministicSupport/exact``: in tasks of the test, and in the threads, blocks, timers, and operations that it has
  /// started. It has no effect at other levels, on threads that existed before the test, on `NSDate`, on `time(_:)`, or on
  /// dates that the system writes to files.
  ///
  /// A call that waits until a date compares it with the clock of the system, and waits longer by the time that virtual time
  /// is ahead. This includes `Thread.sleep(until:)`, `NSCondition.wait(until:)`, `NSLock.lock(before:)`,
  /// `RunLoop.run(until:)`, `Timer`, and `Process.waitUntilExit()`. Wait for a duration instead, as with
  /// `Thread.sleep(forTimeInterval:)` or `DispatchSemaphore.wait(timeout:)`, or use dates that are ``real`` in such a test.
  case virtual
}
