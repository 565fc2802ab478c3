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
  func whenValuesDiffer_thenTheDifferenceIsRecordedAtTheCall() async throws {
    let line = #_sourceLocation.line + 1
    let issues = await capturingIssues { expectNoDifference([1, 3], [1, 2]) }

    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.text == "1 difference (- expected, + actual):\n[1]:\n  - 2\n  + 3")
    #expect(issue.sourceLocation?.line == line)
    #expect(issue.sourceLocation?.fileID == #fileID)
  }

  @Test("A location that is handed on is used")
  func whenALocationIsGiven_thenTheFailureIsRecordedThere() async {
    let location = #_sourceLocation
    let issues = await capturingIssues { expectNoDifference(1, 2, sourceLocation: location) }

    #expect(issues.map(\.sourceLocation) == [location])
  }

  @Test("The comment stands before the difference")
  func whenThereIsAComment_thenItComesFirst() async {
    let issues = await capturingIssues { expectNoDifference(1, 2, "after logging out") }

    #expect(issues.map(\.text) == ["after logging out\n1 difference (- expected, + actual):\n- 2\n+ 1"])
  }

  @Test("The comment is not made if nothing fails")
  func whenValuesAreEqual_thenTheCommentIsNotMade() {
    func makeComment() -> Comment {
      Issue.record("made a comment for nothing")
      return "unused"
    }
    expectNoDifference(1, 1, makeComment())
  }

  @Test("A value that is never equal fails, and says why")
  func whenEqualityLies_thenItFailsWithTheReason() async throws {
    let issues = await capturingIssues { expectNoDifference(Double.nan, Double.nan) }

    #expect(try #require(issues.first).text.contains("NaN is not equal to anything"))
  }
}
