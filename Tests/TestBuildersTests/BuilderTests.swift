import Foundation
import TestBuilders
import Testing

@Suite("Builders")
struct BuilderTests {
  @Suite("Setting properties")
  struct Properties {
    @Test("When properties are set then the value has them, and keeps the others")
    func whenPropertiesAreSet_thenValueHasThem() {
      let original = Person.fixture

      let built = Builder(original).name("Ada").age(36).build()

      #expect(built == Person(id: original.id, name: "Ada", age: 36, home: original.home, work: original.work))
    }

    @Test("When a property of a part is set then the part keeps its others")
    func whenPropertyOfPartIsSet_thenPartKeepsItsOthers() {
      let original = Person.fixture

      let built = Builder(original).home.city("Vienna").home.street.number(5).build()

      #expect(built.home.city == "Vienna")
      #expect(built.home.street == Street(name: original.home.street.name, number: 5))
    }

    @Test("When a value is changed by a closure then it starts from the one it has")
    func whenValueIsChangedByClosure_thenItStartsFromTheOneItHas() {
      let built = Builder(Person.fixture).age(1).age { $0 += 1 }.with { $0.name += "!" }.name { $0 += "?" }.build()

      #expect(built.age == 2)
      #expect(built.name.hasSuffix("!?"))
    }

    @Test("When a closure throws then its error comes out")
    func whenClosureThrows_thenItsErrorComesOut() {
      #expect(throws: CancellationError.self) {
        try Builder(Person.fixture).age { age throws(CancellationError) in throw CancellationError() }
      }
    }

    @Test("When the builder's type is named then the fixture's need not be")
    func whenBuildersTypeIsNamed_thenFixturesNeedNotBe() {
      #expect(Builder<Person>(.fixture).age(3).build().age == 3)
    }

    @Test("When a property is named by a key path then it is set")
    func whenPropertyIsNamedByKeyPath_thenItIsSet() {
      #expect(Builder(Person.fixture).with(\.home.city, "Graz").build().home.city == "Graz")
    }

    @Test("When a half-built builder is forked then the forks know nothing of each other")
    func whenHalfBuiltBuilderIsForked_thenForksKnowNothingOfEachOther() {
      let half = Builder(Person.fixture).name("Ada")

      let (young, old) = (half.age(1).build(), half.age(99).build())

      #expect(young.age == 1)
      #expect(old.age == 99)
      #expect([young.name, old.name, half.build().name] == ["Ada", "Ada", "Ada"])
      #expect(young.id == old.id)
    }
  }

  @Suite("Optional parts")
  struct OptionalParts {
    @Test("When an optional part is there then its properties can be set")
    func whenOptionalPartIsThere_thenItsPropertiesCanBeSet() {
      let work = Home(city: "Linz", street: Street(name: "Main", number: 1))

      let built = Builder(Person.fixture).work(work).work.city("Wels").work.street.number(9).build()

      #expect(built.work == Home(city: "Wels", street: Street(name: "Main", number: 9)))
    }

    @Test("When an optional part is missing then an issue at the caller's line says so")
    func whenOptionalPartIsMissing_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        #expect(Builder(Person.fixture).work(nil).work.city("Wels").build().work == nil)
      }

      #expect(
        issues.map(\.text) == ["Cannot set a property of Home: it is `nil`\nSet the Home of this Person first."]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 6)
    }
  }

  @Suite("Several values")
  struct Lists {
    @Test("When several values are built then each is as its index tells")
    func whenSeveralValuesAreBuilt_thenEachIsAsIndexTells() {
      let people = Builder(Person.fixture).name("Ada").build(3) { index, builder in
        builder.id(anyUUID()).age(index)
      }

      #expect(people.map(\.age) == [0, 1, 2])
      #expect(people.map(\.name) == ["Ada", "Ada", "Ada"])
      #expect(Set(people.map(\.id)).count == 3)
    }

    @Test("When less than no values are asked for then an issue at the caller's line says so")
    func whenLessThanNoValuesAreAskedFor_thenIssueSaysSo() async {
      #expect(Builder(Person.fixture).build(0) { _, builder in builder }.isEmpty)
      let issues = await recordedIssues {
        #expect(Builder(Person.fixture).build(-2) { _, builder in builder }.isEmpty)
      }

      #expect(issues.map(\.text) == ["build(-2): a count of Person cannot be negative."])
      #expect(issues.first?.sourceLocation?.line == #line - 4)
    }
  }

  @Suite("Buildable")
  struct Copies {
    @Test("When a value is copied with a change then the original is as before")
    func whenValueIsCopiedWithChange_thenOriginalIsAsBefore() {
      let original = Person.fixture

      let copy = original.with(\.age, 7).with { $0.name = "Ada" }

      #expect(copy == original.builder.age(7).name("Ada").build())
      #expect(original.name != "Ada")
    }
  }

  @Suite("Blueprints")
  struct Blueprints {
    @Test("When a type has constant properties then a blueprint builds it")
    func whenTypeHasConstantProperties_thenBlueprintBuildsIt() {
      let voucher = VoucherBlueprint().builder.seat(12).build()

      #expect(voucher == Voucher(row: "A", seat: 12))
      #expect(Builder(VoucherBlueprint()).row("C").build(2) { $1.seat($0) }.map(\.label) == ["C0", "C1"])
    }
  }
}

// MARK: - Values

private struct Street: Equatable, Fixture {
  var name: String
  var number: Int

  static func fixture(_ values: inout FixtureValues) -> Street {
    Street(name: values.string("street"), number: values.int(in: 1...200))
  }
}

private struct Home: Equatable, Fixture {
  var city: String
  var street: Street

  static func fixture(_ values: inout FixtureValues) -> Home {
    Home(city: values.any(), street: values.any())
  }
}

private struct Person: Equatable, Identifiable, Fixture, Buildable {
  var id: UUID
  var name: String
  var age: Int
  var home: Home
  var work: Home?

  static func fixture(_ values: inout FixtureValues) -> Person {
    Person(id: values.any(), name: values.any(), age: values.int(in: 0...120), home: values.any(), work: values.any())
  }
}

private struct Voucher: Equatable {
  let row: String
  let seat: Int
  var label: String { "\(row)\(seat)" }
}

private struct VoucherBlueprint: Blueprint {
  var row = "A"
  var seat = 1

  func make() -> Voucher { Voucher(row: row, seat: seat) }
}
