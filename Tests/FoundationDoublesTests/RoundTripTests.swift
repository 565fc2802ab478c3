import Foundation
import FoundationDoubles
import TestAssertions
import Testing

@Suite("Round trips")
struct RoundTripTests {
  @Test("When a value survives then nothing fails, whatever the order and space of the JSON")
  func whenValueSurvives_thenNothingFails() {
    expectRoundTrip(Item(name: "Milk", count: 2))
    expectRoundTrip(Item(name: "a/b", count: 2), json: "{ \"count\" : 2,\n\"item_name\": \"a/b\" }")
    expectRoundTrip([1, 2], json: "[1,2]")
    expectRoundTrip("text", json: "\"text\"")
  }

  @Test("When the JSON differs then the failure shows where")
  func whenJSONDiffers_thenFailureShowsWhere() async throws {
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      expectRoundTrip(Item(name: "Milk", count: 2), json: #"{"item_name": "Milk", "number": 2}"#, "The API of 2026")
    }
    #expect(issues.map(\.sourceLocation?.line) == [line, line])
    let texts = issues.compactMap { $0.comments.first?.rawValue }
    #expect(texts.first?.hasPrefix("The API of 2026\nThe encoded JSON differs\n") == true)
    #expect(texts.first?.contains("- ") == true)
    #expect(texts.last?.contains("The expected JSON cannot be decoded\n") == true)
  }

  @Test("When decoding loses a field then the failure shows it")
  func whenDecodingLosesField_thenFailureShowsIt() async {
    let issues = await recordedIssues { expectRoundTrip(Forgetful(count: 2), json: #"{"count": 2}"#) }
    let texts = issues.compactMap { $0.comments.first?.rawValue }
    #expect(
      texts.map { $0.components(separatedBy: "\n")[0] } == [
        "The decoded value differs", "The value that the expected JSON is decoded to differs",
      ]
    )
    #expect(texts.allSatisfy { $0.contains("count") })
  }

  @Test("When a value cannot be encoded or decoded then the failure has the error")
  func whenValueCannotBeCoded_thenFailureHasError() async {
    let issues = await recordedIssues {
      expectRoundTrip(Double.infinity)
      expectRoundTrip(WriteOnly())
      expectRoundTrip(1, json: "{")
    }
    #expect(
      issues.compactMap { $0.comments.first?.rawValue.components(separatedBy: "\n")[0] } == [
        "The value cannot be encoded", "The encoded value cannot be decoded", "The expected text is not JSON",
      ]
    )
  }
}

// MARK: - Factories

private struct Item: Codable, Equatable {
  enum CodingKeys: String, CodingKey {
    case name = "item_name"
    case count
  }

  var name: String
  var count: Int
}

private struct Forgetful: Codable, Equatable {
  var count: Int

  init(count: Int) { self.count = count }
  init(from decoder: any Decoder) throws { count = 0 }
}

private struct WriteOnly: Codable, Equatable {
  struct Refusal: Error {}

  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
}
