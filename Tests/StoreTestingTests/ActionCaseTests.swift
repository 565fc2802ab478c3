import Testing

@testable import StoreTesting

@Suite("Recognising a case by its constructor")
struct ActionCaseTests {
  @Suite("Its payload")
  struct Payloads {
    @Test("When the action is of the case then its payload is found, whatever it is")
    func whenCaseMatches_thenPayloadIsFound() throws {
      #expect(ActionCase.payload(of: Event.single(1), Event.single) == 1)
      #expect(ActionCase.payload(of: Event.labelled(to: 2), Event.labelled) == 2)
      #expect(ActionCase.payload(of: Event.optional(nil), Event.optional) == .some(nil))
      #expect(ActionCase.payload(of: Event.optional(3), Event.optional) == .some(3))
      #expect(ActionCase.payload(of: Event.nested(.some(nil)), Event.nested) == .some(.some(nil)))
      #expect(ActionCase.payload(of: Event.nothing(()), Event.nothing) != nil)
      #expect(ActionCase.payload(of: Event.error(Failure.offline), Event.error) as? Failure == .offline)
      #expect(try #require(ActionCase.payload(of: Event.pair((1, 2)), Event.pair)) == (1, 2))
      #expect(ActionCase.payload(of: Event.anything(4), Event.anything) as? Int == 4)
      #expect(ActionCase.payload(of: Event.object(Derived()), Event.object) is Derived)
      #expect(ActionCase.payload(of: Event.wrapped(.init(value: { 5 })), Event.wrapped)?.value() == 5)
      #expect(ActionCase.payload(of: Event.tree(.tree(.single(6))), Event.tree) != nil)
    }

    @Test("When a case carries two values then they are found as a pair, labels or not")
    func whenCaseHasTwoValues_thenPairIsFound() throws {
      let two = ActionCase.payload(of: Event.two(1, "a")) { (pair: (Int, String)) in Event.two(pair.0, pair.1) }
      #expect(try #require(two) == (1, "a"))
      let labelled = ActionCase.payload(of: Event.move(x: 1, y: 2)) { (pair: (Int, Int)) in
        Event.move(x: pair.0, y: pair.1)
      }
      #expect(try #require(labelled) == (1, 2))
    }

    @Test("When the payload is not a number then it is found all the same")
    func whenPayloadIsNotANumber_thenItIsFound() {
      #expect(ActionCase.payload(of: Comparable.number(.nan), Comparable.number)?.isNaN == true)
    }
  }

  @Suite("Other cases")
  struct Others {
    @Test("When another case has the same payload then it is told apart by its name")
    func whenPayloadsAreEqual_thenCasesAreToldApart() {
      #expect(ActionCase.payload(of: Event.other(1), Event.single) == nil)
      #expect(ActionCase.payload(of: Event.single(1), Event.other) == nil)
    }

    @Test("When two cases share a base name then they are told apart by their labels")
    func whenBaseNamesAreEqual_thenCasesAreToldApart() {
      #expect(ActionCase.payload(of: Event.load(from: 1), Event.load(to:)) == nil)
      #expect(ActionCase.payload(of: Event.load(from: 1), Event.load(from:)) == 1)
    }

    @Test("When payloads print alike then they are told apart by what they are")
    func whenPayloadsPrintAlike_thenCasesAreToldApart() {
      #expect(ActionCase.payload(of: Event.load(alike: Alike(id: 1)), Event.load(twin:)) == nil)
      #expect(ActionCase.payload(of: Event.load(twin: Twin(id: 1)), Event.load(alike:)) == nil)
    }

    @Test("When the action carries nothing then it is of no case with a payload")
    func whenActionCarriesNothing_thenThereIsNoPayload() {
      #expect(ActionCase.payload(of: Event.empty, Event.single) == nil)
      #expect(ActionCase.payload(of: Event.empty, Event.nothing) == nil)
      #expect(ActionCase.payload(of: 1) { (value: Int) in value } == nil)
    }

    @Test("When a closure changes the payload on the way then it is no constructor")
    func whenClosureChangesPayload_thenItIsNoConstructor() {
      #expect(ActionCase.payload(of: Comparable.count(1)) { Comparable.count($0 + 1) } == nil)
      #expect(ActionCase.payload(of: Comparable.count(1)) { Comparable.count($0) } == 1)
      #expect(ActionCase.payload(of: Comparable.count(1)) { (count: Int) in Comparable.number(Double(count)) } == nil)
    }

    @Test("When the constructor makes a case without payload then nothing is found")
    func whenConstructorDropsPayload_thenNothingIsFound() {
      #expect(ActionCase.payload(of: Event.single(1)) { (_: Int) in Event.empty } == nil)
    }
  }

  @Suite("Functions as payload")
  struct Functions {
    @Test(
      "When a type is a function or holds one directly then that is known",
      arguments: [
        (type: (@Sendable () -> Int).self as Any.Type, holds: true),
        (type: (Int, (Int) -> Void).self, holds: true),
        (type: Box<() -> Int>.self, holds: false),
        (type: Int.self, holds: false),
        (type: [() -> Void].self, holds: false),
      ]
    )
    func whenTypeIsFunction_thenItIsKnown(type: Any.Type, holds: Bool) {
      #expect(ActionCase.holdsFunctionDirectly(type) == holds)
    }

    @Test("When the payload is a function then the case is not told")
    func whenPayloadIsFunction_thenCaseIsNotTold() {
      #expect(ActionCase.payload(of: Event.function { 1 }, Event.function) == nil)
    }
  }
}

private indirect enum Event {
  case empty
  case single(Int), other(Int)
  case labelled(to: Int)
  case optional(Int?), nested(Int??), nothing(Void), anything(Any)
  case error(any Error)
  case pair((Int, Int)), two(Int, String), move(x: Int, y: Int)
  case object(Base)
  case wrapped(Box<() -> Int>)
  case tree(Event)
  case load(from: Int), load(to: Int), load(alike: Alike), load(twin: Twin)
  case function(() -> Int)
}

private enum Comparable: Equatable {
  case count(Int)
  case number(Double)
}

private enum Failure: Error {
  case offline
}

private class Base {}
private final class Derived: Base {}

private struct Box<Value> {
  let value: Value
}

private struct Alike: CustomStringConvertible {
  let id: Int
  var description: String { "Item" }
}

private struct Twin: CustomStringConvertible {
  let id: Int
  var description: String { "Item" }
}
