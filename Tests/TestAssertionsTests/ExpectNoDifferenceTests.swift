import Testing
import TestingSupportCore

@testable import TestAssertions

@Suite("Expecting no difference")
struct ExpectNoDifferenceTests {
  @Test("Equal values pass in silence")
  func whenValuesAreEqual_thenNothingIsRecorded() async {
    let issues = await capturingIssues { expectNoDifference([1, 2], [1, 2]) }

    #expect(issues.isEmpty)
  }

  @Test("Unequal values fail at the caller's line with what differs")
  func whenValuesDiffer_thenTheDifferenceIsRecordedAtTheCall() async {
    let location = #_sourceLocation
    let issues = await capturingIssues { expectNoDifference([1, 3], [1, 2], sourceLocation: location) }

    #expect(issues.map(\.sourceLocation) == [location])
    #expect(issues.map(\.comments) == [["1 difference (- expected, + actual):\n[1]:\n  - 2\n  + 3"]])
  }
}
