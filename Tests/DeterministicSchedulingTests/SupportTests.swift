import DeterministicScheduling
import Foundation
import Testing

@Suite("How far scheduling is controlled")
struct SupportTests {
  @Test("When nothing less is asked for then it is as exact as the platform allows", .enabled(if: wish == nil))
  func whenNothingLessIsAskedFor_thenItIsAsExactAsCanBe() {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      #expect(DeterministicSupport.current == .exact)
    #else
      #expect(DeterministicSupport.current != .exact)
    #endif
  }

  @Test("When less is asked for then there is less", .enabled(if: wish == "bestEffort" || wish == "unavailable"))
  func whenLessIsAskedFor_thenThereIsLess() {
    #expect(DeterministicSupport.current == (wish == "bestEffort" ? .bestEffort : .unavailable))
  }
}

private let wish = ProcessInfo.processInfo.environment["TESTING_SUPPORT_SCHEDULING"]
