import Foundation
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
    Benchmark(
      "keep 100,000 handlers, and call them",
      baseline: "an array of tuples behind a lock",
      limit: 2,
      operations: callCount,
      rounds: 20
    ) {
      let spy = CallbackSpy<Int, Int>()
      let sum = Sum()
      for number in 0..<callCount { spy.call(number) { sum.value += $0 } }
      for index in 0..<callCount { spy.complete(index, with: 1) }
      keep(sum.value)
    } against: {
      let spy = HandlerArray()
      let sum = Sum()
      for number in 0..<callCount { spy.call(number) { sum.value += $0 } }
      for index in 0..<callCount { spy.complete(index, with: 1) }
      keep(sum.value)
    },
  ]

  private static let elementCount = 1_000_000
  private static let callCount = 100_000
}

/// What a team writes by hand: an array of inputs and handlers behind a lock.
// Sendable: the array is read and written only between lock and unlock.
private final class HandlerArray: @unchecked Sendable {
  private let lock = NSLock()
  private var calls: [(input: Int, handler: (Int) -> Void)] = []

  func call(_ input: Int, completion: @escaping (Int) -> Void) {
    lock.withLock { calls.append((input, completion)) }
  }

  func complete(_ index: Int, with output: Int) {
    let handler = lock.withLock { calls[index].handler }
    handler(output)
  }
}

private final class Sum {
  var value = 0
}
