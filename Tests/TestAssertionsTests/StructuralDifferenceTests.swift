import Testing

@testable import TestAssertions

@Suite("The difference of structured values")
struct StructuralDifferenceTests {
  @Suite("Structs and tuples")
  struct Structs {
    @Test("Nothing differs between equal values")
    func whenValuesAreEqual_thenThereIsNoDifference() {
      #expect(difference(between: makePerson(), and: makePerson()) == nil)
      #expect(difference(between: (1, "a"), and: (1, "a")) == nil)
      #expect(difference(between: Loose(number: 1, list: [2]), and: Loose(number: 1, list: [2])) == nil)
    }

    @Test("A changed field is reported by its path, and nothing else is")
    func whenOneFieldChanged_thenOnlyThatIsReported() {
      let text = difference(between: makePerson(), and: makePerson(city: "Bern"))

      #expect(text == "address?.city:\n  - \"Berlin\"\n  + \"Bern\"")
    }

    @Test("Several changed fields are reported in the order of their declaration")
    func whenFieldsChanged_thenEachIsReported() {
      let text = difference(between: makePerson(), and: makePerson(age: 31, city: "Bern"))

      #expect(text == "age:\n  - 30\n  + 31\naddress?.city:\n  - \"Berlin\"\n  + \"Bern\"")
    }

    @Test("Short values of which everything changed are reported as a whole")
    func whenEveryFieldChanged_thenTheValuesAreReported() {
      let text = difference(between: Address(city: "Berlin", zip: "1"), and: Address(city: "Bern", zip: "2"))

      #expect(text == "- Address(city: \"Berlin\", zip: \"1\")\n+ Address(city: \"Bern\", zip: \"2\")")
    }

    @Test("Long values of which everything changed are reported by field")
    func whenEveryFieldOfALongValueChanged_thenEachIsReported() {
      let long = String(repeating: "long ", count: 20)
      let text = difference(between: Address(city: "\(long)a", zip: "1"), and: Address(city: "\(long)b", zip: "2"))

      #expect(text?.hasPrefix("city:\n") == true)
      #expect(text?.hasSuffix("zip:\n  - \"1\"\n  + \"2\"") == true)
    }

    @Test("The elements of a tuple are named by label or number")
    func whenATupleDiffers_thenItsElementIsNamed() {
      #expect(difference(between: (1, "a"), and: (1, "b")) == ".1:\n  - \"a\"\n  + \"b\"")
      #expect(difference(between: (x: 1, y: 2), and: (x: 1, y: 3)) == "y:\n  - 2\n  + 3")
    }

    @Test("A value without == is compared by its fields")
    func whenThereIsNoEquality_thenFieldsAreCompared() {
      let text = difference(between: Loose(number: 1, list: [1, 2, 3]), and: Loose(number: 1, list: [1, 3]))

      #expect(text == "list[1] is missing:\n  - 2")
    }

    @Test("Numbers and other simple values are reported as they are")
    func whenSimpleValuesDiffer_thenBothAreReported() {
      #expect(difference(between: 1, and: 2) == "- 1\n+ 2")
      #expect(difference(between: Character("a"), and: Character("b")) == "- \"a\"\n+ \"b\"")
      #expect(difference(between: Substring("a"), and: Substring("b")) == "- \"a\"\n+ \"b\"")
    }

    @Test("Lazy and observed properties have the names of the source")
    func whenStorageHasAnotherName_thenThePropertyIsNamed() {
      let (first, second) = (Lazy(), Lazy())
      second.value = 2

      #expect(difference(between: first, and: second) == "value:\n  - nil\n  + 2")
      #expect(difference(between: Observed(count: 1), and: Observed(count: 2)) == "count:\n  - 1\n  + 2")
    }

    @Test("Of an actor its own fields are reported")
    func whenAnActorIsReported_thenItsOwnFieldsAre() {
      #expect(ValueText(Account()).text == "Account(balance: 3)")
    }
  }

  @Suite("Optionals and enums")
  struct Enums {
    @Test("An optional that is there and one that is not are told apart")
    func whenAnOptionalIsNil_thenItIsTold() {
      #expect(difference(between: Int?.none, and: 2) == "- nil\n+ 2")
      #expect(difference(between: 1, and: Int?.none) == "- 1\n+ nil")
      #expect(difference(between: Int?.none, and: nil) == nil)
      #expect(difference(between: 1 as Int??, and: 2) == "- 1\n+ 2")
      #expect(difference(between: Any?.none, and: Any?.none) == nil)
    }

    @Test("Different cases are reported as a whole")
    func whenCasesDiffer_thenBothAreReported() {
      #expect(
        difference(between: Phase.idle, and: .failed(code: 4, text: "x")) == "- .idle\n+ .failed(code: 4, text: \"x\")"
      )
      #expect(difference(between: Phase.idle, and: .done) == "- .idle\n+ .done")
    }

