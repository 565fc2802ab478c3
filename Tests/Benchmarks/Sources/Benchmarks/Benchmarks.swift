import Foundation

/// `swift run -c release --package-path Tests/Benchmarks Benchmarks [--once] [module …]` measures all modules, or those
/// named.
///
/// `Shrinking` names the table of shrinking challenges, which has no times.
///
/// Ends with status 1 if a figure is over its limit, or a smallest input is not found. With `--once` everything is called once, to see that it works, and no
/// figure is compared with its limit.
@main
enum Benchmarks {
  /// What is measured, by module: each has a file of its own.
  static let modules: [(name: String, benchmarks: [Benchmark])] = [
    ("Benchmarks", harnessBenchmarks),
    ("TestAssertions", TestAssertionsBenchmarks.all),
    ("DeterministicScheduling", deterministicSchedulingBenchmarks),
    ("WholeTests", wholeTestBenchmarks),
    ("TestClocks", testClocksBenchmarks),
    ("StoreTesting", storeTestingBenchmarks),
    ("TestBuilders", TestBuildersBenchmarks.all),
    ("TestDoubles", TestDoublesBenchmarks.all),
    ("StreamExpectations", StreamExpectationsBenchmarks.all),
    ("LeakTracking", leakTrackingBenchmarks),
    ("NetworkDoubles", networkDoublesBenchmarks),
  ]

  static func main() async throws {
    var wanted = Set(CommandLine.arguments.dropFirst())
    let once = wanted.remove("--once") != nil
    let names = modules.map(\.name) + [ShrinkingTable.name]
    let unknown = wanted.subtracting(names)
    guard unknown.isEmpty else {
      print("No module \(unknown.sorted().joined(separator: ", ")); there are: \(names)")
      exit(2)
    }
    #if DEBUG
      print("Measured without optimisation: limits are for release, use `swift run -c release`.")
    #endif
    var table = BenchmarkTable()
    table.printHeading()
    for module in modules where wanted.isEmpty || wanted.contains(module.name) {
      for benchmark in module.benchmarks {
        table.print(try await benchmark.measure(once: once), of: module.name)
      }
    }
    table.printSummary(once: once)
    let isShrinkingWanted = wanted.isEmpty || wanted.contains(ShrinkingTable.name)
    let isMinimal = isShrinkingWanted ? await ShrinkingTable.print(once: once) : true
    exit(once || table.isWithinLimits && isMinimal ? 0 : 1)
  }

  /// The measure of the measure: the same work on both sides tells how far this machine can be trusted today.
  static let harnessBenchmarks = [
    Benchmark("shuffle 10,000 numbers", baseline: "the same", limit: 1.2) {
      keep((0..<10_000).shuffled())
    } against: {
      keep((0..<10_000).shuffled())
    }
  ]
}
