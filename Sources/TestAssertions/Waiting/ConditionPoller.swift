import Testing
import TestingSupportCore

/// Checks something until it is found, and records what a failure reports about the checks.
struct ConditionPoller {
  private(set) var checks = 0
  private(set) var ending: PollingOutcome?
  /// What the last check threw, if it did.
  private(set) var error: (any Error)?

  /// Checks until it finds a value, or until there is no further moment to check; `ending` is then the reason.
  ///
  /// An error is no reason to stop looking.
  mutating func find<Found>(
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    _ look: () async throws -> Found?
  ) async -> Found? {
    if limit == .zero { ending = .limitReached(.zero) }
    if let found = await check(look) { return found }
    if ending != nil { return nil }
    var moments = RecheckSequence(within: limit, schedule: CurrentTestSchedule.schedule)
    while true {
      ending = await moments.next()
      if let found = await check(look) { return found }
      if ending != nil { return nil }
    }
  }

  private mutating func check<Found>(
    isolation: isolated (any Actor)? = #isolation,
    _ look: () async throws -> Found?
  ) async -> Found? {
    checks += 1
    do {
      error = nil
      return try await look()
    } catch {
      self.error = error
      return nil
    }
  }

  /// The lines below the first: how often it was checked, what the last check threw, what was seen, and why there are
  /// no more checks.
  func report(_ opening: String, seen: String? = nil) -> String {
    let times = "Checked \(checks == 1 ? "once" : "\(checks) times")."
    let thrown = error.map { "The last check threw \(ValueText(error: $0).text)." }
    let checks = [times, thrown, seen].compactMap(\.self).joined(separator: " ")
    return [opening, checks, ending.map(String.init(describing:))].compactMap(\.self).joined(separator: "\n")
  }
}
