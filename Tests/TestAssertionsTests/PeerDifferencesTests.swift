import Foundation
import TestDescriptions
import Testing

@testable import TestAssertions

/// The difference cases and the special types of custom-dump's own suite, as that was in November 2026: what they try,
/// with values of this package's own. `there` is the number of lines that custom-dump's suite expects.
@Suite("The cases of custom-dump")
struct PeerDifferencesTests {
  @Test("When its values differ then the difference is as short as there or shorter", arguments: PeerDifference.all)
  fileprivate func whenValuesDiffer_thenDifferenceIsShort(peer: PeerDifference) {
    let (expected, actual) = peer.values()
    let found = difference(between: expected, and: actual)
    #expect(found == peer.here)
    // One line more at most: that of the path.
    #expect(found.map { $0.split(separator: "\n").count } ?? 0 <= peer.there + 1)
  }

  @Test("When its special values are described then one line tells what they are", arguments: PeerValue.all)
  fileprivate func whenValuesAreDescribed_thenOneLineTells(peer: PeerValue) {
    let found = TestDescription(reflecting: peer.value()).description
    #expect(found.replacing(/0x[0-9a-f]+/, with: "…") == peer.here)
  }

  @Test("When the cases are counted then each of them is there, or said to be different by design")
  func whenCasesAreCounted_thenEachIsThere() {
    #expect(PeerDifference.all.count + differentByDesign.count == 33)
    #if !canImport(ObjectiveC)
      #expect(PeerValue.all.count == 32)
    #endif
  }
}

/// The cases of objects that hold two states and are compared with themselves.
private let differentByDesign = [
  "a shared object that holds the state before and after":
    "A difference compares two values; a store copies its state.",
  "such objects in each other": "The same.",
  "such objects in each other, as copies of one graph": "The same.",
  "such objects in lists": "The same.",
]

