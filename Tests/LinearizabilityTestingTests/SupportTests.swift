import DeterministicScheduling
import LinearizabilityTesting
import Testing
import TestingSupportCore

@Suite("Where orders cannot be explored in full")
struct SupportTests {
  @Test("When the system is correct then nothing fails, and a warning says what was not explored")
  func whenSystemIsCorrect_thenWarningSaysWhatWasNotExplored() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        scenarios: 5,
        system: { PlantedCounter(version: .corrected) },
        model: { 0 },
        operations: [.increment]
      )
    }

    let warning = """
      Orders cannot be explored: each scenario ran once, in no particular order
      \(DeterministicSupport.explanation)
      """
    #expect(issues.map(\.text) == (DeterministicSupport.current == .unavailable ? [warning] : []))
    #expect(issues.map(\.failsItsTest).allSatisfy { !$0 })
  }

  @Test("When a result is wrong in any order then the issue shows the call")
  func whenResultIsWrongInAnyOrder_thenIssueShowsCall() async {
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { PlantedCounter(version: .corrected) },
        model: { 0 },
        operations: [
          ModelOperation("counter.value()") { (counter: PlantedCounter) in
            await counter.value()
          } model: { (_: inout Int) in
            1
          }
        ]
      )
    }

    #expect(issues.last?.text.contains("\n  test  counter.value()  → 0  1–2\n") == true)
  }
}
