import Foundation
import Testing

@testable import DeterministicScheduling

@Suite("Work beside loops that look at a clock")
struct WorkBesidePollsTests {
  private var sut = WorkBesidePolls()

  @Test("When a task sees work again then no more time passes than the work is given")
  mutating func whenTaskSeesWorkAgain_thenItLimitsTime() {
    #expect(latestTime(1, beside: .turn(of: 2)) == nil)
    #expect(latestTime(1, beside: .turn(of: 2)) == .seconds(5))
  }

  @Test("When another task sees it then it limits no time")
  mutating func whenAnotherTaskSeesWork_thenItDoesNotLimitTime() {
    _ = latestTime(1, beside: .queued(2))
    #expect(latestTime(3, beside: .queued(2)) == nil)
    #expect(latestTime(3, beside: .queued(2)) == .seconds(5))
  }

  @Test("When a turn has ended then the next one is other work")
  mutating func whenTurnHasEnded_thenNextIsOtherWork() {
    _ = latestTime(1, beside: .turn(of: 2), .queued(3))
    sut.endTurn(of: 2)
    sut.endTurn(of: 3)
    #expect(latestTime(1, beside: .turn(of: 2), .queued(3)) == nil)
  }

  @Test("When work was not seen meanwhile then it is other work")
  mutating func whenWorkWasNotSeenMeanwhile_thenItIsOtherWork() {
    _ = latestTime(1, beside: .queued(2))
    _ = latestTime(1)
    #expect(latestTime(1, beside: .queued(2)) == nil)
  }

  @Test("When a step of the schedule is seen then no time passes")
  mutating func whenStepIsSeen_thenNoTimePasses() {
    #expect(latestTime(1, beside: .step(1)) == .seconds(2))
    #expect(latestTime(1, beside: .step(2), .turn(of: 3)) == .seconds(2))
  }

  @Test("When several limit time then the least counts")
  mutating func whenSeveralLimitTime_thenLeastCounts() {
    let work: [WorkBesidePolls.Work: WorkBesidePolls.Measure] = [
      .started(1): .until(.seconds(7)), .started(2): .until(.seconds(3)), .started(3): .until(.seconds(4)),
    ]
    _ = sut.latestTime(ofPollBy: 1, beside: work, at: .seconds(2), limit: .seconds(30))
    #expect(sut.latestTime(ofPollBy: 1, beside: work, at: .seconds(2), limit: .seconds(30)) == .seconds(3))
  }

  @Test("When work was given enough time then that limits no time")
  mutating func whenWorkWasGivenEnough_thenItDoesNotLimitTime() {
    _ = sut.latestTime(ofPollBy: 1, beside: [.queued(2): .thread(nil)], at: .seconds(2), limit: .seconds(30))
    #expect(sut.latestTime(ofPollBy: 1, beside: [.queued(2): .thread(nil)], at: .seconds(2), limit: .zero) == nil)
  }

  @Test("When a step gets its thread only later then time passes beside it all the same")
  mutating func whenStepGetsThreadLater_thenTimePasses() throws {
    for _ in 1...2 {
      _ = sut.latestTime(ofPollBy: 1, beside: [.step(2): .thread(nil)], at: .seconds(2), limit: .seconds(30))
    }
    usleep(1)  // sleep-is-the-subject
    let time = sut.latestTime(ofPollBy: 1, beside: [.step(2): .thread(0)], at: .seconds(2), limit: .seconds(30))
    #expect(try #require(time) > .seconds(2))
  }

  private mutating func latestTime(_ task: Int, beside work: WorkBesidePolls.Work...) -> Duration? {
    let work = Dictionary(uniqueKeysWithValues: work.map { ($0, WorkBesidePolls.Measure.until(.seconds(5))) })
    return sut.latestTime(ofPollBy: task, beside: work, at: .seconds(2), limit: .seconds(30))
  }
}
