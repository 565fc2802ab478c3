import Testing
import TestingSupportCore

/// Checks something until it is found, and remembers what a failure has to tell of the checks.
struct Search {
  private(set) var checks = 0
  private(set) var ending: Ending?
  /// What the last check threw, if it did.
  private(set) var error: (any Error)?

  /// Looks until there is something, or until there will be no further moment to look at; `ending` then says why.
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
    var moments = Moments(within: limit, schedule: CurrentTestSchedule.schedule)
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

  /// The sentence on how often and how long it was looked for, and a second one on the last error.
  func report(_ opening: String) -> String {
    let times = checks == 1 ? "once" : "\(checks) times"
    let sentence = "\(opening): checked \(times), \(ending.map(String.init(describing:)) ?? "found")."
    return error.map { "\(sentence)\nThe last check threw \(ValueText(error: $0).text)." } ?? sentence
  }
}
