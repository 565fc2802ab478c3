import Foundation
import Testing

@testable import TestAssertions

@Suite("What looks alike in a difference")
struct TellingApartTests {
  @Test("Elements of sets that look alike are reported by what differs in them")
  func whenElementsOfSetsLookAlike_thenTheyAreReportedByTheirFields() {
    #expect(
      difference(between: [Labelled(1), Labelled(5)] as Set, and: [Labelled(2), Labelled(5)] as Set)
        == "[Label].number, in Label:\n  - 1\n  + 2"
    )
    #expect(
      difference(between: Set([1, 2].map { Labelled($0) }), and: Set([3, 4].map { Labelled($0) }))?
        .components(separatedBy: "[Label].number").count == 3
    )
    #expect(
      difference(between: [Double.nan] as Set, and: [Double.nan] as Set)
        == "[nan]:\n  both are nan: NaN is not equal to anything, not even to itself"
    )
  }

  @Test("Keys that look alike are reported by their fields")
  func whenKeysLookAlike_thenTheyAreReportedByTheirFields() {
    #expect(
      difference(between: [Labelled(1): 7], and: [Labelled(2): 7])
        == "[Labelled(number: 1)] is missing:\n  - 7\n[Labelled(number: 2)] is unexpected:\n  + 7"
    )
  }

  @Test("Keys that begin alike are reported at length")
  func whenKeysBeginAlike_thenTheyAreReportedAtLength() {
    let address = "https://example.com/a/very/long/path/that/many/entries/have/in/common/"

    #expect(
      difference(between: [address + "1": 7], and: [address + "2": 7])
        == "[\"\(address)1\"] is missing:\n  - 7\n[\"\(address)2\"] is unexpected:\n  + 7"
    )
  }

  @Test("An optional that holds nil is told apart from nil")
  func whenAnOptionalHoldsNil_thenItIsToldApart() {
    #expect(difference(between: Int??.some(nil), and: Int??.none) == "- .some(nil)\n+ nil")
    #expect(difference(between: [Int???.some(.some(nil))], and: [nil]) == "[0]:\n  - .some(.some(nil))\n  + nil")
    #expect(ValueText(Int??.some(.some(1)) as Any).text == "1")
  }

  @Test("Dates within a second are reported with the time between them")
  func whenDatesAreClose_thenTheTimeBetweenIsReported() {
    let date = Date(timeIntervalSinceReferenceDate: 0)

    #expect(
      difference(between: date + 0.25, and: date)
        == """
        both are 2001-01-01 00:00:00 +0000, 250 milliseconds apart
        - Date(timeIntervalSinceReferenceDate: 0.25)
        + Date(timeIntervalSinceReferenceDate: 0.0)
        """
    )
    #expect(difference(between: Date(timeIntervalSinceReferenceDate: .infinity), and: date) != nil)
    #expect(
      difference(
        between: Date(timeIntervalSinceReferenceDate: .infinity),
        and: .init(timeIntervalSince1970: -.infinity)
      ) != nil
    )
  }

  @Test("Values that describe themselves for debugging only are reported in those words")
  func whenOnlyADebugDescriptionIsThere_thenItIsReported() {
    #expect(
      difference(between: \Labelled.number as AnyKeyPath, and: \Labelled.hashValue as AnyKeyPath)?
        .hasPrefix("- \\Labelled.number") == true
    )
    let types = (ObjectIdentifier(Int.self), ObjectIdentifier(String.self))
    #expect(
      difference(between: types.0, and: types.1) == "- \(types.0.debugDescription)\n+ \(types.1.debugDescription)"
    )
    #expect(difference(between: Debugged?.none, and: Debugged()) == "- nil\n+ debugged")
  }

  @Test("Bytes without an == are compared by what they are")
  func whenBytesHaveNoEquality_thenTheyAreCompared() throws {
    #expect(difference(between: repeatElement(UInt8(1), count: 2), and: repeatElement(UInt8(1), count: 2)) == nil)
    #expect(
      difference(between: repeatElement(UInt8(1), count: 2), and: repeatElement(UInt8(1), count: 3))
        == "the first difference is at byte 2\n- 2 bytes: 01 01\n+ 3 bytes: 01 01 01"
    )
    withUnsafeBytes(of: UInt16(0)) { first in
      withUnsafeBytes(of: UInt16(0)) { second in
        #expect(difference(between: first, and: second) == nil)
      }
    }
  }

  @Test("Bytes without an end are not read")
  func whenBytesHaveNoEnd_thenTheyAreNotRead() {
    let endless = AnySequence { AnyIterator { UInt8(0) } }

    #expect(difference(between: endless, and: endless) == nil)
  }
}

// MARK: - Values

private struct Labelled: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "Label" }

  init(_ number: Int) {
    self.number = number
  }
}

private struct Debugged: Equatable, CustomDebugStringConvertible {
  var debugDescription: String { "debugged" }
}
