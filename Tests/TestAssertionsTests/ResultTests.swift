// conventions:ignore-file count-only - that so many were recorded is what is asked

import Foundation
import TestAssertions
import Testing

@Suite("Expecting results")
struct ResultTests {
  @Suite("Success")
  struct Success {
    @Test("When a result is the expected success then its value is handed over")
    func whenResultIsSuccess_thenValueIsHandedOver() {
      let result: Result<Int, Offline> = .success(3)
      #expect(expectSuccess(result) == 3)
      expectSuccess(result, equals: 3)
      expectSuccess(Result<Void, Offline>.success(()))
    }

    @Test("When a result is a failure then the test fails with its error")
    func whenResultIsFailure_thenTestFails() async {
      let result: Result<Int, Offline> = .failure(Offline(code: 7))
      var value: Int? = 0
      await expectOneIssue("Expected a success, but it is a failure: Offline(code: 7)") {
        value = expectSuccess(result)
      }
      #expect(value == nil)
      await expectOneIssue("loading\nExpected a success, but it is a failure: Offline(code: 7)") {
        expectSuccess(result, equals: 3, "loading")
      }
    }

    @Test("When a large value is another one then the test fails with what differs")
    func whenLargeValueIsAnother_thenTestFails() async {
      let result: Result<[Item], Offline> = .success([Item(id: 1, name: "Tee")])
      let text = """
        Not the expected value: 1 difference (- expected, + actual):
        [0].name, in Item(id: 1, name: "Tee"):
          - "Tea"
          + "Tee"
        """
      await expectOneIssue(text) {
        expectSuccess(result, equals: [Item(id: 1, name: "Tea")])
      }
    }

    @Test("When the value is another one then the test fails with both")
    func whenValueIsAnother_thenTestFails() async {
      let result: Result<Int, Offline> = .success(4)
      await expectOneIssue("count\nNot the expected value: 1 difference (- expected, + actual):\n- 3\n+ 4") {
        expectSuccess(result, equals: 3, "count")
      }
    }
  }

  @Suite("Failure")
  struct Failure {
    @Test("When a result is the expected failure then its error is handed over")
    func whenResultIsFailure_thenErrorIsHandedOver() {
      let result: Result<Int, Offline> = .failure(Offline(code: 7))
      #expect(expectFailure(result) == Offline(code: 7))
      expectFailure(result, equals: Offline(code: 7))
      expectFailure(Result<Int, any Error>.failure(Offline(code: 7)), equals: Offline(code: 7))
    }

    @Test("When a result is a success then the test fails with its value")
    func whenResultIsSuccess_thenTestFails() async {
      let result: Result<Int, Offline> = .success(3)
      var error: Offline? = Offline(code: 0)
      await expectOneIssue("Expected a failure, but it is a success: 3") {
        error = expectFailure(result)
      }
      #expect(error == nil)
      await expectOneIssue("offline\nExpected a failure, but it is a success: 3") {
        expectFailure(result, equals: Offline(code: 7), "offline")
      }
      await expectOneIssue("Expected a failure, but it is a success: 3") {
        expectFailure(Result<Int, any Error>.success(3), equals: Offline(code: 7))
      }
    }

    @Test("When what is reported is long or has several lines then it is one short line")
    func whenTextIsLong_thenItIsOneShortLine() async {
      let issues = await recordedIssues {
        expectFailure(Result<[Int], Offline>.success(Array(0..<10_000)))
      }
      #expect(issues.allSatisfy { $0.text.count < 300 && $0.text.hasSuffix("…") })
      await expectOneIssue("Expected a success, but it is a failure: no\\nnetwork") {
        expectSuccess(Result<Int, Wordy>.failure(Wordy(description: "no\nnetwork")))
      }
    }

    @Test("When an error and the expected one would be the same as NSError then the test still fails")
    func whenErrorsWouldBeSameOnceBridged_thenTestFails() async {
      let wrapped = NSError(domain: Offline(code: 7)._domain, code: Offline(code: 7)._code)
      let issues = await recordedIssues {
        expectFailure(Result<Int, any Error>.failure(Offline(code: 7)), equals: wrapped)
        expectFailure(Result<Int, any Error>.failure(wrapped), equals: Offline(code: 7))
      }
      #expect(issues.count == 2)
    }

    @Test("When the error is another one, of the same type or not, then the test fails with both")
    func whenErrorIsAnother_thenTestFails() async {
      let text = """
        Not the expected error: 1 difference (- expected, + actual):
        code:
          - 7
          + 8
        """
      await expectOneIssue(text) {
        expectFailure(Result<Int, Offline>.failure(Offline(code: 8)), equals: Offline(code: 7))
      }
      await expectOneIssue(text) {
        expectFailure(Result<Int, any Error>.failure(Offline(code: 8)), equals: Offline(code: 7))
      }
      let issues = await recordedIssues {
        expectFailure(Result<Int, any Error>.failure(CancellationError()), equals: Offline(code: 7))
      }
      let otherType = """
        Not the expected error: 1 difference (- expected, + actual):
        - Offline(code: 7)
        + CancellationError()
        """
      #expect(issues.map(\.comments) == [[Comment(rawValue: otherType)]])
    }
  }
}

private struct Offline: Error, Equatable {
  var code: Int
}

private struct Item: Equatable {
  var id: Int
  var name: String
}
