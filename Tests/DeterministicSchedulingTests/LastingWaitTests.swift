#if os(Linux)
  import DeterministicSchedulingLoader
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Jobs that were left behind are at work")
  struct LastingWaitTests {
    @Test("while they wait only for moments", arguments: Work.allCases)
    func whenThreadsWaitForMoments_thenTheyAreAtWork(work: Work) async {
      let isOver = Locked(false)
      let threads = (0..<2).map { _ in startThread(work.makeTurn(), until: isOver) }
      // On a thread of its own, since it takes long to look so often.
      let least = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var lane = LaneOccupancy(leftBehind: threads)
          var least = Duration.seconds(1)
          for _ in 0..<5_000 { least = min(least, lane.workOfDisplaced(.reached) ?? .seconds(1)) }
          isOver.withLock { $0 = true }
          continuation.resume(returning: least)
        }
      }
      #expect(least > .zero)
    }

    @Test("until they have waited for a while")
    func whenThreadsWaitForOthers_thenThatIsNotSureAtTheFirstLook() async throws {
      let end = DispatchSemaphore(value: 0)
      let isOver = Locked(true)
      let threads = (0..<2).map { _ in startThread({ waitBlocking(end) }, until: isOver) }
      defer { for _ in threads { end.signal() } }
      for thread in threads {
        while LastingWait.use(of: thread) == nil { try await pause() }
      }
      var lane = LaneOccupancy(leftBehind: threads)
      let first = lane.workOfDisplaced(.reached)
      #expect(first.map { $0 > .zero } == true)
      #expect(lane.displacedWait.missing(.reached).map { $0 > .zero } == true)
      while lane.workOfDisplaced(.reached) != .zero { try await pause() }
      #expect(lane.displacedWait.missing(.reached) == nil)
    }

    @Test("again once one of them has gone on")
    func whenAThreadGoesOn_thenItsNextWaitCountsAnew() async throws {
      let (next, isOver) = (DispatchSemaphore(value: 0), Locked(false))
      let thread = startThread({ waitBlocking(next) }, until: isOver)
      defer {
        isOver.withLock { $0 = true }
        next.signal()
      }
      var lane = LaneOccupancy(leftBehind: [thread])
      while lane.workOfDisplaced(.reached) != .zero { try await pause() }
      let used = LastingWait.use(of: thread)
      next.signal()
      // It waits again.
      while [nil, used].contains(LastingWait.use(of: thread)) { try await pause() }
      #expect(lane.workOfDisplaced(.reached).map { $0 > .zero } == true)
    }

    enum Work: CaseIterable {
      case naps, takesALock

      func makeTurn() -> @Sendable () -> Void {
        switch self {
        case .naps: return { usleep(20) }  // sleep-is-the-subject
        case .takesALock:
          return { Self.lock.withLock { for _ in 0..<1000 { _ = getpid() } } }
        }
      }

      private static let lock = NSLock()
    }
  }

  /// - Returns: The number of a thread that works turn after turn, one at least.
  @Suite("A thread that was held")
  struct HeldThreadTests {
    @Test("blocks the lane only once it has gone on")
    func whenThreadHasNotGoneOn_thenItDoesNotBlock() async throws {
      let end = DispatchSemaphore(value: 0)
      let thread = startThread({ waitBlocking(end) }, until: Locked(true))
      defer { end.signal() }
      while LastingWait.use(of: thread) == nil { try await pause() }
      var lane = LaneOccupancy(patience: .seconds(1), longPatience: .seconds(30), longestPatience: .seconds(600))
      lane.enter(1, on: .own, thread: thread)
      let occupant = try #require(lane.occupant)
      _ = lane.leave(1)
      lane.enter(occupant)
      #expect(!isLeftBehind(in: &lane))
      let hasGoneOn = lane.setParked(false, 1)
      #expect(hasGoneOn)
      #expect(isLeftBehind(in: &lane))
    }

    private func isLeftBehind(in lane: inout LaneOccupancy) -> Bool {
      for _ in 1...100 {
        let finding = lane.look(
          after: LaneMonitor.interval,
          step: 1,
          isAwaited: true,
          isAnyReady: true,
          elapsed: .zero
        )
        if case .leftBehind = finding { return true }
      }
      return false
    }
  }

  private func startThread(_ turn: @escaping @Sendable () -> Void, until isOver: Locked<Bool>) -> Int32 {
    let (id, hasBegun) = (Locked<Int32>(0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      id.withLock { $0 = testing_support_this_thread() }
      hasBegun.signal()
      repeat { turn() } while !isOver.withLock({ $0 })
    }
    waitBlocking(hasBegun)
    return id.withLock { $0 }
  }

  // Not one that blocks: a process that is given no time would never see a wait last.
  private func pause() async throws {
    try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
  }

  extension LaneOccupancy {
    /// A lane that has lost such threads.
    fileprivate init(leftBehind threads: [Int32]) {
      self.init(patience: .seconds(1), longPatience: .seconds(30), longestPatience: .seconds(600))
      for thread in threads {
        enter(UInt64(thread), on: .own, thread: thread)
        leaveBehind(at: .zero)
      }
    }
  }
#endif
