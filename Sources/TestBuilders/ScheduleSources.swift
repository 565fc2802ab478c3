import TestingSupportCore

/// The sources of values of one run of a deterministic test's body.
///
/// Each run has its own schedule, and with it fresh values: the second interleaving of a test starts like the first.
/// The test that the first value identified is stored for the schedule's detached tasks, which cannot see it.
final class ScheduleSources: Sendable {
  private struct Entry {
    weak var schedule: (any TestSchedule)?
    let sources: ScheduleSources
  }

  private struct Known {
    var identity: TestIdentity?
    var scope: SeedScope?
    // Kept so that no other scope gets the address of one that is in use as a key.
    var scopes: [ObjectIdentifier: SeedScope] = [:]
  }

  private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

  let sources = ValueSourceCache()
  private let known = Locked(Known())

  /// The sources of the given schedule. Those of deallocated schedules are removed.
  static func of(_ schedule: any TestSchedule) -> ScheduleSources {
    entries.withLock { entries in
      let id = ObjectIdentifier(schedule)
      if let entry = entries[id], entry.schedule != nil { return entry.sources }
      entries = entries.filter { $0.value.schedule != nil }
      let sources = ScheduleSources()
      entries[id] = Entry(schedule: schedule, sources: sources)
      return sources
    }
  }

  /// What the code that runs now knows of its test or, where it knows nothing, what was known before.
  func complete(_ identity: TestIdentity?, _ scope: SeedScope?) -> (identity: TestIdentity?, scope: SeedScope?) {
    known.withLock { known in
      if let scope { known.scopes[ObjectIdentifier(scope)] = scope }
      guard let identity else { return (known.identity, scope ?? known.scope) }
      if known.identity == nil {
        known.identity = identity
        known.scope = scope
      }
      return (identity, scope)
    }
  }
}
