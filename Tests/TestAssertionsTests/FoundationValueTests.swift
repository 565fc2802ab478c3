import Foundation
import TestDescriptions
import Testing

@testable import TestAssertions

@Suite("Values of Foundation")
struct FoundationValueTests {
  @Test("When two of them differ then the difference is reported by their parts", arguments: FoundationPair.all)
  fileprivate func whenTheyDiffer_thenPartsAreReported(pair: FoundationPair) {
    #expect(difference(between: pair.values().0, and: pair.values().1) == pair.difference)
  }

  @Test("When a field holds them then the path goes on from there")
  func whenFieldHoldsThem_thenPathGoesOn() {
    let held = (Holder(value: NSDictionary(dictionary: ["a": 1])), Holder(value: NSDictionary(dictionary: ["a": 2])))
    #expect(difference(between: held.0, and: held.1) == "value[\"a\"]:\n  - 1\n  + 2")
  }

  @Test("When they are elements then their text says what they are")
  func whenTheyAreElements_thenTextIsReadable() throws {
    let components = try #require(URLComponents(string: "https://a.b/c?d=e"))
    let values: [Any] = [NSSet(array: [2, 1]), IndexSet([1, 2, 5]), components, NSRange(0..<2), [Int?].self]
    #expect(ValueText(values).text == "[[1, 2], IndexSet(1..<3, 5..<6), https://a.b/c?d=e, 0..<2, [Int?]]")
    #expect(ValueText(AttributedString("a")).text == "\"a\"")
    #expect(ValueText(NSNull()).text == "<null>")
  }

  @Test("When an error of Swift's is compared then it is reported as it is written")
  func whenErrorIsSwifts_thenItIsReportedAsWritten() {
    enum Failure: Error { case offline, refused(Int) }
    #expect(difference(between: Failure.refused(1) as any Error, and: Failure.refused(2)) == "refused:\n  - 1\n  + 2")
  }

  @Test("When an index set is large then its ranges are reported")
  func whenIndexSetIsLarge_thenRangesAreReported() {
    let sets = (IndexSet(integersIn: 0..<1_000_000), IndexSet(integersIn: 0..<999_999))
    #expect(difference(between: sets.0, and: sets.1)?.contains("999999") == true)
  }
}

private struct Holder<Value> {
  let value: Value
}

