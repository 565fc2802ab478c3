import TestAssertions
import Testing

@Suite("Backing off")
struct BackoffTests {
  @Test("When steps are taken then yields come first and pauses grow up to a limit")
  func whenStepsAreTaken_thenPausesGrow() {
    var sut = Backoff()
    let steps = (0..<60).map { _ in sut.next(remaining: .seconds(10)) }
    #expect(steps.prefix(50).allSatisfy { $0 == .yield })
    let pauses = [1, 2, 4, 8, 16, 32, 50, 50, 50, 50].map { Backoff.Step.pause(.milliseconds($0)) }
    #expect(Array(steps.dropFirst(50)) == pauses)
    #expect(sut.pauses == 10)
  }

  @Test("When little time is left then the pause is as short, but no shorter than a timer can keep")
  func whenLittleTimeIsLeft_thenPauseIsShort() {
    var sut = Backoff()
    for _ in 0..<55 { _ = sut.next(remaining: .seconds(10)) }
    #expect(sut.next(remaining: .milliseconds(3)) == .pause(.milliseconds(3)))
  }

  @Test("When the time is over in real time but was not given then pauses stay as long as they were")
  func whenTimeIsOverButNotGiven_thenPausesStayLong() {
    var sut = Backoff()
    for _ in 0..<60 { _ = sut.next(remaining: .seconds(600)) }
    #expect(sut.next(remaining: .zero) == .pause(.milliseconds(50)))
    #expect(sut.next(remaining: .seconds(-5)) == .pause(.milliseconds(50)))
  }

  @Test("When a value is never equal to itself then it is reported once all the same")
  func whenValueIsNeverEqualToItself_thenItIsReportedOnce() {
    var sut = SeenValues<Double>()
    for _ in 1...3 { sut.add(.nan) }
    #expect(sut.report(expected: 3) == "Seen: nan.")
  }

  @Test("When values repeat then each is notified once, the latest last")
  func whenValuesRepeat_thenEachIsNotifiedOnce() {
    var sut = SeenValues<Int>()
    #expect(sut.report(expected: 3) == nil)
    for value in [1, 1, 2, 1, 1] { sut.add(value) }
    #expect(sut.report(expected: 3) == "Seen: 1, 2, 1.")
  }
}
