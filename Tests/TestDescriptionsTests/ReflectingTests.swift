import Foundation
import TestDescriptions
import Testing

@Suite("Describing any value by its fields")
struct ReflectingTests {
  @Suite("Structs and classes")
  struct Fields {
    @Test("When a struct is described then nothing stands there that says nothing")
    func whenStructIsDescribed_thenNothingIdleStandsThere() {
      #expect(text(makeNetwork()) == #"WiFi(a1b2c3, ssid: "AWiFi", signal: high, retries: 0 [connected, hasPortal])"#)
    }

    @Test("When a struct has no fields to show then its name stands alone")
    func whenStructHasNoFields_thenNameStandsAlone() {
      #expect(text(Blank()) == "Blank")
      #expect(text(Blank(note: nil)) == "Blank")
    }

    @Test("When values are nested then they are described in the same way")
    func whenValuesAreNested_thenTheyAreDescribedAlike() {
      let site = Site(name: "Home", networks: [makeNetwork()], best: makeNetwork())
      let network = #"WiFi(a1b2c3, ssid: "AWiFi", signal: high, retries: 0 [connected, hasPortal])"#
      #expect(text(site) == #"Site(name: "Home", networks: [\#(network)], best: \#(network))"#)
    }

    @Test("When a class inherits then inherited fields come first")
    func whenClassInherits_thenInheritedFieldsComeFirst() {
      #expect(text(Dog()) == #"Dog(legs: 4, name: "Rex")"#)
    }

    @Test("When a property is lazy, wrapped or observed then it has the name that was written")
    func whenPropertyIsLazyOrWrapped_thenNameIsAsWritten() {
      let sut = Wrappers()
      #expect(text(sut) == "Wrappers(wrapped: Doubled(value: 2))")
      #expect(sut.expensive == 3)
      #expect(text(sut) == "Wrappers(expensive: 3, wrapped: Doubled(value: 2))")
    }

    @Test("When an actor is described then the compiler's part of it is left out")
    func whenActorIsDescribed_thenItsOwnFieldsAreTold() {
      #expect(text(Account()) == "Account(7, balance: 3)")
    }

    // On some platforms, to read the item's block would end the process.
    @Test("When an object has a work item then that is described by its type")
    func whenObjectHasWorkItem_thenItsTypeIsTold() {
      let sut = Debouncer(work: DispatchWorkItem {})
      #expect(text(sut).hasPrefix("Debouncer(delay: 3, work: DispatchWorkItem"))
    }

    @Test("When a type has a custom mirror then its children are the fields")
    func whenTypeHasCustomMirror_thenItsChildrenAreFields() {
      #expect(text(Mirrored()) == "Mirrored(shown: 1, 2)")
    }
  }

  @Suite("Enums, tuples and optionals")
  struct Cases {
    @Test(
      "When an enum is described then its case and payload stand there",
      arguments: [
        (LoadState.idle, "idle"),
        (.failed(code: 3), "failed(code: 3)"),
        (.page(1, of: nil), "page(1, of: nil)"),
        (
          .loaded([makeNetwork()]),
          #"loaded([WiFi(a1b2c3, ssid: "AWiFi", signal: high, retries: 0 [connected, hasPortal])])"#
        ),
      ]
    )
    func whenEnumIsDescribed_thenCaseAndPayloadStandThere(state: LoadState, expected: String) {
      #expect(text(state) == expected)
      #expect(text([state]) == "[\(expected)]")
    }

    @Test("When a tuple is described then its elements keep their place")
    func whenTupleIsDescribed_thenElementsKeepPlace() {
      #expect(text((1, name: "x", none: nil as Int?)) == #"(1, name: "x", none: nil)"#)
      #expect(text(()) == "()")
    }

    @Test("When a value is optional then it is described as the value inside")
    func whenValueIsOptional_thenInsideIsDescribed() {
      #expect(text(Int??.some(3)) == "3")
      #expect(text(nil as Int?) == "nil")
      #expect(text([nil, 1]) == "[nil, 1]")
    }
  }

  @Suite("A conformance without code")
  struct Conformance {
    @Test("When a type conforms without code then both descriptions show its fields")
    func whenTypeConformsWithoutCode_thenBothDescriptionsShowFields() {
      let sut = Effortless(id: "1234567890", level: .high, inner: [.init(id: "abcdefgh", level: .low)])
      #expect(sut.testDescription == "Effortless(123456, level: high, inner: [Effortless(abcdef, level: low)])")
      #expect(sut.debugDescription == sut.testDescription)
    }

    @Test("When objects conform without code then nested ones show their fields too")
    func whenObjectsConformWithoutCode_thenNestedOnesShowFields() {
      let pet = Pet(name: "Rex", friend: Pet(name: "Pip"))
      #expect(pet.testDescription == #"Pet(name: "Rex", friend: Pet(name: "Pip"))"#)
      pet.friend?.friend = pet
      #expect(pet.testDescription == #"Pet(name: "Rex", friend: Pet(name: "Pip", friend: Pet(cycle)))"#)
      pet.friend = nil
    }

    @Test("When a type hides its fields then its name stands alone")
    func whenTypeHidesFields_thenNameStandsAlone() {
      #expect(Silent().testDescription == "Silent")
    }

    @Test("When an enum conforms without code then its case is reported")
    func whenEnumConformsWithoutCode_thenCaseIsReported() {
      #expect(EffortlessLevel.high.testDescription == "high")
      #expect("\([EffortlessLevel.custom(3)])" == "[custom(3)]")
    }
  }
}

private func text<Value>(_ value: Value) -> String {
  TestDescription(reflecting: value).description
}

private func makeNetwork() -> WiFi {
  WiFi(id: "a1b2c3d4", ssid: "AWiFi", signal: .high, password: nil, tags: [], isConnected: true, isHidden: false)
}

enum LoadState: Sendable {
  case idle
  case failed(code: Int)
  case page(Int, of: Int?)
  case loaded([WiFi])
}

enum Signal: Sendable { case high, low }

struct WiFi: Sendable {
  var id: String
  var ssid: String
  var signal: Signal
  var password: String?
  var tags: [String]
  var retries = 0
  var isConnected: Bool
  var isHidden: Bool
  var hasPortal = true
  var onTap: @Sendable () -> Void = {}
}

private struct Site {
  var name: String
  var networks: [WiFi]
  var best: WiFi?
}

private struct Blank { var note: String? = "" }

private class Animal { var legs = 4 }

private final class Dog: Animal { var name = "Rex" }

private final class Debouncer {
  let delay = 3
  let work: DispatchWorkItem

  init(work: DispatchWorkItem) {
    self.work = work
  }
}

private final class Wrappers {
  lazy var expensive = 3
  @Doubled var wrapped = 1
  let _$observationRegistrar = 1
}

@propertyWrapper
private struct Doubled {
  private var value: Int
  init(wrappedValue: Int) { value = wrappedValue * 2 }
  var wrappedValue: Int { value }
}

private struct Mirrored: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, children: [(label: "shown", value: 1), (label: nil, value: 2)] as [Mirror.Child])
  }
}

private final class Pet: TestDescribable {
  let name: String
  var friend: Pet?

  init(name: String, friend: Pet? = nil) {
    self.name = name
    self.friend = friend
  }
}

private struct Silent: TestDescribable, CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}

private struct Effortless: TestDescribable {
  var id: String
  var level: EffortlessLevel
  var inner: [Effortless] = []
}

private enum EffortlessLevel: TestDescribable {
  case high, low
  case custom(Int)
}

private actor Account {
  let id = 7
  var balance = 3
}