private struct PeerDifference: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let there: Int
  let here: String?
  let values: @Sendable () -> (Any, Any)

  init(_ name: String, there: Int, _ here: String?, _ values: @escaping @Sendable () -> (Any, Any)) {
    testDescription = name
    self.there = there
    self.here = here
    self.values = values
  }

  static let all = values + collections + texts + types

  private static let values = [
    PeerDifference("values of different kinds", there: 8, "- (1, (2, 3)) as (Int, (Int, Int))\n+ \"tea\" as String") {
      ((1, (2, 3)), "tea")
    },
    PeerDifference("a value of a simple type", there: 2, "- 1\n+ 2") { (1, 2) },
    PeerDifference("an optional", there: 5, "- Tea(id: 1, name: \"Oolong\")\n+ nil") {
      (Tea?.some(Tea(id: 1, name: "Oolong")) as Any, Tea?.none as Any)
    },
    PeerDifference(
      "a structure that equals nothing",
      there: 3,
      "both are Odd(id: 1): the == of Odd is broken, it says that a value differs from itself"
    ) { (Odd(id: 1), Odd(id: 1)) },
    PeerDifference("a tuple", there: 5, ".1:\n  - 2\n  + 3") { ((blend: 1, 2), (blend: 1, 3)) },
    PeerDifference("a case with a payload", there: 5, "poured.into:\n  - \"cup\"\n  + \"pot\"") {
      (Step.poured(42, into: "cup"), Step.poured(42, into: "pot"))
    },
    PeerDifference("a case beside a field", there: 4, "result:\n  - \"open\"\n  + \"closed\"") {
      (Shop(offset: .page(1), result: "open"), Shop(offset: .page(1), result: "closed"))
    },
    PeerDifference("an object", there: 8, "name:\n  - \"Ann\"\n  + \"Anne\"") {
      (Guest(id: 1, name: "Ann"), Guest(id: 1, name: "Anne"))
    },
    PeerDifference("an object met again", there: 9, "right.id:\n  - 2\n  + 3\nright.name:\n  - \"Bob\"\n  + \"Cid\"") {
      let (first, second, third) = (Guest(id: 1, name: "Ann"), Guest(id: 2, name: "Bob"), Guest(id: 3, name: "Cid"))
      return (Table(host: first, left: second, right: second), Table(host: first, left: second, right: third))
    },
    PeerDifference("an object that holds itself", there: 0, nil) {
      let guest = Guest(id: 1, name: "Ann")
      guest.friend = guest
      return (guest, guest)
    },
    PeerDifference(
      "a value deep inside",
      there: 26,
      "parts[0].parts[0].parts[0].name, in Order(name: \"e\", parts: []):\n  - \"d\"\n  + \"e\""
    ) {
      func order(_ name: String) -> Order {
        Order(name: "a", parts: [Order(name: "b", parts: [Order(name: "c", parts: [Order(name: name, parts: [])])])])
      }
      return (order("d"), order("e"))
    },
  ]

  private static let collections = [
    PeerDifference(
      "a list: changed, removed, inserted",
      there: 19,
      """
      [0].name, in Tea(id: 1, name: "Pu-erh"):
        - "Oolong"
        + "Pu-erh"
      [1] is missing:
        - Tea(id: 2, name: "Assam")
      [2] is unexpected:
        + Tea(id: 4, name: "Assam")
      """
    ) {
      let (first, second) = (Tea(id: 1, name: "Oolong"), Tea(id: 3, name: "Sencha"))
      return (
        [first, Tea(id: 2, name: "Assam"), second], [Tea(id: 1, name: "Pu-erh"), second, Tea(id: 4, name: "Assam")]
      )
    },
    PeerDifference(
      "a long list",
      there: 14,
      """
      [100]:
        - 101
        + 42
      [102]:
        - 103
        + 42
      [300] is unexpected:
        + 42
      [699] is missing:
        - 700
      """
    ) {
      let numbers = Array(1...1_000)
      var others = numbers
      others[100] = 42
      others[102] = 42
      others.insert(42, at: 300)
      others.remove(at: 700)
      return (numbers, others)
    },
    PeerDifference(
      "a list with shifted elements",
      there: 13,
      """
      [1…2] are missing:
        - 2
        - 3
      [4→2]:
        - 5
        + 64
      [5] is missing:
        - 6
      [7] is unexpected:
        + 42
      """
    ) { (Array(1...10), [1, 4, 64, 7, 8, 9, 10, 42]) },
    PeerDifference(
      "a dictionary",
      there: 14,
      """
      [2].name, in Tea(id: 2, name: "Sencha"):
        - "Assam"
        + "Sencha"
      [3] is unexpected:
        + Tea(id: 3, name: "Pu-erh")
      """
    ) {
      (
        [1: Tea(id: 1, name: "Oolong"), 2: Tea(id: 2, name: "Assam")],
        [1: Tea(id: 1, name: "Oolong"), 2: Tea(id: 2, name: "Sencha"), 3: Tea(id: 3, name: "Pu-erh")]
      )
    },
    PeerDifference(
      "a large dictionary",
      there: 11,
      """
      [100]:
        - "100"
        + "42"
      [102]:
        - "102"
        + "42"
      [300]:
        - "300"
        + "42"
      [700] is missing:
        - "700"
      """
    ) {
      let numbers = Dictionary(uniqueKeysWithValues: (1...1_000).map { ($0, "\($0)") })
      var others = numbers
      for key in [100, 102, 300] { others[key] = "42" }
      others[700] = nil
      return (numbers, others)
    },
    PeerDifference(
      "a dictionary with keys of any type",
      there: 14,
      """
      ["b"].name, in Tea(id: 2, name: "Pu-erh"):
        - "Assam"
        + "Pu-erh"
      [1].name, in Tea(id: 1, name: "Sencha"):
        - "Oolong"
        + "Sencha"
      """
    ) {
      (
        [AnyHashable(1): Tea(id: 1, name: "Oolong"), AnyHashable("b"): Tea(id: 2, name: "Assam")],
        [AnyHashable(1): Tea(id: 1, name: "Sencha"), AnyHashable("b"): Tea(id: 2, name: "Pu-erh")]
      )
    },
    PeerDifference(
      "a dictionary of one's own",
      there: 4,
      "[#0] is missing:\n  - \"tea\"\n[#1] is unexpected:\n  + \"tea\""
    ) {
      (Menu(entries: [(Place(number: 0), "tea")]), Menu(entries: [(Place(number: 1), "tea")]))
    },
    PeerDifference("a set", there: 5, "- 2\n+ 4") { (Set([1, 2, 3]), Set([1, 3, 4])) },
    PeerDifference("a large set", there: 6, "- 100\n- 102\n+ 9999") {
      (Set(1...1_000), Set(1...1_000).subtracting([100, 102]).union([9999]))
    },
  ]

  private static let texts = [
    PeerDifference("a text of several lines", there: 5, "line 2:\n  Dear Ann,\n- Welcome!\n+ Goodbye!") {
      ("Dear Ann,\nWelcome!", "Dear Ann,\nGoodbye!")
    },
    PeerDifference(
      "a date with a mirror of its own",
      there: 2,
      "date:\n  - 1970-01-01 00:00:00 +0000\n  + 1970-01-01 00:00:01 +0000"
    ) {
      (Dated(date: Date(timeIntervalSince1970: 0)), Dated(date: Date(timeIntervalSince1970: 1)))
    },
    PeerDifference(
      "a field that hides its value",
      there: 5,
      "password:\n  different, but both hide what they hold:\n  - <redacted>\n  + <redacted>"
    ) {
      (Login(name: "ann", password: "tea"), Login(name: "ann", password: "milk"))
    },
    PeerDifference("a value that stands for another", there: 2, "rawValue:\n  - 1\n  + 2") {
      (Wrapped(rawValue: 1), Wrapped(rawValue: 2))
    },
    PeerDifference("a field that stands for another, beside one that differs", there: 5, "date:\n  - 1.0\n  + 2.0") {
      (Found(date: 1, results: Wrapped(rawValue: 1)), Found(date: 2, results: Wrapped(rawValue: 1)))
    },
    PeerDifference("an observable value", there: 4, "name:\n  - \"Ann\"\n  + \"Bob\"") {
      (Observed(name: "Ann"), Observed(name: "Bob"))
    },
  ]

  private static let types = [
    PeerDifference("types", there: 2, "- Step.Cup.self\n+ Step.self") { (Step.Cup.self, Step.self) },
    PeerDifference("types in a namespace", there: 2, "size:\n  - 0\n  + 1") { (Step.Cup(size: 0), Step.Cup(size: 1)) },
    PeerDifference("a value as another type", there: 2, "- 29.99 as Float\n+ 29.99 as Double") {
      (29.99 as Float, 29.99 as Double)
    },
  ]
}