private struct FoundationPair: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let difference: String
  let values: @Sendable () -> (Any, Any)

  init(_ name: String, _ difference: String, _ values: @escaping @Sendable () -> (Any, Any)) {
    testDescription = name
    self.difference = difference
    self.values = values
  }

  static let all: [FoundationPair] = collections + structures + types

  private static let collections = [
    FoundationPair("NSDictionary", "[\"b\"]:\n  - 2\n  + 3\n[\"c\"] is missing:\n  - 3\n[\"d\"] is unexpected:\n  + 3")
    {
      (NSDictionary(dictionary: ["a": 1, "b": 2, "c": 3]), NSDictionary(dictionary: ["a": 1, "b": 3, "d": 3]))
    },
    FoundationPair("nested NSDictionary", "[\"a\"][\"x\"]:\n  - 1\n  + 2") {
      (NSDictionary(dictionary: ["a": ["x": 1]]), NSDictionary(dictionary: ["a": ["x": 2]]))
    },
    FoundationPair("NSSet", "- 2\n+ 4") { (NSSet(array: [1, 2, 3]), NSSet(array: [4, 3, 1])) },
    FoundationPair("NSCountedSet", "[2]:\n  - 2\n  + 1") {
      (NSCountedSet(array: [1, 2, 2]), NSCountedSet(array: [2, 1]))
    },
    FoundationPair("NSOrderedSet", "[1] moved to [2]:\n    2") {
      (NSOrderedSet(array: [1, 2, 3]), NSOrderedSet(array: [1, 3, 2]))
    },
    FoundationPair("NSArray", "[1] is unexpected:\n  + \"c\"") {
      (NSArray(array: ["a", "b"]), NSArray(array: ["a", "c", "b"]))
    },
    FoundationPair("IndexSet", "- 3") { (IndexSet([1, 2, 3, 7]), IndexSet([1, 2, 7])) },
    FoundationPair("NSIndexSet", "+ 9") {
      (NSIndexSet(indexSet: [1, 2, 5]), NSIndexSet(indexSet: [1, 2, 5, 9]))
    },
    FoundationPair("NSIndexPath", "[0]:\n  - 1\n  + 2") { (NSIndexPath(index: 1), NSIndexPath(index: 2)) },
  ]

  private static let structures = [
    FoundationPair("URLComponents", "queryItems?[0].value, in d=f:\n  - \"e\"\n  + \"f\"") {
      (URLComponents(string: "https://a.b/c?d=e")!, URLComponents(string: "https://a.b/c?d=f")!)
    },
    FoundationPair("NSURLComponents", "host:\n  - \"one\"\n  + \"two\"") {
      (NSURLComponents(string: "https://one/c")!, NSURLComponents(string: "https://two/c")!)
    },
    FoundationPair("NSURLQueryItem", "value:\n  - \"b\"\n  + nil") {
      (NSURLQueryItem(name: "a", value: "b"), NSURLQueryItem(name: "a", value: nil))
    },
    FoundationPair("AttributedString", "text:\n  - \"Hello\"\n  + \"Hella\"") {
      (AttributedString("Hello"), AttributedString("Hella"))
    },
    FoundationPair("AttributedString's attributes", "runs[0] is unexpected:\n  + \"Blob\": NSLink = https://a.b") {
      var linked = AttributedString("Hello, Blob")
      if let range = linked.range(of: "Blob") { linked[range].link = URL(string: "https://a.b") }
      return (AttributedString("Hello, Blob"), linked)
    },
    FoundationPair(
      "NSAttributedString",
      "runs[0].attributes, in \"a\": size = 2:\n  - \"size = 1\"\n            ^\n  + \"size = 2\"\n            ^"
    ) {
      let key = NSAttributedString.Key("size")
      return (
        NSAttributedString(string: "a", attributes: [key: 1]), NSAttributedString(string: "a", attributes: [key: 2])
      )
    },
    FoundationPair("NSError", "code:\n  - 1\n  + 2") { (NSError(domain: "d", code: 1), NSError(domain: "d", code: 2)) },
    FoundationPair("DateComponents", "month:\n  - 1\n  + nil") {
      (DateComponents(year: 2020, month: 1), DateComponents(year: 2020))
    },
    FoundationPair("PersonNameComponents", "familyName:\n  - \"B\"\n  + \"C\"") {
      (PersonNameComponents(givenName: "A", familyName: "B"), PersonNameComponents(givenName: "A", familyName: "C"))
    },
    FoundationPair("NSMeasurement", "value:\n  - 1.0\n  + 2.0") {
      let unit = Unit(symbol: "kg")
      return (NSMeasurement(doubleValue: 1, unit: unit), NSMeasurement(doubleValue: 2, unit: unit))
    },
    FoundationPair("Calendar", "firstWeekday:\n  - 1\n  + 2") {
      var calendar = Calendar(identifier: .gregorian)
      calendar.firstWeekday = 1
      var other = calendar
      other.firstWeekday = 2
      return (calendar, other)
    },
    FoundationPair("NSCalendar", "identifier:\n  - \"gregorian\"\n  + \"buddhist\"") {
      (NSCalendar(calendarIdentifier: .gregorian)!, NSCalendar(calendarIdentifier: .buddhist)!)
    },
    FoundationPair("NSNotification", "name:\n  - \"a\"\n  + \"b\"") {
      (NSNotification(name: .init("a"), object: nil), NSNotification(name: .init("b"), object: nil))
    },
    FoundationPair("Locale", "- Locale(en_US)\n+ Locale(de_DE)") {
      (Locale(identifier: "en_US"), Locale(identifier: "de_DE"))
    },
    FoundationPair("NSLocale", "- Locale(en_US)\n+ Locale(de_DE)") {
      (NSLocale(localeIdentifier: "en_US"), NSLocale(localeIdentifier: "de_DE"))
    },
    FoundationPair("NSURL", "- https://a.b/c\n+ https://a.b/d") {
      (NSURL(string: "https://a.b/c")!, NSURL(string: "https://a.b/d")!)
    },
    FoundationPair("NSRange", "- 0..<1\n+ 0..<2") { (NSRange(0..<1), NSRange(0..<2)) },
    FoundationPair("NSData", "the first difference is at byte 1\n- 2 bytes: 01 02\n+ 2 bytes: 01 03") {
      (NSData(data: Data([1, 2])), NSData(data: Data([1, 3])))
    },
    FoundationPair("NSString", "- \"a b\"\n     ^\n+ \"a c\"\n     ^") { (NSString("a b"), NSString("a c")) },
    FoundationPair("NSUUID", "- DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF\n+ DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEE0") {
      (
        NSUUID(uuidString: "deadbeef-dead-beef-dead-beefdeadbeef")!,
        NSUUID(uuidString: "deadbeef-dead-beef-dead-beefdeadbee0")!
      )
    },
  ]

  private static let types = [
    FoundationPair("types", "- [[Double: Double?]].self\n+ [[Double: [Double]?]]?.self") {
      ([[Double: Double?]].self, [[Double: [Double]?]]?.self)
    },
    FoundationPair("nested types", "- Outer.Inner.self\n+ Outer.self") { (Outer.Inner.self, Outer.self) },
    FoundationPair("tuple and function types", "- (x: Double, y: Int?).self\n+ ((Int) -> [String])?.self") {
      ((x: Double, y: Int?).self, ((Int) -> [String])?.self)
    },
    FoundationPair("generic types", "- Result<Int?, Error>.self\n+ Set<[Int]>.self") {
      (Result<Int?, any Error>.self, Set<[Int]>.self)
    },
    FoundationPair("StaticString", "- \"a\"\n+ \"b\"") { ("a" as StaticString, "b" as StaticString) },
    FoundationPair("Unicode.Scalar", "- \"a\"\n+ \"b\"") { ("a" as Unicode.Scalar, "b" as Unicode.Scalar) },
  ]
}

private struct Outer {
  struct Inner {}
}
