import Testing
import TestingSupportCore

/// The way from any code to the random values of the test that it runs for.
enum CurrentValueSource {
  /// The trial of a property that the running task belongs to.
  @TaskLocal static var trialSource: ValueSource?

  // Sources outside `withSeed` and the traits, one a test; they last as long as the process.
  private static let processWide = ValueSourceCache()
  private static let isProblemReported = Locked(false)

  /// Values that no other code receives.
  ///
  /// - Parameter sourceLocation: The line that asks, which decides the values outside any test.
  static func make(at sourceLocation: SourceLocation) -> FixtureValues {
    make(of: source(at: "\(sourceLocation.fileID):\(sourceLocation.line):\(sourceLocation.column)"))
  }

  /// Values that no other code receives, for a property that cannot know its caller's line.
  static func make<T>(for type: T.Type) -> FixtureValues {
    make(of: source(at: String(reflecting: type)))
  }

  private static func make(of source: ValueSource) -> FixtureValues {
    var values = source.values()
    values.nesting = .around
    return values
  }

  /// The source of the values of the test that runs here.
  static func source(
    at place: @autoclosure () -> String,
    in schedule: (any TestSchedule)? = CurrentTestSchedule.schedule
  ) -> ValueSource {
    if let trialSource { return trialSource }
    var scope = SeedScope.current
    var identity = scope.map(\.identity) ?? TestIdentity.current
    var table = scope?.sources ?? processWide
    if let schedule {
      let known = ScheduleSources.of(schedule)
      (identity, scope) = known.complete(identity, scope)
      table = known.sources
    }
    let key = key(identity, scope, isScheduled: schedule != nil, place)
    return table.source(for: key) {
      let seed = seedOrigin(scope, schedule)
      scope?.use(seed)
      return ValueSource(seed: key.seed(from: seed.value), firstSerial: key.firstSerial)
    }
  }

  private static func key(
    _ identity: TestIdentity?,
    _ scope: SeedScope?,
    isScheduled: Bool,
    _ place: () -> String
  ) -> ValueSourceCache.Key {
    let scope = scope.map(ObjectIdentifier.init)
    if let identity {
      return isScheduled || Test.Case.current != nil
        ? .test(identity, scope: scope) : .preparation(identity, scope: scope)
    }
    return isScheduled ? .schedule(scope: scope) : .place(place(), scope: scope)
  }

  /// The seed of the values created here.
  static var seedOrigin: SeedOrigin { seedOrigin(SeedScope.current, CurrentTestSchedule.schedule) }

  private static func seedOrigin(_ scope: SeedScope?, _ schedule: (any TestSchedule)?) -> SeedOrigin {
    if let seed = scope?.seed { return .chosen(seed) }
    if let seed = schedule?.seed { return .schedule(seed) }
    tellProblemOnce()
    return .run(RunSeed.value)
  }

  private static func tellProblemOnce() {
    guard let problem = RunSeed.problem else { return }
    let isFirst = isProblemReported.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    if isFirst { recordIssue(problem, sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation) }
  }
}