private struct PeerValue: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let here: String
  let value: @Sendable () -> Any

  init(_ name: String, _ here: String, _ value: @escaping @Sendable () -> Any) {
    testDescription = name
    self.here = here
    self.value = value
  }

  static let all = swift + structures + objects

  private static let swift = [
    PeerValue("Character", "\"a\"") { "a" as Character },
    PeerValue("Unicode.Scalar", "\"a\"") { "a" as Unicode.Scalar },
    PeerValue("StaticString", "\"tea\"") { "tea" as StaticString },
    PeerValue("ObjectIdentifier", "ObjectIdentifier(…)") { ObjectIdentifier(Tea.self) },
    PeerValue("AnyHashable", "Tea(id: 1, name: \"Oolong\")") { AnyHashable(Tea(id: 1, name: "Oolong")) },
  ]

  private static let structures = [
    PeerValue("AttributedString", "\"tea\"") { AttributedString("tea") },
    PeerValue("Date", "1970-01-01T00:00:00Z") { Date(timeIntervalSince1970: 0) },
    PeerValue("Decimal", "1.23") { Decimal(string: "1.23") as Any },
    PeerValue("URL", "https://a.b/c") { URL(string: "https://a.b/c") as Any },
    PeerValue("NSRange", "0..<1") { NSRange(0..<1) },
  ]

  #if canImport(ObjectiveC)
    // Apple's objects describe themselves in words of their own.
    private static let objects: [PeerValue] = []
  #else
    private static let objects = [
      PeerValue("NSArray", "[1, 2]") { NSArray(array: [1, 2]) },
      PeerValue("NSAttributedString", "\"tea\"") {
        NSAttributedString(string: "tea", attributes: [.init("name"): true])
      },
      PeerValue(
        "NSCalendar",
        "Calendar(identifier: \"gregorian\", timeZone: \"GMT\", firstWeekday: 1, minimumDaysInFirstWeek: 1)"
      ) {
        let calendar = NSCalendar(calendarIdentifier: .gregorian)
        calendar?.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar as Any
      },
      PeerValue("NSCountedSet", "[1: 1, 2: 2]") { NSCountedSet(array: [1, 2, 2]) },
      PeerValue("NSData", "4 bytes 00000000") { NSData(data: Data([0, 0, 0, 0])) },
      PeerValue("NSDate", "1970-01-01T00:00:00Z") { NSDate(timeIntervalSince1970: 0) },
      PeerValue("NSDictionary", "[1: \"a\", 2: \"b\"]") { NSDictionary(dictionary: [2: "b", 1: "a"]) },
      PeerValue("NSError", "NSError(domain: \"tea\", code: 42, userInfo: [\"NSLocalizedDescription\": \"spilled\"])") {
        NSError(domain: "tea", code: 42, userInfo: [NSLocalizedDescriptionKey: "spilled"])
      },
      PeerValue("NSIndexPath", "[1]") { NSIndexPath(index: 1) },
      PeerValue("NSIndexSet", "[1, 2, 3, 5]") { NSIndexSet(indexSet: [1, 2, 3, 5]) },
      PeerValue("NSLocale", "Locale(en_US)") { NSLocale(localeIdentifier: "en_US") },
      PeerValue("NSMeasurement", "42.0 kg") { NSMeasurement(doubleValue: 42, unit: Unit(symbol: "kg")) },
      PeerValue("NSNotification", "Notification(name: \"poured\")") {
        NSNotification(name: .init("poured"), object: nil)
      },
      PeerValue("NSNull", "<null>") { NSNull() },
      PeerValue("NSNumber", "1") { NSNumber(value: 1) },
      PeerValue("NSOrderedSet", "[2, 1]") { NSOrderedSet(array: [2, 1]) },
      PeerValue("NSSet", "[1, 2]") { NSSet(array: [2, 1]) },
      PeerValue("NSTimeZone", "GMT (0)") { NSTimeZone(forSecondsFromGMT: 0) },
      PeerValue("NSURL", "file:///tea/pot") { NSURL(fileURLWithPath: "/tea/pot", isDirectory: false) },
      PeerValue("NSURLComponents", "https://a.b/c?d=e") { NSURLComponents(string: "https://a.b/c?d=e") as Any },
      PeerValue("NSURLQueryItem", "d=e") { NSURLQueryItem(name: "d", value: "e") },
      PeerValue("NSUUID", "DEADBE…ADBEEF") { NSUUID(uuidString: "deadbeef-dead-beef-dead-beefdeadbeef") as Any },
    ]
  #endif
}

