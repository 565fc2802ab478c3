import Foundation
import Testing

@testable import TestAssertions

@Suite("Values that are unequal and look alike")
struct LookalikeTests {
  @Test("NaN is explained")
  func whenBothAreNaN_thenItIsExplained() {
    #expect(
      difference(between: [1, Double.nan], and: [1, Double.nan])
        == "[1]:\n  both are nan: NaN is not equal to anything, not even to itself"
    )
    #expect(difference(between: Double.nan, and: 1) == "- nan\n+ 1.0")
  }

  @Test("An == that says no to everything is found out")
  func whenAValueDiffersFromItself_thenItsEqualityIsBlamed() {
    #expect(
      difference(between: NeverEqual(), and: NeverEqual())
        == "both are NeverEqual(number: 1): the == of NeverEqual is broken, it says that a value differs from itself"
    )
  }

  @Test("An == that depends on the order is found out")
  func whenEqualityDependsOnTheOrder_thenItIsBlamed() {
    let text = difference(between: OneSided(rank: 1), and: OneSided(rank: 2))

    #expect(text?.contains("its answer depends on which value stands first") == true)
  }

  @Test("An == that changes its mind is found out")
  func whenEqualityChangesItsMind_thenItIsBlamed() {
    let moody = Moody()

    #expect(difference(between: moody, and: moody)?.contains("it now says that they are equal") == true)
  }

  @Test("State that is not shown is named as the reason")
  func whenTheDifferenceIsHidden_thenItIsSaid() {
    #expect(
      difference(between: [Hidden(secret: 1)], and: [Hidden(secret: 2)])
        == "[0]:\n  both are Hidden(): the == of Hidden distinguishes them by something other than its visible fields"
    )
  }

  @Test("Values that describe themselves alike are reported by their fields")
  func whenDescriptionsAreTheSame_thenFieldsAreReported() {
    let dates = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.25))
    let text = difference(between: dates.0, and: dates.1)

    #expect(text?.contains("0.0") == true)
    #expect(text?.contains("0.25") == true)
  }

  @Test("Empty descriptions and those of several lines are kept on one line that says something")
  func whenADescriptionIsEmptyOrLong_thenTheLineStillSaysSomething() {
    #expect(difference(between: [Described("")], and: []) == "[0] is missing:\n  - Described(description: \"\")")
    #expect(difference(between: [Described("a\nb")], and: []) == "[0] is missing:\n  - a\\nb")
  }

  @Test("Sets and arrays whose elements lie about equality are told to do so")
  func whenElementsLie_thenTheCollectionSaysSo() {
    #expect(difference(between: [NeverEqual()], and: [NeverEqual()])?.contains("== of NeverEqual is broken") == true)
    #expect(
      difference(between: ["k": NeverEqual()], and: ["k": NeverEqual()])?.contains("NeverEqual is broken") == true
    )
    #expect(difference(between: [FoulHash()] as Set, and: [FoulHash()] as Set) != nil)
  }

  @Test("An outer == that compares less than its parts is taken at its word")
  func whenTheOuterEqualityIsTrue_thenThereIsNoDifference() {
    #expect(difference(between: ByID(id: 1, text: "a"), and: ByID(id: 1, text: "b")) == nil)
    #expect(difference(between: [ByID(id: 1, text: "a")], and: [ByID(id: 1, text: "b")]) == nil)
  }

  @Test("Bytes are reported around the first that differs")
  func whenBytesDiffer_thenTheFirstIsReported() {
    #expect(
      difference(between: Data([1, 2, 3]), and: Data([1, 2, 4]))
        == "the first difference is at byte 2\n- 3 bytes: 01 02 03\n+ 3 bytes: 01 02 04"
    )
    #expect(
      difference(between: Data(repeating: 7, count: 2000), and: Data(repeating: 7, count: 1))?.contains("1 byte: 07")
        == true
    )
    let (zeros, ones) = (
      Data(repeating: 0, count: 5000), Data(repeating: 0, count: 4000) + Data(repeating: 1, count: 1000)
    )
    #expect(
      difference(between: zeros, and: ones)?.hasPrefix("the first difference is at byte 4,000\n- 5,000 bytes: … 00")
        == true
    )
  }

  @Test("Values of Foundation are reported as they describe themselves")
  func whenFoundationValuesDiffer_thenTheyAreReported() throws {
    let urls = (try #require(URL(string: "https://a.b/c")), try #require(URL(string: "https://a.b/d")))

    #expect(difference(between: urls.0, and: urls.1) == "- https://a.b/c\n+ https://a.b/d")
    #expect(
      difference(between: NSError(domain: "d", code: 1), and: NSError(domain: "d", code: 2)) == "code:\n  - 1\n  + 2"
    )
  }
}

