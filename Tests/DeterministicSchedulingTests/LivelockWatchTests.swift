import Testing

@testable import DeterministicScheduling

@Suite("Whether a test goes on without end")
struct LivelockWatchTests {
  private static let most = LivelockWatch.mostInterruptions

  @Test(
    "When something begins or ends outside then it begins anew, until that has happened again and again",
    arguments: [false, true]
  )
  func whenSomethingChangesOutside_thenItBeginsAnew(hasLimit: Bool) {
    var sut = LivelockWatch()
    for number in 1...Self.most + 1 {
      note(in: &sut)
      let goesOn = sut.goesOnBesideOutsideWork(number, hasLimit: hasLimit)
      #expect(goesOn == (number > Self.most), "\(number)")
      #expect((sut.start(of: .steps) != nil) == goesOn, "\(number)")
    }
  }

  @Test("When the test awaits one thing that has a limit then it begins anew with each step")
  func whenTestAwaitsOneThingWithLimit_thenItBeginsAnew() {
    var sut = LivelockWatch()
    for number in 0...2 * Self.most {
      note(in: &sut)
      let goesOn = sut.goesOnBesideOutsideWork(1, hasLimit: true)
      #expect(!goesOn, "\(number)")
    }
  }

  @Test("When the test awaits one thing without a limit then its steps count from the second on")
  func whenTestAwaitsOneThing_thenStepsCount() {
    var sut = LivelockWatch()
    let goesOn = (0..<4).map { _ in sut.goesOnBesideOutsideWork(1, hasLimit: false) }
    #expect(goesOn == [false, true, true, true])
  }

  @Test("When the test does something else then all begins anew")
  func whenTestDoesSomethingElse_thenAllBeginsAnew() {
    var sut = LivelockWatch()
    for number in 1...Self.most + 1 { _ = sut.goesOnBesideOutsideWork(number, hasLimit: true) }
    sut.endWatch()
    let goesOn = sut.goesOnBesideOutsideWork(0, hasLimit: true)
    #expect(!goesOn)
  }

  @Test("When work outside begins or ends, or a helper begins to wait, then that is a change")
  func whenOutsideChanges_thenItIsCounted() {
    var sut = OutsideState()
    sut.beginWork()
    #expect(sut.changes == 1 && sut.holdsTime)
    sut.endWork()
    #expect(sut.changes == 2 && !sut.holdsTime)
    sut.noteWait()
    #expect(sut.changes == 3 && !sut.holdsTime)
  }

  @Test("When something else is possible too then each is watched from its own beginning")
  func whenSeveralArePossible_thenEachHasItsOwnBeginning() {
    var sut = LivelockWatch()
    note(in: &sut)
    _ = sut.note(2, .yields, at: 0, furtherEffort: 1, limit: .zero)
    sut.reset(.steps)
    #expect(sut.start(of: .yields) == 0 && sut.start(of: .steps) == nil)
    note(in: &sut)
    _ = sut.note(3, .yields, at: 1, furtherEffort: 1, limit: .zero)
    #expect(sut.tasks(since: .yields) == [2, 3] && sut.tasks(since: .steps) == [1])
    sut.reset()
    #expect(sut.start(of: .yields) == nil && sut.start(of: .steps) == nil)
  }

  private func note(in watch: inout LivelockWatch) {
    _ = watch.note(1, .steps, at: 0, furtherEffort: 1, limit: .seconds(60))
  }
}
