/// How long sleeps take in a deterministic test.
///
/// Choose ``skipped`` where time isn't virtual, for code that sleeps without an injected clock:
///
/// ```swift
/// @Test("When typing pauses then one search is sent", .deterministic(sleeps: .skipped))
/// func whenSleepsAreSkipped_thenOneSearchIsSent() async {
///   let sut = SuggestionModel(server: server)
///   for text in ["s", "sw", "swift"] { sut.type(text) }
///   try? await Task.sleep(for: .seconds(1))
///   #expect(await server.requests == ["swift"])
/// }
/// ```
/// Each schedule has its own mode: ``withDeterministicScheduling(seed:strategy:outside:leftovers:unhandledErrors:dates:sleeps:isolation:sourceLocation:_:)``
/// in such a test skips sleeps only if you pass `sleeps:` there too, and a test's trait replaces its suite's.
public enum SleepMode: Sendable, Hashable {
  /// Sleeps take virtual time if ``DeterministicSupport/current`` is ``DeterministicSupport/exact``, and real time
  /// otherwise. This is the default.
  case automatic
  /// Sleeps take no real time, wherever the runtime shows them: when the test is idle, the sleep ends that is the first
  /// to be due.
  ///
  /// With ``DeterministicSupport/exact`` support, this is the same as ``automatic``. With
  /// ``DeterministicSupport/ordered`` support, the runtimes of Swift 6.1 and earlier show sleeps, and later ones don't:
  /// ``DeterministicSupport/explanation`` says whether a sleep was seen. If it wasn't, sleeps take real time, and the
  /// first such test in a process records a warning.
  ///
  /// With ordered support, clocks and dates still show real time. Code that compares them with a sleep behaves
  /// differently than in an app: a loop that sleeps until the time is reached sleeps again, and a measured duration is
  /// too short. A sleep until an instant takes the time from now to that instant. ``VirtualTime/elapsed`` is the sum of
  /// the time skipped.
  ///
  /// Timers and dispatch queues aren't skipped, so a timeout that sleeps comes before their work, also in a test with
  /// `outside:`. Put ``withOutsideWork(isolation:sourceLocation:_:)`` around code that waits for such work: no sleep is
  /// skipped until it returns.
  case skipped
}
