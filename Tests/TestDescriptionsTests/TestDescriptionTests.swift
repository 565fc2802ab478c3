import Foundation
import TestDescriptions
import Testing

@Suite("Building a description")
struct TestDescriptionTests {
  @Suite("What each call adds")
  struct Parts {
    @Test("When all kinds of parts are added then they stand in the order of the calls, flags last")
    func whenAllPartsAreAdded_thenTheyStandInOrder() {
      let description = TestDescription("NetworkModel")
        .flag("connected", true)
        .id("a1b2c3d4")
        .text("AWiFi")
        .value(3)
        .field("signal", Signal.high)
        .flag("selected", false)
        .flag("🔒", true)
        .description
      #expect(description == #"NetworkModel(a1b2c3, "AWiFi", 3, signal: high [connected, 🔒])"#)
    }

    @Test("When an identifier is added then it is short but for numbers")
    func whenIdentifierIsAdded_thenItIsShort() throws {
      let uuid = try #require(UUID(uuidString: "A1B2C3D4-0000-0000-0000-000000000000"))
      let ids = TestDescription("")
        .id("short").id("a longer one"[...]).id(uuid).id(12_345_678).id(WrappedID(rawValue: uuid)).id(
          NestedID(uuid: uuid)
        )
      #expect(ids.description == "(short, a long, A1B2C3, 12345678, A1B2C3, A1B2C3)")
    }

    @Test(
      "When identifiers probably begin alike then their ends are shown too",
      arguments: [
        ("3F2504E0-4F89-41D3-9A0C-0305E82C3301", "3F2504"),
        ("018F3C2A-7B1E-7A3C-9D2F-1A2B3C4D5E6F", "018F3C…4D5E6F"),
        ("A1B2C3D4-1111-1111-1111-111111111112", "A1B2C3…111112"),
        ("00000000-0000-0000-0000-000000000001", "000000…000001"),
        ("00000000-0001-0000-0000-000000000000", "00000000-0001-0000-0000-000000000000"),
        ("00000000-0000-0000-0000-000000000000", "000000"),
      ]
    )
    func whenIdentifiersBeginAlike_thenEndsAreShown(id: String, text: String) throws {
      let uuid = try #require(UUID(uuidString: id))
      #expect(TestDescription("").id(uuid).description == "(\(text))")
    }

    @Test("When an identifier describes itself then its own text is taken")
    func whenIdentifierDescribesItself_thenOwnTextIsTaken() {
      #expect(TestDescription("X").id(DescribedID(number: 7)).description == "X(#7)")
    }

    @Test("When a text is added then it is quoted in full")
    func whenTextIsAdded_thenItIsQuotedInFull() {
      #expect(TestDescription("X").text("a \"b\"\nc"[...]).description == #"X("a \"b\"\nc")"#)
      let long = String(repeating: "x", count: 500)
      #expect(TestDescription("X").text(long).description == "X(\"\(long)\")")
    }

    @Test("When a value is added then it describes itself")
    func whenValueIsAdded_thenItDescribesItself() {
      let values = TestDescription("X").value(1.5).value("raw").value(Signal.low).value([1, 2]).value(true)
      #expect(values.description == "X(1.5, raw, low, [1, 2], true)")
    }

    @Test("When a type is described then its name stands without its module")
    func whenTypeIsDescribed_thenNameStandsWithoutModule() {
      #expect(TestDescription(for: Signal.high).description == "Signal")
      #expect(TestDescription(for: Signal.self).description == "Signal")
      #expect(TestDescription(for: Optional(3)).description == "Optional<Int>")
    }
  }

  @Suite("What is left out")
  struct LeftOut {
    @Test("When a value is nil then nothing is added")
    func whenValueIsNil_thenNothingIsAdded() {
      let description = TestDescription("X")
        .id(nil as UUID?).id(Int??.some(nil)).text(nil as String?).value(nil as Int?).field("a", nil as Int?)
        .value(Int??.some(nil)).field("b", Int??.some(nil))
      #expect(description.description == "X")
    }

    @Test("When a field is empty then it is left out, and otherwise kept")
    func whenFieldIsEmpty_thenItIsLeftOut() {
      let description = TestDescription("X")
        .field("a", "").field("b", [Int]()).field("c", [String: Int]()).field("d", Set<Int>()).field("e", Data())
        .field("zero", 0).field("off", false).field("name", "N")
      #expect(description.description == #"X(zero: 0, off: false, name: "N")"#)
    }

    @Test("When a label is empty then the value stands alone")
    func whenLabelIsEmpty_thenValueStandsAlone() {
      #expect(TestDescription("X").field("", "N").field("\n", 1).description == #"X("N", 1)"#)
    }

    @Test("When a text or an identifier is empty then it stays visible")
    func whenTextIsEmpty_thenItStaysVisible() {
      #expect(TestDescription("X").text("").id("").description == #"X("", "")"#)
    }

    @Test("When only flags are added then they stand in the parentheses")
    func whenOnlyFlagsAreAdded_thenTheyStandInParentheses() {
      #expect(TestDescription("X").flag("on").description == "X([on])")
    }
  }

  @Suite("Awkward input")
  struct AwkwardInput {
    @Test("When the name is empty then the description is that of a tuple")
    func whenNameIsEmpty_thenDescriptionIsTuple() {
      #expect(TestDescription("").description == "()")
      #expect(TestDescription("").value(1).flag("on").description == "(1 [on])")
    }

    @Test("When parts span lines then the description is one line")
    func whenPartsSpanLines_thenDescriptionIsOneLine() {
      let description = TestDescription("A\nB").id("1\n2").value("first\n  second  \r\n\nthird").field("f", Poem())
        .flag("x\ny").flag("\n").value("\n \n").description
      #expect(description == "A B(1 2, first second third, f: roses are red [x y])")
    }
  }

  @Test("When descriptions are made of the same parts then they are equal")
  func whenPartsAreSame_thenDescriptionsAreEqual() {
    #expect(TestDescription("X").value(1) == TestDescription("X").value(1))
    #expect(TestDescription("X").value(1) != TestDescription("X").value(1).flag("on"))
  }
}

private struct WrappedID: RawRepresentable { var rawValue: UUID }

private struct NestedID { var uuid: UUID }

private struct DescribedID: CustomStringConvertible {
  var number: Int
  var description: String { "#\(number)" }
}

private struct Poem: CustomStringConvertible {
  var description: String { "roses\n  are\nred" }
}
