import Testing

@testable import DeterministicScheduling

@Suite("Work that a test starts outside its schedule")
struct StartedWorkTests {
  @Suite("What holds time")
  struct HoldsTime {
    @Test("When a block is unfinished then it holds time, until it ends or is given up")
    func whenBlockIsUnfinished_thenItHoldsTime() {
      var sut = StartedWork()
      let first = sut.begin(.block)
      let second = sut.begin(.block)
      #expect(sut.holdsTime(until: nil) { false })
      sut.end(first)
      #expect(sut.holdsTime(until: .seconds(1)) { false })
      sut.giveUp()
      #expect(!sut.holdsTime(until: .seconds(1)) { true })
      sut.act(second)
      #expect(sut.late(at: .seconds(1)) { false } == [second: true])
      let third = sut.begin(.block)
      #expect(sut.holdsTime(until: .seconds(1)) { false })
      sut.end(third)
      sut.end(second)
      #expect(sut.isEmpty)
    }

    @Test("When a block is delayed then it holds time for sleeps that end no earlier")
    func whenBlockIsDelayed_thenItHoldsTimeForLaterSleeps() {
      var sut = StartedWork()
      _ = sut.begin(.delayedBlock(due: .seconds(5)))
      #expect(!sut.holdsTime(until: nil) { true })
      #expect(!sut.holdsTime(until: .seconds(4)) { true })
      #expect(sut.holdsTime(until: .seconds(5)) { false })
    }

    @Test("When blocks and threads are unfinished then time passes beside them no faster than it really does")
    func whenWorkIsUnfinished_thenTimePassesNoFaster() throws {
      var sut = StartedWork()
      let block = sut.begin(.block, at: .seconds(2))
      let thread = sut.begin(.thread, at: .seconds(3))
      let delayed = sut.begin(.delayedBlock(due: .seconds(3600)), at: .seconds(2))
      _ = sut.begin(.operation)
      let times = sut.latestTimes(limit: .seconds(600))
      #expect(Set(times.keys) == [block, thread, delayed] && times[delayed] == .seconds(3600))
      #expect(try #require(times[block]) >= .seconds(2))
      #expect(try #require(times[thread]) >= .seconds(3))
      #expect(sut.latestTimes(limit: .zero).isEmpty)
      sut.giveUp()
      #expect(sut.latestTimes(limit: .seconds(600)).isEmpty)
    }

    @Test("When a thread is unfinished then it holds time, also if tasks only sleep")
    func whenThreadIsUnfinished_thenItHoldsTime() {
      var sut = StartedWork()
      _ = sut.begin(.thread)
      #expect(sut.holdsTime(until: .seconds(1)) { true })
      #expect(sut.holdsTime(until: .seconds(1)) { false })
    }

    @Test("When work has begun then a sleep behind it goes on as long as natively from then on")
    func whenWorkHasBegun_thenSleepGoesOnAsNatively() throws {
      var sut = StartedWork()
      #expect(sut.rest(until: .seconds(900), at: .seconds(300), atMost: .seconds(10)) == nil)
      _ = sut.begin(.thread, at: .seconds(100))
      _ = sut.begin(.delayedBlock(due: .seconds(950)), at: .seconds(200))
      let rest = try #require(sut.rest(until: .seconds(900), at: .seconds(300), atMost: .seconds(10)))
      #expect(rest <= .seconds(800) && rest > .seconds(700))
      _ = sut.begin(.delayedBlock(due: .seconds(400)), at: .seconds(50))
      sut.setTimer(of: 7, due: .seconds(300), interval: nil, at: .seconds(20))
      _ = sut.begin(.eventHandler(source: 7), at: .seconds(60))
      #expect(try #require(sut.rest(until: .seconds(350), at: .seconds(300), atMost: .seconds(10))) > .seconds(300))
      #expect(try #require(sut.rest(until: .seconds(900), at: .seconds(300), atMost: .seconds(10))) > .seconds(870))
      sut.giveUp()
      #expect(sut.rest(until: .seconds(900), at: .seconds(300), atMost: .seconds(10)) == nil)
    }

