import Foundation
import TestDescriptions
import Testing

@Suite("How far a description goes into a value")
struct ReflectingLimitsTests {
  @Suite("Collections")
  struct Collections {
    @Test("When a collection is long then its first elements and its count are reported")
    func whenCollectionIsLong_thenItIsCut() {
      #expect(text(Array(1...1240)) == "[1, 2, 3, 4, 5, 6, 7, 8, … 1240 in all]")
      #expect(text(Array(1...8)) == "[1, 2, 3, 4, 5, 6, 7, 8]")
      #expect(text(Set(1...100)) == "[1, 2, 3, 4, 5, 6, 7, 8, … 100 in all]")
    }

    @Test("When a collection is empty then its brackets stand there")
    func whenCollectionIsEmpty_thenBracketsStandThere() {
      #expect(text([Int]()) == "[]")
      #expect(text([Int: Int]()) == "[:]")
    }

    @Test("When a collection has no order then equal ones read alike")
    func whenCollectionHasNoOrder_thenEqualOnesReadAlike() {
      #expect(text(["b": 2, "a": 1, "c": 3]) == #"["a": 1, "b": 2, "c": 3]"#)
      #expect(text([10: 0, 9: 0, -1: 0]) == "[-1: 0, 9: 0, 10: 0]")
    }

    @Test("When a set is too long to sort then some of its elements and its count are reported")
    func whenSetIsTooLong_thenSomeElementsAreReported() {
      #expect(text(Set(1...2000)).hasSuffix(", … 2000 in all]"))
    }

    @Test("When a value is large all over then its description stays short")
    func whenValueIsLarge_thenDescriptionStaysShort() {
      let grid = Array(repeating: Array(repeating: Array(repeating: Array(1...50), count: 50), count: 50), count: 50)
      #expect(text(grid).count < 2_000)
      #expect(text(grid).contains("… 50 in all"))
    }
  }

  @Suite("Depth and cycles")
  struct Ends {
    @Test("When values are nested too deeply then the innermost are cut")
    func whenValuesAreTooDeep_thenInnermostAreCut() {
      let chain = (1...8).reduce(Nest.end) { nest, _ in .inside(nest) }
      #expect(text(chain) == "inside(inside(inside(inside(inside(inside(Nest(…)))))))")
    }

    @Test("When objects refer to each other then the description ends where one is met again")
    func whenObjectsReferToEachOther_thenDescriptionEnds() {
      let parent = Node("parent")
      parent.next = Node("child")
      parent.next?.next = parent
      #expect(text(parent) == #"Node(name: "parent", next: Node(name: "child", next: Node(cycle)))"#)
      parent.next = nil
    }

    @Test("When describable objects refer to each other then the description ends too")
    func whenDescribableObjectsReferToEachOther_thenDescriptionEnds() {
      let one = Friend("one")
      one.friend = Friend("two")
      one.friend?.friend = one
      #expect(
        one.testDescription == #"Friend("one", friend: Friend("two", friend: Friend("one", friend: Friend(cycle))))"#
      )
      one.friend = nil
    }

