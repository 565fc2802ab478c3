import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("For how long sleeps are kept from ending")
struct HeldTimeTests {
  @Test("When a sleep had begun by a mark then it is held since then, however often another begins again")
  func whenSleepHadBegun_thenItIsHeldSince() throws {
    var sut = HeldTime()
    sut.note(timer(1, .seconds(1)), before: 3, at: .zero)
    for registration in 3..<200 { sut.note(timer(registration, .zero), before: registration + 1, at: .zero) }
    let rest = try #require(sut.rest(of: timer(1, .seconds(1)), .blocked))
    #expect(rest < .seconds(1))
    let latest = sut.rest(of: timer(200, .seconds(1)), .blocked)
    #expect(latest == nil)
  }

  @Test("When time has passed faster than it really does then it counts from there")
  func whenTimeHasPassed_thenItCountsFromThere() throws {
    var sut = HeldTime()
    sut.note(timer(1, .seconds(7200)), before: 2, at: .zero)
    sut.note(timer(1, .seconds(7200)), before: 2, at: .seconds(3600))
    let rest = try #require(sut.rest(of: timer(1, .seconds(7200)), .blocked))
    #expect(rest < .seconds(3600) && rest > .seconds(3500))
  }

  private func timer(_ registration: Int, _ deadline: Duration) -> TimerQueue.Timer {
    TimerQueue.Timer(deadline: deadline, registration: registration, sleeper: 1, lane: .own, origin: nil, job: 0)
  }
}
