import DeterministicScheduling
import RuntimeWork
import Testing

extension Benchmarks {
  static let deterministicSchedulingBenchmarks = insideBenchmarks + ordinaryBenchmarks

  /// What everything that is not deterministic pays for the package being there, beside a process without it.
  private static let ordinaryBenchmarks = RuntimeWork.allCases.map { work in
    Benchmark(
      "\(work.name) in any other test",
      baseline: "the same in a process without the package",
      limit: 1.03,
      operations: work.countOfRound,
      rounds: 20
    ) {
      await work.perform(work.countOfRound)
    } against: {
      BareProcess.shared.perform(work)
    }
  }

  private static let insideBenchmarks =
    RuntimeWork.allCases.map { work in
      Benchmark(
        "\(work.name) in a deterministic test",
        baseline: "the same outside",
        limit: work == .tasks ? 2.5 : 1.5,
        operations: 1000
      ) {
        try await withDeterministicScheduling { await work.perform(1000) }
      } against: {
        await work.perform(1000)
      }
    } + [
      Benchmark(
        "1,000 elements of a stream in a deterministic test",
        baseline: "1,000 elements outside",
        limit: 1.5,
        operations: 1000
      ) {
        try await withDeterministicScheduling { await stream(1000) }
      } against: {
        await stream(1000)
      },
      Benchmark("sleep for a year", baseline: "1,000 yields", limit: 10) {
        try await withDeterministicScheduling {
          try await Task.sleep(for: .seconds(60 * 60 * 24 * 365))  // sleep-is-the-subject
        }
      } against: {
        await RuntimeWork.yields.perform(1000)
      },
    ]

  private static func stream(_ count: Int) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task {
      var sum = 0
      for await element in stream { sum += element }
      return sum
    }
    for element in 0..<count {
      continuation.yield(element)
      // conventions:ignore yielding - what is measured
      if element.isMultiple(of: 8) { await Task.yield() }
    }
    continuation.finish()
    keep(await consumer.value)
  }
}
