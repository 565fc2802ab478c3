import TestingSupportCore

/// A property, as the test has written it down.
// Sendable: the test that the closure belongs to is suspended while it runs, one call after the other, so nothing else
// uses what the closure has captured; a closure that is isolated to an actor goes back to that actor by itself.
struct Property: @unchecked Sendable {
  private let check: (ValueSource) async throws -> Void

  init(_ check: @escaping (ValueSource) async throws -> Void) {
    self.check = check
  }

  /// Checks the property with the values of one trial.
  func check(with trial: Trial) async throws {
    let source = ValueSource(seed: 0, trial: trial)
    try await CurrentValues.$trialSource.withValue(source) { try await check(source) }
  }
}
