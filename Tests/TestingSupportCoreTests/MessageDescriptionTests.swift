import Testing
import TestingSupportCore

@Suite("Values in messages")
struct MessageDescriptionTests {
  @Test("When a value has types of the test then their modules are left out")
  func whenValueHasTypes_thenModulesAreLeftOut() {
    let crate = Crate(item: .tea(Leaf(name: "a")), leaves: [Leaf(name: "b")])
    #expect(text([crate]) == "[Crate(item: Item.tea(Leaf(name: \"a\")), leaves: [Leaf(name: \"b\")])]")
    #expect(text(Item.tea(Leaf(name: "a"))) == ".tea(Leaf(name: \"a\"))")
    #expect(text(Outer.Inner(number: 1.5)) == "Inner(number: 1.5)")
    #expect(text([Outer.Inner(number: 1.5)]) == "[Outer.Inner(number: 1.5)]")
  }

  @Test("When a type is inside a function then its address is left out")
  func whenTypeIsInsideFunction_thenAddressIsLeftOut() {
    struct Local { let leaf: Leaf }
    #expect(text([Local(leaf: Leaf(name: "a"))]).contains("Local(leaf: Leaf(name: \"a\"))"))
    #expect(!text([Local(leaf: Leaf(name: "a"))]).contains("unknown context"))
  }

  @Test("When the name of a module stands in quotes or in the value's own words then it stays")
  func whenNameOfModuleStandsInQuotes_thenItStays() {
    let name = "TestingSupportCoreTests.Leaf \\\" TestingSupportCoreTests.Leaf"
    #expect(text([Leaf(name: name)]) == "[Leaf(name: \(name.debugDescription))]")
    #expect(text("TestingSupportCoreTests.text") == "\"TestingSupportCoreTests.text\"")
    #expect(text(1.5) == "1.5")
    #expect(text([String: [Leaf]]()) == "[:]")
  }

  @Test("When a type is named then it reads as it is written")
  func whenTypeIsNamed_thenItReadsAsWritten() {
    #expect(TypeName.of([String: [Leaf?]].self) == "[String: [Leaf?]]")
    #expect(TypeName.of(Outer.Inner.self) == "Outer.Inner")
  }
}

private func text<Value>(_ value: Value) -> String { String(describingForMessage: value) }

struct Leaf { let name: String }
enum Item { case tea(Leaf) }
struct Crate {
  let item: Item
  let leaves: [Leaf]
}
enum Outer { struct Inner { let number: Double } }
