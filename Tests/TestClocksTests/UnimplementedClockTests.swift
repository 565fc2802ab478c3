import TestClocks
import Testing
import TestingSupportCore

@Suite("The unimplemented clock")
struct UnimplementedClockTests {
  @Test("fails where it was made, at each use, and carries on")
  func whenUsed_thenFailsAndCarriesOn() async {
    let immediate = ImmediateClock()
    let here = SourceLocation.here
    let clock = UnimplementedClock(immediate, name: "feed clock", sourceLocation: here)
    let issues = await capturingIssues {
      _ = clock.now
      #expect(clock.minimumResolution == .zero)
      try await clock.sleep(until: AnyClock(immediate).now.advanced(by: .seconds(2)))
    }
    let uses = ["its time was read", "its resolution was read", "it was asked to sleep for 2 seconds"]
    let advice = "\nPass a `TestClock` or an `ImmediateClock` if the test depends on time."
    #expect(issues.map { $0.comments.map(\.rawValue) } == uses.map { ["Unexpected use of feed clock: \($0)\(advice)"] })
    #expect(issues.map(\.sourceLocation) == [here, here, here])
    #expect(immediate.sleeps == [.seconds(2)])
  }

  @Test("fails at the line where it was made")
  func whenUsed_thenLineIsWhereItWasMade() async {
    let line = #line + 1
    let clock: any Clock<Duration> = .unimplemented()
    let issues = await capturingIssues { try await clock.sleep(for: .seconds(1)) }
    #expect(issues.map(\.sourceLocation?.line) == [line, line])
    #expect(issues.allSatisfy { $0.sourceLocation?.fileID == #fileID })
  }

  @Test("does not hang the code that sleeps on it")
  func whenSlept_thenReturns() async {
    let clock = UnimplementedClock()
    let issues = await capturingIssues {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(1))
    }
    #expect(issues.count == 4)
    let text = issues.first?.comments.first?.rawValue
    #expect(text?.hasPrefix("Unexpected use of UnimplementedClock: its time was read\n") == true)
  }

  @Test("says nothing while it is not used")
  func whenNotUsed_thenPasses() async {
    let issues = await capturingIssues { _ = UnimplementedClock() }
    #expect(issues.isEmpty)
  }
}