    @Test("The payloads of one case are compared")
    func whenPayloadsDiffer_thenTheDifferenceIsInThem() {
      #expect(
        difference(between: Phase.failed(code: 4, text: "x"), and: .failed(code: 5, text: "x"))
          == "failed.code:\n  - 4\n  + 5"
      )
      #expect(difference(between: Phase.loaded([1, 2]), and: .loaded([1])) == "loaded[1] is missing:\n  - 2")
    }

    @Test("Cases without == are told apart by name")
    func whenCasesHaveNoEquality_thenTheirNamesDecide() {
      #expect(difference(between: Opaque.one, and: .two) == "- .one\n+ .two")
      #expect(difference(between: Opaque.one, and: .one) == nil)
      #expect(difference(between: Opaque.closure { 1 }, and: .closure { 2 }) == nil)
    }
  }

  @Suite("Types")
  struct Types {
    @Test("Values of different types are reported with their types")
    func whenTypesDiffer_thenTheyAreNamed() {
      #expect(difference(between: 1 as Any, and: UInt8(1)) == "- 1 as Int\n+ 1 as UInt8")
      #expect(difference(between: ["k": 1 as Any], and: ["k": "x"]) == "[\"k\"]:\n  - 1 as Int\n  + \"x\" as String")
    }

    @Test("Types of the same name are reported with their module")
    func whenTypesHaveTheSameName_thenTheyAreQualified() {
      let text = difference(between: Outer.Inner() as Any, and: Other.Inner())

      #expect(text?.contains("Outer.Inner") == true)
      #expect(text?.contains("Other.Inner") == true)
    }

    @Test("Types themselves can be compared")
    func whenTypesAreCompared_thenTheyAreTold() {
      #expect(difference(between: Int.self as Any.Type, and: Int.self) == nil)
      #expect(difference(between: Int.self as Any.Type, and: String.self)?.contains("String") == true)
    }

    @Test("What is wrapped for hashing is unwrapped")
    func whenValuesAreAnyHashable_thenTheirContentIsCompared() {
      #expect(
        difference(between: AnyHashable(makePerson()), and: AnyHashable(makePerson(age: 31))) == "age:\n  - 30\n  + 31"
      )
    }

    @Test("Functions cannot be compared, and say so")
    func whenFunctionsAreCompared_thenItIsSaid() {
      #expect(difference(between: { 1 }, and: { 2 }) == "functions cannot be compared")
      #expect(difference(between: Callback(id: 1) {}, and: Callback(id: 1) {}) == nil)
      #expect(difference(between: Callback(id: 1) {}, and: Callback(id: 2) {}) == "id:\n  - 1\n  + 2")
    }
  }

  @Suite("Values that present themselves")
  struct Reflectable {
    @Test("A custom mirror decides what is compared")
    func whenThereIsACustomMirror_thenItsFieldsAreCompared() {
      #expect(difference(between: Masked(shown: 1), and: Masked(shown: 2)) == "visible:\n  - 1\n  + 2")
    }

    @Test("Fields that only one side shows are reported with the whole")
    func whenFieldsHaveOtherNames_thenTheValuesAreReported() {
      #expect(
        difference(between: Masked(shown: 1), and: Masked(shown: -1)) == "- Masked(visible: 1)\n+ Masked(hidden: -1)"
      )
    }

    @Test("A description made for tests is used where a whole value is reported")
    func whenThereIsATestDescription_thenItIsUsed() {
      let text = difference(
        between: [Named(name: "a", rank: 1)],
        and: [Named(name: "a", rank: 1), Named(name: "b", rank: 2)]
      )

      #expect(text == "[1] is unexpected:\n  + «b»")
      #expect(
        difference(between: [Named(name: "a", rank: 1)], and: [Named(name: "a", rank: 2)])
          == "[0].rank, in «a»:\n  - 1\n  + 2"
      )
    }
  }
}

// MARK: - Helpers

private func makePerson(age: Int = 30, city: String = "Berlin") -> Person {
  Person(name: "Ann", age: age, address: Address(city: city, zip: nil))
}

// MARK: - Values

private struct Person: Hashable {
  var name: String
  var age: Int
  var address: Address?
}

private struct Address: Hashable {
  var city: String
  var zip: String?
}

private struct Loose {
  var number: Int
  var list: [Int]
}

private enum Phase: Equatable {
  case idle, done
  case loaded([Int])
  case failed(code: Int, text: String)
}

private enum Opaque {
  case one, two
  case closure(() -> Int)
}

private enum Outer { struct Inner {} }
private enum Other { struct Inner {} }

private struct Callback {
  var id: Int
  var action: () -> Void

  init(id: Int, action: @escaping () -> Void) {
    self.id = id
    self.action = action
  }
}

private final class Lazy {
  lazy var value = 1
}

/// As the `@Observable` macro expands a class.
private final class Observed {
  private let _count: Int
  private let `_$observationRegistrar` = 0

  init(count: Int) {
    _count = count
  }
}

private struct Masked: CustomReflectable {
  var shown: Int

  var customMirror: Mirror {
    Mirror(self, children: [shown < 0 ? "hidden" : "visible": shown], displayStyle: .struct)
  }
}

private struct Named: Equatable, CustomTestStringConvertible {
  var name: String
  var rank: Int

  var testDescription: String { "«\(name)»" }
}

private actor Account {
  let balance = 3
}
