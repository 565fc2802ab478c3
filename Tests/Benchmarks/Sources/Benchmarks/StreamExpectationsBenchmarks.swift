import StreamExpectations
import Testing

/// The figures of what reads a stream for a test, beside a bare `for await`.
enum StreamExpectationsBenchmarks {
  static let all = [
    Benchmark(
      "expect 1,000,000 elements of a stream",
      baseline: "collect them with for await, and compare",
      limit: 2,
      operations: elementCount,
      rounds: 5
    ) {
      await expect(makeStream(), delivers: elements, then: .finish)
    } against: {
      var received: [Int] = []
      for await element in makeStream() { received.append(element) }
      keep(received == elements)
    },
    Benchmark(
      "read 1,000,000 elements with a probe",
      baseline: "read them with an iterator",
      limit: 2,
      operations: elementCount,
      rounds: 5
    ) {
      try await withProbe(of: makeStream()) { probe in
        for element in elements where try await probe.next() != element { keep(element) }
        await probe.expectFinish()
      }
    } against: {
      var iterator = makeStream().makeAsyncIterator()
      for element in elements where await iterator.next() != element { keep(element) }
      keep(await iterator.next())
    },
  ]

  private static let elementCount = 1_000_000
  private static let elements = Array(0..<elementCount)

  private static func makeStream() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
