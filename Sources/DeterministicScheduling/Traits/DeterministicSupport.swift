package import Testing

/// How far the order of a deterministic test can be controlled on this platform and toolchain.
///
/// Ask for ``current`` to skip a test that needs the exact order where it cannot be had:
///
/// ```swift
/// @Test(.enabled(if: DeterministicSupport.current == .exact), .deterministic)
/// func whenTwoRefreshesOverlap_thenOneRequestIsSent() async {
///   sut.didTapRefresh()
///   sut.didTapRefresh()
///   await settle()
///   #expect(await server.requests == 1)
/// }
/// ```
public enum DeterministicSupport: Sendable, Hashable {
  /// Every job of the test's tasks runs in the order that the schedule decides, and all sleeps take virtual time.
  case exact
  /// The jobs that the runtime's public hooks show run one at a time, in one order, and all sleeps take real time.
  ///
  /// ``settle(isolation:sourceLocation:)`` waits for every task that stays on the default executor, actors, and the main
  /// actor.
  case ordered
  /// Tests run as they would without the trait.
  case unavailable

  /// What can be had in this process.
  public static var current: Self { Runtime.support }

  /// Why this process has the level ``current``.
  ///
  /// At ``ordered``, it lists which of the runtime's hooks were tried, and what each showed. It also counts the tasks
  /// that were found outside the order of their test, such as one that your own executor passed to an actor.
  ///
  /// At ``exact``, it says if errors of tasks, or blocks on dispatch queues and threads, aren't seen. In a build with
  /// `--sanitize=thread` or `--sanitize=address`, such work isn't seen, so `outside:` doesn't stop virtual time for it.
  ///
  /// Read it when support is less than you expect. On a toolchain that should have ``exact`` support, what the engine
  /// stands on is checked when the process loads, and a main-actor job, a hop to an actor, and a sleep are tried. If a check
  /// or a trial fails, support is ``ordered``, the reason is printed to standard error once, and the first test with
  /// `.interleavings` records a warning.
  public static var explanation: String { Runtime.level.explanation + StrayTasks.text }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where ``DeterministicSupport/current`` is ``DeterministicSupport/exact``.
  package static var exactOnly: Self {
    .enabled(if: DeterministicSupport.current == .exact, "needs the exact engine")
  }

  /// Runs a test only where there is a schedule: ``DeterministicSupport/exact`` or ``DeterministicSupport/ordered``.
  package static var scheduledOnly: Self {
    .enabled(if: DeterministicSupport.current != .unavailable, "needs a schedule")
  }
}