    @Test("When an object is referred to twice, not in a cycle, then it is described twice")
    func whenObjectIsSharedWithoutCycle_thenItIsDescribedTwice() {
      let shared = Node("shared")
      #expect(text([shared, shared]) == #"[Node(name: "shared"), Node(name: "shared")]"#)
    }
  }

  @Suite("Well-known values")
  struct WellKnown {
    @Test("When identifiers, dates, addresses and bytes are described then they read as people write them")
    func whenFoundationValuesAreDescribed_thenTheyReadWell() throws {
      let uuid = try #require(UUID(uuidString: "A1B2C3D4-0000-0000-0000-000000000000"))
      let url = try #require(URL(string: "https://example.com/a?b=c"))
      #expect(text(uuid) == "A1B2C3")
      #expect(text(url) == "https://example.com/a?b=c")
      #expect(text(Data()) == "0 bytes")
      #expect(text(Data([7])) == "1 byte 07")
      #expect(text(Data(0...7)) == "8 bytes 0001020304050607")
      #expect(text(Data(0...15)) == "16 bytes 0001020304050607…")
      #expect(text(Date(timeIntervalSinceReferenceDate: 0)) == "2001-01-01T00:00:00Z")
      #expect(text(Date(timeIntervalSinceReferenceDate: 0.25)) == "2001-01-01T00:00:00.250Z")
      #expect(text([uuid: url]) == "[A1B2C3: https://example.com/a?b=c]")
    }

    @Test(
      "When a date is out of the calendar then its seconds stand there",
      arguments: [(1e18, "1e+18"), (-1e18, "-1e+18"), (Double.infinity, "inf"), (.nan, "nan")]
    )
    func whenDateIsOutOfCalendar_thenSecondsStandThere(seconds: Double, expected: String) {
      #expect(text(Date(timeIntervalSinceReferenceDate: seconds)) == "\(expected) s since 2001-01-01")
    }

    @Test("When a text is long then its beginning, its end and its length are reported")
    func whenTextIsLong_thenItIsCut() {
      let long = "<" + String(repeating: "-", count: 200) + ">"
      let expected =
        "\"<\(String(repeating: "-", count: 59))\"…\"\(String(repeating: "-", count: 29))>\" (202 characters)"
      #expect(text([long]) == "[\(expected)]")
      #expect(text(["a\nb", "c"[...]] as [Any]) == #"["a\nb", "c"]"#)
      #expect(text(Character("x")) == #""x""#)
    }

    @Test("When types and closures are described then they are named")
    func whenTypesAndClosuresAreDescribed_thenTheyAreNamed() {
      let closure: () -> Void = {}
      #expect(text(Printed.self) == "Printed")
      let typed: (Printed) -> Void = { _ in }
      #expect(text([closure]) == "[closure]")
      #expect(text(typed) == "closure")
      #expect(text(1.5) == "1.5")
      #expect(text(Duration.seconds(2)) == "2.0 seconds")
    }
  }

  @Suite("Values with a description of their own")
  struct OwnDescriptions {
    @Test("When a nested value describes itself then its text is taken in Swift Testing's order of preference")
    func whenNestedValueDescribesItself_thenItsTextIsTaken() {
      #expect(text([Spoken()]) == "[for tests]")
      #expect(text([Printed()]) == "[plain]")
      #expect(text([Debugged()]) == "[debug]")
      #expect(text([1..<3]) == "[1 ..< 3]")
    }

    @Test("When a value describes itself then its fields are shown all the same")
    func whenValueDescribesItself_thenFieldsAreShown() {
      #expect(text(Printed()) == "Printed(size: 1)")
    }

    @Test("When a nested value's own description is an address then its fields are shown")
    func whenOwnDescriptionIsAddress_thenFieldsAreShown() {
      #expect(text([Addressed()]) == "[Addressed(size: 1)]")
      #expect(text([DebugAddressed()]) == "[DebugAddressed(size: 1)]")
    }
  }
}

private func text<Value>(_ value: Value) -> String {
  TestDescription(reflecting: value).description
}

private indirect enum Nest {
  case end
  case inside(Nest)
}

private final class Node {
  let name: String
  var next: Node?
  init(_ name: String) { self.name = name }
}

private final class Friend: TestDescribable {
  let name: String
  var friend: Friend?
  init(_ name: String) { self.name = name }
  var testDescription: String { TestDescription(for: self).text(name).field("friend", friend).description }
}

private struct Spoken: CustomTestStringConvertible, CustomStringConvertible {
  var testDescription: String { "for tests" }
  var description: String { "plain" }
}

private struct Printed: CustomStringConvertible, CustomDebugStringConvertible {
  var size = 1
  var description: String { "plain" }
  var debugDescription: String { "debug" }
}

private struct Debugged: CustomDebugStringConvertible {
  var debugDescription: String { "debug" }
}

private struct Addressed: CustomStringConvertible {
  var size = 1
  var description: String { "<Addressed: 0x00007f>" }
}

private struct DebugAddressed: CustomDebugStringConvertible {
  var size = 1
  var debugDescription: String { "<DebugAddressed: 0x00007f>" }
}
