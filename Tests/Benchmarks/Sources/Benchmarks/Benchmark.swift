/// One figure: how many times longer some work of the package takes than a baseline measured in the same breath.
///
/// ```swift
/// Benchmark("open a gate", baseline: "resume a continuation", limit: 5) {
///   await openGate()
/// } against: {
///   await resumeContinuation()
/// }
/// ```
/// Give values that are computed only for the measurement to ``keep(_:)``, or the optimiser may drop the work; make what
/// the work needs outside of the closures. Work that takes less than a microsecond should be done many times in one
/// call, and `operations` tell how often, on both sides.
struct Benchmark: Sendable {
  typealias Work = @Sendable () async throws -> Void

  let name: String
  let baselineName: String
  /// The largest ratio that is good enough.
  let limit: Double
  /// How many operations one call of the work, and one of the baseline, does.
  let operations: (work: Int, baseline: Int)
  let rounds: Int
  let work: Work
  let baseline: Work

  init(
    _ name: String,
    baseline baselineName: String,
    limit: Double,
    operations: Int = 1,
    baselineOperations: Int? = nil,
    rounds: Int = 40,
    _ work: @escaping Work,
    against baseline: @escaping Work
  ) {
    self.name = name
    self.baselineName = baselineName
    self.limit = limit
    self.operations = (operations, baselineOperations ?? operations)
    self.rounds = rounds
    self.work = work
    self.baseline = baseline
  }

  /// Measures both sides in turns and takes the best round of each: what else the machine does can only add to a time.
  ///
  /// On a busy machine the best of a few rounds is still a bad one, so a figure over its limit is given more of them.
  ///
  /// - Parameter once: Whether to call each side once, which shows that it works and measures nothing.
  func measure(once: Bool = false) async throws -> Measurement {
    if once {
      return measurement((try await Self.seconds(calls: 1, of: work), try await Self.seconds(calls: 1, of: baseline)))
    }
    let workCalls = try await Self.calls(of: work)
    let baselineCalls = try await Self.calls(of: baseline)
    var best = (work: Double.infinity, baseline: Double.infinity)
    for round in 1...(rounds * Self.mostAttempts) {
      best.work = min(best.work, try await Self.seconds(calls: workCalls, of: work) / Double(workCalls))
      best.baseline = min(
        best.baseline,
        try await Self.seconds(calls: baselineCalls, of: baseline) / Double(baselineCalls)
      )
      if round >= rounds, measurement(best).isWithinLimit { break }
    }
    return measurement(best)
  }

  private func measurement(_ best: (work: Double, baseline: Double)) -> Measurement {
    Measurement(
      benchmark: self,
      seconds: best.work / Double(operations.work),
      baselineSeconds: best.baseline / Double(operations.baseline)
    )
  }

  private static let mostAttempts = 8

  struct Measurement {
    let benchmark: Benchmark
    /// For one operation.
    let seconds: Double
    let baselineSeconds: Double

    var ratio: Double { seconds / baselineSeconds }
    var isWithinLimit: Bool { ratio <= benchmark.limit }
  }

  /// How many calls fill a round that is long beside the clock's grain and short beside the scheduler's turns.
  private static func calls(of work: Work) async throws -> Int {
    var calls = 1
    while true {
      let time = try await seconds(calls: calls, of: work)
      if time >= 0.001 { return calls }
      calls = time < 0.0001 ? calls * 8 : max(calls + 1, Int(Double(calls) * 0.0012 / time))
    }
  }

  private static func seconds(calls: Int, of work: Work) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<calls { try await work() }
    let (seconds, attoseconds) = (clock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

/// Takes a value as if it were needed, so that the work that made it is not optimised away.
@inline(never) @_optimize(none)
func keep<T>(_ value: T) {}
