import Testing
import TestingSupportCore

@testable import TestAssertions

/// What a difference costs, in calls of `==`: the same on every machine.
@Suite("The effort for a difference")
struct DifferenceEffortTests {
  @Test("Equal values are compared once")
  func whenValuesAreEqual_thenEachElementIsComparedOnce() {
    let counter = Counter()
    let (expected, actual) = (makeElements(counter), makeElements(counter))

    #expect(difference(between: expected, and: actual) == nil)
    // conventions:ignore count-only - a counter is no collection
    #expect(counter.count == 10_000)
  }

  @Test("One change in ten thousand costs about one comparison for each element")
  func whenOneChanged_thenTheEffortIsLinear() {
    let counter = Counter()
    var actual = makeElements(counter)
    actual[5000].number = -1

    #expect(difference(between: makeElements(counter), and: actual) == "[5000].number, in (-1):\n  - 5000\n  + -1")
    #expect(counter.count < 15_010)
  }

  @Test("Ten thousand changes in ten thousand cost little more")
  func whenEverythingChanged_thenTheEffortIsBounded() {
    let counter = Counter()
    var actual = makeElements(counter)
    for index in actual.indices { actual[index].number = -index - 1 }
    let text = difference(between: makeElements(counter), and: actual)

    #expect(text?.hasSuffix("… and 9,980 more differences") == true)
    #expect(counter.count < 67_000)
  }

  @Test("A tree is only looked into where it differs")
  func whenOneLeafChanged_thenTheEffortIsThatOfTheTree() {
    let counter = Counter()
    var next = 0
    let expected = Tree(levels: 8, next: &next, counter)
    next = 0
    var actual = Tree(levels: 8, next: &next, counter)
    actual.children[1].children[1].children[1].children[1].children[1].children[1].children[1].children[1].leaf.number =
      -1

    #expect(difference(between: expected, and: actual)?.split(separator: "\n").count == 3)
    #expect(counter.count < 30_000)
  }

  @Test("Objects that hold each other are looked into once, not once for each way to them")
  func whenObjectsAreDenselyLinked_thenTheEffortIsThatOfTheLinks() {
    let counter = Counter()
    let (expected, actual) = (Vertex.graph(12, leaf: 1, counter), Vertex.graph(12, leaf: 2, counter))

    #expect(difference(between: expected, and: actual) != nil)
    #expect(counter.count < 1700)
  }

  @Test("An object that many others share is not looked into for each of them")
  func whenAnObjectIsShared_thenItIsNotLookedIntoAgain() {
    let counter = Counter()
    let shared = (Vertex.graph(12, leaf: 1, counter), Vertex.graph(12, leaf: 1, counter))
    let expected = (0..<100).map { Holder(number: $0, shared: shared.0) }
    let actual = (0..<100).map { Holder(number: $0 == 50 ? -1 : $0, shared: shared.1) }

    #expect(difference(between: expected, and: actual)?.hasPrefix("[50].number, in ") == true)
    #expect(counter.count < 30)
  }

  @Test("Elements are hashed only where the places of equal ones do not tell enough")
  func whenElementsChangeInPlace_thenFewAreHashed() {
    let counter = Counter()
    let expected = (0..<1000).map { HashedElement(number: $0, counter: counter) }
    var actual = expected
    for index in stride(from: 0, to: 1000, by: 10) { actual[index].number = -index - 1 }
    _ = difference(between: expected, and: actual)
    #expect(counter.count <= 200)

    for index in actual.indices { actual[index].number = -index - 1 }
    _ = difference(between: expected, and: actual)
    #expect(counter.count <= 200 + 2000)
  }

  @Test("A value that cannot be compared costs no more than looking at its fields")
  func whenElementsHaveNoEquality_thenTheEffortIsBounded() {
    let counter = Counter()
    let expected = makeElements(counter, count: 400).map { Loose(element: $0) }
    var actual = expected
    for index in actual.indices { actual[index].element.number = -index - 1 }

    #expect(difference(between: expected, and: actual)?.hasSuffix("… and 380 more differences") == true)
    #expect(counter.count < 1200)
  }
}

// MARK: - Helpers

private func makeElements(_ counter: Counter, count: Int = 10_000) -> [Element] {
  (0..<count).map { Element(number: $0, counter: counter) }
}

// MARK: - Values

private final class Counter: Sendable {
  private let calls = Locked(0)

  var count: Int { calls.withLock { $0 } }

  func increase() { calls.withLock { $0 += 1 } }
}

private struct Element: Equatable, CustomReflectable, CustomTestStringConvertible {
  var number: Int
  let counter: Counter

  var customMirror: Mirror { Mirror(self, children: ["number": number], displayStyle: .struct) }
  var testDescription: String { "(\(number))" }

  static func == (first: Element, second: Element) -> Bool {
    first.counter.increase()
    return first.number == second.number
  }
}

private struct HashedElement: Hashable {
  var number: Int
  let counter: Counter

  static func == (first: HashedElement, second: HashedElement) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) {
    counter.increase()
    hasher.combine(number)
  }
}

private struct Holder {
  var number: Int
  var shared: Vertex
}

private final class Vertex {
  let element: Element
  var list: [Vertex] = []

  init(_ number: Int, _ counter: Counter) {
    element = Element(number: number, counter: counter)
  }

  /// Every vertex knows every other.
  static func graph(_ count: Int, leaf: Int, _ counter: Counter) -> Vertex {
    let vertices = (0..<count).map { Vertex($0 == count - 1 ? leaf : 0, counter) }
    for vertex in vertices { vertex.list = vertices }
    return vertices[0]
  }
}

private struct Loose {
  var element: Element
}

private struct Tree: Equatable {
  var leaf: Element
  var children: [Tree] = []

  init(levels: Int, next: inout Int, _ counter: Counter) {
    next += 1
    leaf = Element(number: next, counter: counter)
    if levels > 0 { children = (0..<3).map { _ in Tree(levels: levels - 1, next: &next, counter) } }
  }
}
