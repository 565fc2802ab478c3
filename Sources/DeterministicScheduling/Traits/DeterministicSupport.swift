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
  /// Jobs are put in order where the runtime lets a library see them; some of its own go past the schedule.
  case ordered
  /// Tests run as they would without the trait.
  case unavailable

  /// What can be had in this process.
  public static var current: Self { Runtime.support }

  /// Why support in this process is what ``current`` says.
  ///
  /// Read it when support is less than you expect. On a toolchain that should have ``exact`` support, what the engine
  /// stands on is checked when the process loads. If a check fails, support is ``ordered``, the reason is printed to
  /// standard error once, and each test with `.interleavings` records a warning.
  public static var explanation: String { Runtime.level.explanation }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where ``DeterministicSupport/current`` is ``DeterministicSupport/exact``.
  package static var exactOnly: Self {
    .enabled(if: DeterministicSupport.current == .exact, "needs the exact engine")
  }
}
