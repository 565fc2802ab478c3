import DeterministicScheduling
import RuntimeWork
import Testing

extension Benchmarks {
  static let deterministicSchedulingBenchmarks = insideBenchmarks + orderedBenchmarks + ordinaryBenchmarks

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
      WorkerProcess.bare.perform(work)
    }
  }

  private static let insideBenchmarks =
    RuntimeWork.allCases.map { work in
      Benchmark(
        "\(work.name) in a deterministic test",
        baseline: "the same outside",
        limit: work == .tasks ? 2.5 : 1.5,
        operations: RuntimeWork.countInTest
      ) {
        try await withDeterministicScheduling { await work.perform(RuntimeWork.countInTest) }
      } against: {
        await work.perform(RuntimeWork.countInTest)
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
      // A task that is alone goes on immediately when it yields.
      Benchmark(
        "a yield beside a task that yields, in a deterministic test",
        baseline: "the same outside",
        limit: 3,
        operations: 1000
      ) {
        try await withDeterministicScheduling { await yieldToEachOther(1000) }
      } against: {
        await yieldToEachOther(1000)
      },
      Benchmark("sleep for a year", baseline: "1,000 yields", limit: 10) {
        try await withDeterministicScheduling {
          try await Task.sleep(for: .seconds(60 * 60 * 24 * 365))  // sleep-is-the-subject
        }
      } against: {
        await RuntimeWork.yields.perform(1000)
      },
      // Whenever nothing can run, each actor of the test is looked at.
      Benchmark("3,000 sleeps beside 1,000 actors", baseline: "beside one actor", limit: 2, operations: 3000) {
        try await passTime(3000, besideActors: 1000)
      } against: {
        try await passTime(3000, besideActors: 1)
      },
    ]

  /// The same where there are hooks alone. A yield, and the fence that `settle()` waits for, go by way of the runtime's
  /// threads.
  private static let orderedBenchmarks =
    RuntimeWork.allCases.map { work in
      Benchmark(
        "\(work.name) in a deterministic test at `ordered`",
        baseline: "the same outside",
        limit: work == .yields ? 60 : 5,
        operations: RuntimeWork.countInTest
      ) {
        WorkerProcess.ordered.perform(work)
      } against: {
        await work.perform(RuntimeWork.countInTest)
      }
    } + [
      Benchmark(
        "settle, with a task to wait for, at `ordered`",
        baseline: "the same at `exact`",
        limit: 30,
        operations: RuntimeWork.settlesInTest
      ) {
        WorkerProcess.ordered.perform("settles")
      } against: {
        try await withDeterministicScheduling {
          for _ in 0..<RuntimeWork.settlesInTest {
            Task {}
            await settle()
          }
        }
      }
    ]

  private actor Counter {
    private var count = 0

    func increment() { count += 1 }
  }

  private static func passTime(_ count: Int, besideActors actorCount: Int) async throws {
    try await withDeterministicScheduling {
      let actors = (0..<actorCount).map { _ in Counter() }
      for actor in actors { await actor.increment() }
      for _ in 0..<count { try await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
      keep(actors)
    }
  }

  private static func yieldToEachOther(_ count: Int) async {
    let other = Task { await RuntimeWork.yields.perform(count / 2) }
    await RuntimeWork.yields.perform(count / 2)
    await other.value
  }

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
