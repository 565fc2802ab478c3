public import Foundation
import TestAssertions
public import Testing
import TestingSupportCore

/// Expects that a value survives being encoded as JSON and decoded again.
///
/// With the JSON that is expected, it also checks that the value is encoded as that, whatever the order of its keys,
/// and that the JSON is decoded to the value:
///
/// ```swift
/// expectRoundTrip(
///   Item(name: "Milk", isDone: false),
///   json: #"{"name": "Milk", "is_done": false}"#
/// )
/// ```
/// A failure shows what differs.
///
/// - Parameters:
///   - value: The value.
///   - json: The JSON that the value should be encoded as.
///   - encoder: The encoder.
///   - decoder: The decoder, with settings that fit those of the encoder.
///   - comment: A comment for the failure.
///   - sourceLocation: Where the issue is recorded.
public func expectRoundTrip<T: Codable & Equatable>(
  _ value: T,
  json: String? = nil,
  encoder: JSONEncoder = JSONEncoder(),
  decoder: JSONDecoder = JSONDecoder(),
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func fail(_ text: String) {
    recordIssue(text, comment: comment, sourceLocation: sourceLocation)
  }
  let encoded: Data
  do {
    encoded = try encoder.encode(value)
  } catch {
    return fail("The value cannot be encoded\n\(error)")
  }
  do {
    let decoded = try decoder.decode(T.self, from: encoded)
    if decoded != value { fail("The decoded value differs\n\(report(expected: value, actual: decoded))") }
  } catch {
    fail("The encoded value cannot be decoded\n\(String(decoding: encoded, as: UTF8.self))\n\(error)")
  }
  guard let json else { return }
  let expected = Data(json.utf8)
  do {
    let (expectedText, actualText) = (try JSONText(expected), try JSONText(encoded))
    if expectedText != actualText {
      fail("The encoded JSON differs\n\(report(expected: expectedText.lines, actual: actualText.lines))")
    }
  } catch {
    return fail("The expected text is not JSON\n\(json)")
  }
  do {
    let decoded = try decoder.decode(T.self, from: expected)
    if decoded != value {
      fail("The value that the expected JSON is decoded to differs\n\(report(expected: value, actual: decoded))")
    }
  } catch {
    fail("The expected JSON cannot be decoded\n\(error)")
  }
}

private func report<T>(expected: T, actual: T) -> String {
  difference(between: expected, and: actual) ?? "expected \(expected)\nactual   \(actual)"
}

/// JSON with its keys in order, one value a line.
private struct JSONText: Equatable {
  let lines: String

  init(_ data: Data) throws {
    let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    let sorted = try JSONSerialization.data(
      withJSONObject: object,
      options: [.prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    )
    lines = String(decoding: sorted, as: UTF8.self)
  }
}
