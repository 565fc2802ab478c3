import Testing

@testable import DeterministicScheduling

@Suite("Whether a test goes on without end")
struct LivelockWatchTests {
  private static let most = LivelockWatch.mostInterruptions

  @Test("When the test awaits something outside then it begins anew, until that has happened again and again")
  func whenTestAwaitsOutside_thenItBeginsAnew() {
    var sut = LivelockWatch()
    for number in 1...Self.most + 1 {
      note(in: &sut)
      let goesOn = sut.goesOnBesideOutsideWork(number)
      #expect(goesOn == (number > Self.most), "\(number)")
      #expect((sut.cause != nil) == goesOn, "\(number)")
    }
  }

  @Test("When it awaits one thing for long then that counts once")
  func whenTestAwaitsOneThing_thenItCountsOnce() {
    var sut = LivelockWatch()
    for number in 0...2 * Self.most {
      note(in: &sut)
      let goesOn = sut.goesOnBesideOutsideWork(1)
      #expect(!goesOn, "\(number)")
    }
  }

  @Test("When the test does something else then all begins anew")
  func whenTestDoesSomethingElse_thenAllBeginsAnew() {
    var sut = LivelockWatch()
    for number in 1...Self.most + 1 { _ = sut.goesOnBesideOutsideWork(number) }
    sut.endWatch()
    let goesOn = sut.goesOnBesideOutsideWork(0)
    #expect(!goesOn)
  }

  private func note(in watch: inout LivelockWatch) {
    _ = watch.note(1, .steps, at: 0, furtherEffort: 1, limit: .seconds(60))
  }
}
