import DeterministicScheduling
import TestDoubles
import Testing

@Suite("What replaces streams and tasks that never end")
struct NeverEndingTests {
  @Test("When a gate is never opened then a task waits at it until it is cancelled", .deterministic)
  func whenGateIsNeverOpened_thenTaskWaitsUntilCancelled() async {
    let isOver = LockIsolated(false)
    let task = Task {
      await Gate().wait()
      isOver.setValue(true)
    }
    await settle()
    #expect(!isOver.value)
    task.cancel()
    await task.value
    #expect(isOver.value)
  }

  @Test("When a stream has no continuation then it never ends, and one that finishes has no elements", .deterministic)
  func whenStreamHasNoContinuation_thenItNeverEnds() async {
    let never = AsyncStream<Int> { _ in }
    let finished = AsyncStream<Int> { $0.finish() }
    let elements = LockIsolated<[Int]?>(nil)
    let reading = Task { elements.setValue(await never.reduce(into: []) { $0.append($1) }) }
    await settle()
    #expect(elements.value == nil)
    reading.cancel()
    await reading.value
    #expect(await finished.reduce(into: []) { $0.append($1) } == [Int]())
  }
}
