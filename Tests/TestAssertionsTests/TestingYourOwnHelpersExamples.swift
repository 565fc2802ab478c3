import TestAssertions
import Testing

@Suite("The examples of the article on testing your own helpers")
struct TestingYourOwnHelpersExamples {
  @Test("When a receipt has a negative total then the helper says so, at its caller")
  func whenTotalIsNegative_thenHelperSaysSo() async {
    let issues = await recordedIssues {
      expectValid(Receipt(total: -1))
    }
    #expect(issues.map(\.comments) == [["The total is negative: -1"]])
    #expect(issues.first?.sourceLocation?.line == #line - 3)
  }
}

struct Receipt {
  var total: Int
}

func expectValid(_ receipt: Receipt, sourceLocation: SourceLocation = #_sourceLocation) {
  guard receipt.total < 0 else { return }
  Issue.record("The total is negative: \(receipt.total)", sourceLocation: sourceLocation)
}
