import Testing

@testable import DeterministicScheduling

@Suite("A task as the key of a dictionary")
struct TaskIDTests {
  @Test("When tasks differ then so do their keys, and each is found", arguments: [1, 64, 1 << 32, 1 << 40] as [UInt64])
  func whenTasksDiffer_thenEachIsFound(stride: UInt64) {
    var numbers: [TaskID: UInt64] = [:]
    for index in 0..<10_000 { numbers[TaskID(UInt64(index) * stride)] = UInt64(index) }
    #expect(numbers.count == 10_000)
    for index in 0..<10_000 { #expect(numbers[TaskID(UInt64(index) * stride)] == UInt64(index)) }
    #expect(numbers[TaskID(10_000 * stride)] == nil)
  }

  @Test("When tasks are numbered in turn then their keys are spread", arguments: [0, 7, -1])
  func whenTasksAreNumberedInTurn_thenKeysAreSpread(seed: Int) {
    let buckets = Set((0..<1024).map { TaskID($0)._rawHashValue(seed: seed) & 1023 })
    #expect(buckets.count > 512)
  }
}
