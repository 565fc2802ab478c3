import TestAssertions
import Testing
import TestingSupportCore

@Suite("Expecting elements to correspond by a predicate")
struct ExpectElementsByPredicateTests {
  @Test("Elements that correspond pass in silence")
  func whenElementsCorrespond_thenNothingIsRecorded() async {
    let issues = await capturingIssues {
      expectElements(["1", "2"], match: [1, 2]) { $0 == String($1) }
      expectElements([1, 2], match: [1, 2], by: ==)
      expectElements([Named(name: "a", tag: 1)], match: [Named(name: "a", tag: 2)]) { $0.name == $1.name }
      expectElements([String](), match: [Int]()) { _, _ in false }
    }

    #expect(issues.isEmpty)
  }

  @Test("An element that does not correspond is shown with the expected one")
  func whenElementDiffers_thenBothAreShown() async {
    let (labels, prices) = (["2 €", "4 €"], [2, 3])
    let text = """
      1 difference (- expected, + actual):
      [1] does not match:
        - 3
        + "4 €"
      """
    await expectOneIssue(text) {
      expectElements(labels, match: prices) { label, price in label == "\(price) €" }
    }
  }

  @Test("Elements that look the same fail too, when the predicate says so")
  func whenElementsLookTheSame_thenTheyFail() async {
    await expectOneIssue("1 difference (- expected, + actual):\n[0] does not match:\n  - 1\n  + 1") {
      expectElements([1], match: [1], by: { $0 < $1 })
    }
  }

  @Test("Missing and unexpected elements are reported, and those after them still correspond")
  func whenElementsAreMissingOrUnexpected_thenTheyAreReported() async {
    let missing = "2 elements where 3 were expected, 1 difference (- expected, + actual):\n[1] is missing:\n  - 2"
    await expectOneIssue("list\n" + missing) {
      expectElements(["1", "3"], match: [1, 2, 3], comment: "list") { $0 == String($1) }
    }
    let unexpected = "1 difference (- expected, + actual):\n[0] is unexpected:\n  + \"0\""
    await expectOneIssue("3 elements where 2 were expected, " + unexpected) {
      expectElements(["0", "1", "2"], match: [1, 2]) { $0 == String($1) }
    }
  }

  @Test("Of many differences the first are shown, and the others counted")
  func whenMuchDiffers_thenTheTextIsBounded() async {
    let issues = await capturingIssues {
      expectElements(Array(0..<500), match: Array(500..<1_000)) { $0 == $1 }
    }

    #expect(issues.first?.text.hasPrefix("500 differences") == true)
    #expect(issues.first?.text.hasSuffix("… and 480 more differences") == true)
  }
}

private struct Named {
  var name: String
  var tag: Int
}
