import DeterministicScheduling
import Testing

extension Benchmarks {
  static let deterministicSchedulingBenchmarks = [
    Benchmark("1,000 yields in a deterministic test", baseline: "1,000 yields outside", limit: 1.5, operations: 1000) {
      try await withDeterministicScheduling { await yield(1000) }
    } against: {
      await yield(1000)
    },
    Benchmark(
      "1,000 hops to the main actor in a deterministic test",
      baseline: "1,000 hops outside",
      limit: 1.5,
      operations: 1000
    ) {
      try await withDeterministicScheduling { await hopToMain(1000) }
    } against: {
      await hopToMain(1000)
    },
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
      try await withDeterministicScheduling { try await Task.sleep(for: .seconds(60 * 60 * 24 * 365)) }
    } against: {
      await yield(1000)
    },
  ]

  private static func yield(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
  }

  private static func hopToMain(_ count: Int) async {
    for _ in 0..<count { await MainActor.run {} }
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
      if element.isMultiple(of: 8) { await Task.yield() }
    }
    continuation.finish()
    keep(await consumer.value)
  }
}
