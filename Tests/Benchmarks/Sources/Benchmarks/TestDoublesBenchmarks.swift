import TestDoubles
import Testing

/// The figures of stream sources, beside the streams of the standard library that they feed.
enum TestDoublesBenchmarks {
  static let all = [
    Benchmark(
      "send 1,000,000 elements",
      baseline: "yield them to a continuation",
      limit: 2,
      operations: elementCount,
      rounds: 5
    ) {
      let source = StreamSource<Int>()
      let stream = source.makeStream()
      for number in 0..<elementCount { source.send(number) }
      keep(stream)
    } against: {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 0..<elementCount { continuation.yield(number) }
      keep(stream)
    },
    Benchmark(
      "send 1,000,000 elements, and receive them",
      baseline: "yield them to a continuation, and receive them",
      limit: 2,
      operations: elementCount,
      rounds: 5
    ) {
      let source = StreamSource<Int>()
      let stream = source.makeStream()
      for number in 0..<elementCount { source.send(number) }
      source.finish()
      for await number in stream { keep(number) }
    } against: {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 0..<elementCount { continuation.yield(number) }
      continuation.finish()
      for await number in stream { keep(number) }
    },
  ]

  private static let elementCount = 1_000_000
}