private struct Tea: Hashable {
  let id: Int
  let name: String
}

private struct Odd: Equatable {
  let id: Int
  static func == (left: Odd, right: Odd) -> Bool { false }
}

private enum Step: Equatable {
  case poured(Double, into: String)

  struct Cup {
    let size: Int
  }
}

private struct Shop: Equatable {
  enum Offset: Equatable { case page(Int, perPage: Int = 10) }

  let offset: Offset
  let result: String
}

private final class Guest {
  let id: Int
  let name: String
  var friend: Guest?

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

private struct Table {
  let host: Guest
  let left: Guest
  let right: Guest
}

private struct Order: Equatable {
  let name: String
  let parts: [Order]
}

private struct Menu: CustomReflectable {
  let entries: [(Place, String)]
  var customMirror: Mirror { Mirror(self, unlabeledChildren: entries, displayStyle: .dictionary) }
}

private struct Place: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "#\(number)" }
}

private struct Dated: CustomReflectable {
  let date: Date
  var customMirror: Mirror { Mirror(self, children: ["date": date]) }
}

private struct Login: CustomReflectable {
  struct Hidden: CustomStringConvertible, Equatable {
    let text: String
    var description: String { "<redacted>" }
  }

  let name: String
  let password: String
  var customMirror: Mirror {
    Mirror(self, children: ["name": name, "password": Hidden(text: password)], displayStyle: .struct)
  }
}

private struct Wrapped: CustomReflectable, Equatable {
  let rawValue: Int
  var customMirror: Mirror { Mirror(reflecting: rawValue) }
}

private struct Found: Equatable {
  let date: Double
  let results: Wrapped
}

private struct Observed: Equatable {
  struct ObservationRegistrar: Equatable {}

  let name: String
  let _$observationRegistrar = ObservationRegistrar()
}