    @Test("When work has begun since time stands still then a sleep behind it goes on no longer than it is allowed")
    func whenWorkHasBegunSinceTimeStandsStill_thenSleepGoesOnNoLongerThanAllowed() {
      var sut = StartedWork()
      _ = sut.begin(.thread, at: .seconds(100))
      #expect(sut.rest(until: .seconds(900), at: .seconds(100), atMost: .seconds(10)) == .seconds(10))
    }

    @Test("When a handler may be called then it holds time while a task is suspended, until it is released")
    func whenHandlerMayBeCalled_thenItHoldsTimeForSuspendedTask() {
      var sut = StartedWork()
      let handler = sut.begin(.eventHandler(source: 0))
      #expect(sut.holdsTime(until: nil) { true })
      #expect(!sut.holdsTime(until: .seconds(1)) { false })
      sut.endCall(of: handler, at: .zero)
      #expect(sut.holdsTime(until: .seconds(1)) { true })
      sut.end(handler)
      #expect(!sut.holdsTime(until: .seconds(1)) { true })
    }

    @Test("When a timer goes off once then it holds time for sleeps that end no earlier, until it has")
    func whenTimerGoesOffOnce_thenItHoldsTimeForLaterSleeps() {
      var sut = StartedWork()
      sut.setTimer(of: 1, due: .seconds(5), interval: nil)
      let handler = sut.begin(.eventHandler(source: 1))
      #expect(!sut.holdsTime(until: .seconds(4)) { true })
      #expect(!sut.holdsTime(until: nil) { true })
      #expect(sut.holdsTime(until: .seconds(5)) { false })
      sut.endCall(of: handler, at: .zero)
      #expect(!sut.holdsTime(until: .seconds(5)) { true })
      sut.setTimer(of: 1, due: .seconds(6), interval: nil)
      #expect(sut.holdsTime(until: .seconds(6)) { false })
      sut.setTimer(of: 1, due: nil, interval: nil)
      #expect(!sut.holdsTime(until: .seconds(6)) { true })
    }

    @Test("When a timer goes off again and again then it holds time only while a task is suspended")
    func whenTimerRepeats_thenItHoldsTimeForSuspendedTask() {
      var sut = StartedWork()
      sut.setTimer(of: 1, due: .seconds(1), interval: .seconds(2))
      let handler = sut.begin(.eventHandler(source: 1))
      #expect(sut.holdsTime(until: .seconds(1)) { true })
      #expect(!sut.holdsTime(until: .seconds(1)) { false })
      sut.endCall(of: handler, at: .seconds(1))
      #expect(!sut.holdsTime(until: .seconds(2)) { true })
      #expect(sut.holdsTime(until: .seconds(3)) { true })
    }

    @Test("When a handler waits for the end of a source then it holds time from that end on")
    func whenHandlerWaitsForCancellation_thenItHoldsTimeFromThenOn() {
      var sut = StartedWork()
      sut.setTimer(of: 1, due: .seconds(5), interval: nil)
      let cancelHandler = sut.begin(.cancelHandler(source: 1))
      let (first, second) = (sut.begin(.eventHandler(source: 1)), sut.begin(.eventHandler(source: 1)))
      sut.end(first)
      #expect(!sut.holdsTime(until: .seconds(4)) { true })
      sut.end(second)
      #expect(sut.holdsTime(until: .seconds(4)) { true })
      #expect(!sut.holdsTime(until: .seconds(4)) { false })
      sut.end(cancelHandler)
      #expect(sut.isEmpty)
      // Another source may have the same number later.
      _ = sut.begin(.eventHandler(source: 1))
      #expect(sut.holdsTime(until: .seconds(4)) { true })
    }

    @Test("When a handler waits for the end of a channel then it holds time from its closing on")
    func whenHandlerWaitsForChannel_thenItHoldsTimeFromThenOn() {
      var sut = StartedWork()
      let handler = sut.begin(.cleanupHandler)
      sut.setChannel(7, of: handler)
      sut.close(8)
      #expect(!sut.holdsTime(until: .seconds(1)) { true })
      sut.close(7)
      #expect(sut.holdsTime(until: .seconds(1)) { true })
      #expect(!sut.holdsTime(until: .seconds(1)) { false })
      sut.end(handler)
      // Another channel may have the same number later.
      sut.setChannel(7, of: sut.begin(.cleanupHandler))
      #expect(!sut.holdsTime(until: .seconds(1)) { true })
    }
  }
}
