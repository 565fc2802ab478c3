import Testing

@testable import DeterministicScheduling

@Suite("How long a job has kept its thread")
struct BlockedJobDetectorTests {
  private let beat = Duration.milliseconds(50)

  @Test("When a thread waits in the system for a second then its job is blocked")
  func whenThreadWaits_thenJobIsBlocked() {
    #expect(looksUntilBlocked { _ in .waits(total: .zero) } == 20)
  }

  @Test("When a thread uses a processor for a second then its job is blocked")
  func whenThreadRuns_thenJobIsBlocked() {
    #expect(looksUntilBlocked { .ran(total: beat * $0) } == 21)
  }

  @Test("When a thread waits for a processor then its job is given nothing")
  func whenThreadStarves_thenJobIsNotBlocked() {
    #expect(looksUntilBlocked { _ in .ran(total: .seconds(5)) } == nil)
    #expect(looksUntilBlocked { .ran(total: .milliseconds($0)) } == 1001)
  }

  @Test("When the system cannot tell then real time counts")
  func whenSystemCannotTell_thenRealTimeCounts() {
    #expect(looksUntilBlocked { _ in .unknown } == 20)
  }

  @Test("When a look comes late then it counts as one that is in time")
  func whenLookIsLate_thenItCountsOnce() {
    var sut = BlockedJobDetector()
    _ = sut.isSameStep(occupancy: 1, step: 1)
    let isBlocked = sut.look(.waits(total: .zero), after: .seconds(60))
    #expect(!isBlocked)
    #expect(sut.waitedTime == beat)
  }

  @Test("When a job runs and is seen to wait for a moment then it has not waited")
  func whenJobWaitsForMoment_thenItHasNotWaited() {
    var sut = BlockedJobDetector()
    _ = sut.isSameStep(occupancy: 1, step: 1)
    for look in 1...14 {
      let total = beat * look
      _ = sut.look(look == 12 ? .waits(total: total) : .ran(total: total), after: beat)
    }
    #expect(sut.blockedTime == beat * 13)
    #expect(sut.waitedTime == .zero)
    #expect(!sut.hasMostlyWaited)
    for _ in 1...14 { _ = sut.look(.waits(total: beat * 14), after: beat) }
    #expect(sut.hasMostlyWaited)
  }

  @Test("When a thread has waited for a processor until a moment ago then it has waited for as much less")
  func whenThreadHasWaitedForProcessor_thenThatIsNoWait() {
    var sut = BlockedJobDetector()
    _ = sut.isSameStep(occupancy: 1, step: 1)
    for look in 0...10 {
      let (total, delay) = (beat / 10 * look, .seconds(7) + beat / 5 * look)
      let isBlocked = sut.look(.waits(total: total), delay: delay, after: beat)
      #expect(!isBlocked)
    }
    // The first look does not know what the thread has done before.
    #expect(sut.blockedTime == beat + beat * 8)
    #expect(sut.waitedTime == beat + beat * 7)
  }

  @Test("When a thread waits for a lock then its job is given what the lock's owner is given")
  func whenThreadWaitsForLock_thenJobIsGivenTimeOfOwner() {
    var sut = BlockedJobDetector()
    _ = sut.isSameStep(occupancy: 1, step: 1)
    func look(owner thread: Int32?, used: Duration = .zero) -> Bool {
      sut.look(.waits(total: .zero), owner: thread.map { LockOwner(thread: $0, used: used) }, after: beat)
    }
    // One that has no processor, and those that come after one another, each of which has been at work before.
    var areBlocked = (1...100).map { _ in look(owner: 1, used: .seconds(3)) }
    areBlocked += (1...100).map { look(owner: $0 % 2 + 2, used: beat * Int($0)) }
    #expect(!areBlocked.contains(true))
    #expect(sut.blockedTime == .zero)
    areBlocked = (0...20).map { look(owner: 4, used: .seconds(1) + beat * $0) }
    #expect(areBlocked.firstIndex(of: true) == 20)
    #expect(sut.waitedTime == beat * 20)
    #expect(sut.hasMostlyWaited)
    // What it did meanwhile is not known.
    #expect(look(owner: nil))
    #expect(look(owner: 4, used: .seconds(9)))
    #expect(sut.waitedTime == beat * 21)
  }

  @Test("When the next job runs then its time begins anew")
  func whenNextJobRuns_thenItsTimeBegins() {
    var sut = BlockedJobDetector()
    for look in 1...100 {
      let isSameStep = sut.isSameStep(occupancy: 1, step: look / 10)
      let isBlocked = isSameStep && sut.look(.waits(total: .zero), after: beat)
      #expect(!isBlocked)
    }
  }

  private func looksUntilBlocked(_ activity: (Int) -> BlockedJobDetector.Activity) -> Int? {
    var sut = BlockedJobDetector()
    _ = sut.isSameStep(occupancy: 1, step: 1)
    return (1...2000).first { look in
      sut.isSameStep(occupancy: 1, step: 1) && sut.look(activity(look), after: beat)
    }
  }
}
