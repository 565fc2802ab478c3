/// What becomes of tasks that outlive a deterministic test.
///
/// When the test body has finished, what is ready to run still runs. Tasks that are then unfinished are cancelled and
/// finish in virtual time, while the test still runs: issues that they record belong to the test. A task that ignores
/// cancellation never runs again.
///
/// ```swift
/// @Test("When the feed is closed then nothing goes on", .deterministic(leftovers: .fail))
/// func whenFeedIsClosed_thenNothingGoesOn() async {
///   let feed = Feed()
///   feed.open()
///   await feed.close()
/// }
/// ```
/// Without ``DeterministicSupport/exact`` support, it isn't known which tasks are unfinished: they continue, and none
/// is reported.
public enum Leftovers: Sendable, Hashable {
  /// Unfinished tasks are cancelled, as those of Kotlin's `backgroundScope` are.
  case cancel
  /// Unfinished tasks fail the test, which names them, and are cancelled.
  case fail
}
