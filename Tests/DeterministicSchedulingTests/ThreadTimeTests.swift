import Testing

@testable import DeterministicScheduling

@Suite("How much time a thread was given")
struct ThreadTimeTests {
  private let sut = ThreadTime(since: .init(.ran(total: .seconds(3)), delay: .seconds(2), at: .seconds(10)))

  @Test("When it waits then that is the time in which it did not wait for a processor")
  func whenThreadWaits_thenItsDelayDoesNotCount() {
    #expect(elapsed(.waits(total: .seconds(3)), delay: .seconds(2)) == .seconds(4))
    #expect(elapsed(.waits(total: .seconds(4)), delay: .seconds(5)) == .seconds(1))
    #expect(elapsed(.waits(total: .seconds(4)), delay: .seconds(7)) == .seconds(1))
  }

  @Test("When it does not wait then that is the processor time which it has used")
  func whenThreadDoesNotWait_thenItsUseCounts() {
    #expect(elapsed(.ran(total: .seconds(3)), delay: .seconds(2)) == .zero)
    #expect(elapsed(.ran(total: .seconds(5)), delay: .seconds(3)) == .seconds(2))
  }

  @Test("When the system cannot tell then that is real time")
  func whenSystemCannotTell_thenRealTimeCounts() {
    #expect(elapsed(.unknown, delay: .zero) == .seconds(4))
    let unknown = ThreadTime(since: .init(.unknown, delay: .zero, at: .seconds(10)))
    #expect(unknown.elapsed(at: .init(.ran(total: .seconds(5)), delay: .zero, at: .seconds(14))) == .seconds(4))
  }

  private func elapsed(_ activity: BlockedJobDetector.Activity, delay: Duration) -> Duration {
    sut.elapsed(at: .init(activity, delay: delay, at: .seconds(14)))
  }
}