@Suite("The text of a value")
struct ValueTextTests {
  @Test("Every kind of value has its form", arguments: Array(makeSamples()))
  func whenAValueIsTold_thenItHasTheFormOfItsKind(sample: Sample) {
    #expect(ValueText(sample.value.unwrapped).text == sample.text)
  }

  @Test("A long value is cut, however long it is")
  func whenAValueIsLong_thenItIsCut() {
    let text = ValueText(Array(0..<1_000_000), limit: 20)

    #expect(text.text == "[0, 1, 2, 3, 4, 5, 6…")
    #expect(text.isCut)
    #expect(ValueText(String(repeating: "a", count: 100_000), limit: 5).text == "\"aaaa…")
    #expect(ValueText(Set(0..<1000), limit: 10).isCut)
    #expect(ValueText(Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, $0) }), limit: 900).isCut == false)
  }

  @Test("A deep value is cut")
  func whenAValueIsDeep_thenItIsCut() {
    #expect(ValueText([[[[[[[[[1]]]]]]]]]).text == "[[[[[[[[…")
  }

  @Test("Without descriptions, the fields are reported")
  func whenDescriptionsAreNotWanted_thenFieldsAreReported() {
    #expect(ValueText(Described("x"), usesDescriptions: false).text == "Described(description: \"x\")")
    #expect(ValueText(3, usesDescriptions: false).text == "3")
  }
}

struct Sample: Sendable, CustomTestStringConvertible {
  struct Boxed: @unchecked Sendable {
    // Sendable: made once for one test, and only read.
    let unwrapped: Any
  }

  let value: Boxed
  let text: String
  var testDescription: String { text }

  init(_ value: Any, _ text: String) {
    self.value = Boxed(unwrapped: value)
    self.text = text
  }
}

private func makeSamples() -> [Sample] {
  [
    Sample(1, "1"),
    Sample("a\"b", "\"a\"b\""),
    Sample("a"[...], "\"a\""),
    Sample(Character("\n"), "\"\\n\""),
    Sample(Int?.none as Any, "nil"),
    Sample(Int?.some(1) as Any, "1"),
    Sample([1, 2], "[1, 2]"),
    Sample([Int](), "[]"),
    Sample([2, 1] as Set, "[1, 2]"),
    Sample(["b": 1, "a": 2], "[\"a\": 2, \"b\": 1]"),
    Sample([String: Int](), "[:]"),
    Sample((1, x: "a"), "(1, x: \"a\")"),
    Sample(Choice.none, ".none"),
    Sample(Choice.one(1), ".one(1)"),
    Sample(Choice.two(a: 1, b: 2), ".two(a: 1, b: 2)"),
    Sample(Plain(number: 1, inner: nil), "Plain(number: 1, inner: nil)"),
    Sample(Described("x"), "x"),
    Sample(Hidden(secret: 1), "Hidden()"),
    Sample(Int.self, "Int"),
    Sample({ 1 }, "(Function)"),
    Sample((-1_234_567).grouped, "\"-1,234,567\""),
  ]
}

// MARK: - Values

private enum Choice {
  case none
  case one(Int)
  case two(a: Int, b: Int)
}

private struct Plain {
  var number: Int
  var inner: [Int]?
}

private struct NeverEqual: Equatable {
  var number = 1

  static func == (first: NeverEqual, second: NeverEqual) -> Bool { false }
}

private struct OneSided: Equatable, CustomReflectable {
  var rank: Int
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

  static func == (first: OneSided, second: OneSided) -> Bool { first.rank >= second.rank }
}

private final class Moody: Equatable {
  private static func next(_ moody: Moody) -> Bool {
    moody.asked += 1
    return moody.asked > 1
  }

  private var asked = 0

  static func == (first: Moody, second: Moody) -> Bool { next(first) }
}

private struct Hidden: Equatable, CustomReflectable {
  var secret: Int
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

private struct FoulHash: Hashable {
  static func == (first: FoulHash, second: FoulHash) -> Bool { false }
  func hash(into hasher: inout Hasher) { hasher.combine(1) }
}

private struct Described: Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

private struct ByID: Equatable {
  var id: Int
  var text: String

  static func == (first: ByID, second: ByID) -> Bool { first.id == second.id }
}
