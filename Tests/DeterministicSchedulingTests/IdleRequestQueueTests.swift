import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("The queue of those who wait for a test to be idle")
struct IdleRequestQueueTests {
  @Test("When several wait then the one that asked last is next")
  func whenSeveralWait_thenLatestIsNext() {
    var sut = makeSUT(askedBy: [1, 2, 3])
    #expect(order(of: &sut) { _, _ in false } == [3, 2, 1])
  }

  @Test("When a task waits for what it started then it comes after that, however late it asked")
  func whenTaskWaitsForWhatItStarted_thenItComesAfter() {
    var sut = makeSUT(askedBy: [4, 2, 3, 1])
    // 1 has started 2, and 2 has started 4.
    #expect(order(of: &sut) { [[2, 1], [4, 2], [4, 1]].contains([$0, $1]) } == [3, 4, 2, 1])
  }

  @Test("When tasks are numbered then who started whom is known through any number of tasks between")
  func whenTasksAreNumbered_thenStartersAreKnown() {
    var sut = Scheduler()
    for task in 1...6 { _ = sut.number(of: UInt64(task * 10), startedBy: UInt64((task - 1) * 10)) }
    for (id, task) in [(1, 0), (2, 5), (3, 2)] { sut.tell(IdleRequest(id: UInt64(id)), when: .settled, for: task) }
    #expect((0..<3).map { _ in sut.next().text } == ["tell 2", "tell 3", "tell 1"])
  }

  @Test("When a task asks again and again then a request is overtaken 10,000 times, and no more")
  func whenTaskAsksAgainAndAgain_thenOthersResume() {
    var sut = IdleRequestQueue()
    sut.append(IdleRequest(id: 0), of: 0)
    var overtaken = 0
    while overtaken < 100_000 {
      sut.append(IdleRequest(id: UInt64(overtaken + 1)), of: 1)
      guard sut.popNext({ _, other in other == 0 })?.task == 1 else { break }
      overtaken += 1
    }
    #expect(overtaken == 10_000)
  }

  @Test("When a helper goes on with what it began then nobody is overtaken")
  func whenHelperGoesOn_thenNobodyIsOvertaken() {
    var sut = IdleRequestQueue()
    sut.append(IdleRequest(id: 0), of: 0)
    for id in 1...50_000 as ClosedRange<UInt64> {
      sut.append(IdleRequest(id: id), of: 1, isContinued: true)
      #expect(sut.popNext { _, other in other == 0 }?.task == 1)
    }
    #expect(sut.popNext { _, _ in false }?.task == 0)
  }

  @Test("When tasks settle without end beside a sleeper then the sleeper wakes all the same")
  func whenTasksSettleWithoutEnd_thenSleeperWakes() {
    var sut = Scheduler()
    _ = sut.number(of: 10)
    _ = sut.number(of: 20, startedBy: 10)
    sut.sleep(7, sleeper: 10, on: .own, until: .seconds(1))
    var count = 0
    while count < 100_000 {
      sut.tell(IdleRequest(id: UInt64(count)), when: .settled, for: 1)
      guard case .tell = sut.next() else { break }
      count += 1
    }
    #expect(count == 20_000)
    #expect(sut.elapsed == .seconds(1))
  }

  private func makeSUT(askedBy tasks: [Int]) -> IdleRequestQueue {
    var queue = IdleRequestQueue()
    for task in tasks { queue.append(IdleRequest(id: UInt64(task)), of: task) }
    return queue
  }

  private func order(of queue: inout IdleRequestQueue, _ isStarted: (Int?, Int?) -> Bool) -> [UInt64] {
    var order: [UInt64] = []
    while let next = queue.popNext(isStarted) { order.append(next.request.id) }
    return order
  }
}
