import LinearizabilityTesting

/// A small concurrent structure with a mistake that overlapping calls show, beside the same structure without it.
struct PlantedRace: Sendable {
  enum Version: Sendable { case faulty, corrected }

  /// How much is tried.
  struct Effort: Sendable {
    var scenarios = 500
    var orders = 10
    var shrinkAttempts = 0
  }

  let name: String
  let check: @Sendable (Version, Effort) async -> Void

  static let all = [
    counter, reentrantCache, lostInvalidation, impatientBuffer, lostWakeUp, onceOnlyInitializer, refreshToken,
    rateLimiter, pool, overdraft, lockedSet, store,
  ]

  /// - Parameters:
  ///   - name: What the structure is.
  ///   - system: Makes the structure in one of the two versions.
  ///   - model: The sequential model.
  ///   - operations: What can be done to it.
  init<System: Sendable, Model>(
    _ name: String,
    system: @escaping @Sendable (Version) -> System,
    model: @escaping @Sendable () -> Model,
    operations: @escaping @Sendable () -> [ModelOperation<System, Model>]
  ) {
    self.name = name
    check = { version, effort in
      await expectLinearizable(
        scenarios: effort.scenarios,
        orders: effort.orders,
        shrinkAttempts: effort.shrinkAttempts,
        system: { system(version) },
        model: model,
        operations: operations()
      )
    }
  }
}

extension PlantedRace: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The way to a server, a disk or another process and back.
func roundTrip() async {
  // conventions:ignore yielding - the order of tasks that yield is the subject
  await Task.yield()
}

/// An argument of which there are few.
enum Key: Int, CaseIterable, Fixture, Sendable { case first, second }
