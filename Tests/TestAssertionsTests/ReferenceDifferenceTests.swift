import Foundation
import Testing

@testable import TestAssertions

@Suite("The difference of objects")
struct ReferenceDifferenceTests {
  @Test("The same instance does not differ from itself")
  func whenTheInstanceIsTheSame_thenThereIsNoDifference() {
    let node = Node("a")

    #expect(difference(between: node, and: node) == nil)
  }

  @Test("Other instances are compared by field, those of base classes too")
  func whenAFieldDiffers_thenItIsTold() {
    #expect(difference(between: Node("a"), and: Node("b")) == "name:\n  - \"a\"\n  + \"b\"")
    #expect(difference(between: Leaf("a", weight: 1), and: Leaf("b", weight: 1)) == "name:\n  - \"a\"\n  + \"b\"")
  }

  @Test("Another instance with the same fields is told apart")
  func whenFieldsAreTheSame_thenTheIdentityIsTold() {
    #expect(difference(between: Node("a"), and: Node("a")) == "same fields, another instance of Node")
    #expect(difference(between: [Node("a")], and: [Node("a")]) == "[0]:\n  same fields, another instance of Node")
  }

  @Test("The identity of objects is left out where something else differs")
  func whenSomethingElseDiffers_thenTheIdentityIsNotTold() {
    let (expected, actual) = (Holder(first: Node("a"), second: Node("b")), Holder(first: Node("a"), second: Node("c")))

    #expect(difference(between: expected, and: actual) == "second.name:\n  - \"b\"\n  + \"c\"")
  }

  // On some platforms, to read the item's block would end the process.
  @Test("What differs beside a work item is reported")
  func whenObjectsHaveWorkItems_thenTheRestIsReported() {
    let (expected, actual) = (Debouncer(delay: 3), Debouncer(delay: 4))

    #expect(difference(between: expected, and: actual) == "delay:\n  - 3\n  + 4")
    // Of two types, with fields compared all the same.
    let items: [Any] = [Debouncer(delay: 3), DispatchWorkItem {}]
    #expect(difference(between: items[0], and: items[1]) != nil)
    #expect(difference(between: items[1], and: items[0]) != nil)
    #expect(difference(between: items[1], and: DispatchWorkItem {} as Any) != nil)
    // In an array, elements are paired by what they have in common.
    let array: [Any] = [Debouncer(delay: 3), Debouncer(delay: 5)]
    #expect(difference(between: array, and: [DispatchWorkItem {}, DispatchWorkItem {}] as [Any]) != nil)
  }

  @Test("Of objects in objects, only the outermost is told to be another")
  func whenObjectsAreNested_thenTheOutermostIsTold() {
    let (expected, actual) = (Node("a"), Node("a"))
    (expected.next, actual.next) = (Node("b"), Node("b"))

    #expect(difference(between: expected, and: actual) == "same fields, another instance of Node")
  }

  @Test("Objects whose == compares identity say so")
  func whenEqualityIsIdentity_thenItIsSaid() {
    let text = difference(between: Token(), and: Token())

    #expect(text == "same fields, another instance of Token, and its == distinguishes them")
  }

  @Test("Objects of different classes are reported with their classes")
  func whenClassesDiffer_thenTheyAreNamed() {
    let text = difference(between: Node("a"), and: Leaf("a", weight: 1) as Node)

    #expect(text == "- Node(name: \"a\", next: nil)\n+ Leaf(name: \"a\", next: nil, weight: 1)")
  }

  @Test("A base class that can compare decides for its subclasses")
  func whenABaseClassHasEquality_thenItDecides() {
    #expect(difference(between: [Shape(1)] as [Any], and: [Circle(1)]) == nil)
    #expect(difference(between: [Circle(1)] as [Any], and: [Shape(1)]) == nil)
    #expect(difference(between: [Circle(1)] as [Any], and: [Shape(2)])?.contains("Shape") == true)
  }

  @Suite("Cycles")
  struct Cycles {
    @Test("A cycle is walked once")
    func whenObjectsHoldEachOther_thenTheDifferenceIsFound() {
      #expect(difference(between: makeCycle("a", "b"), and: makeCycle("a", "c")) == "next?.name:\n  - \"b\"\n  + \"c\"")
      #expect(
        difference(between: makeCycle("a", "b"), and: makeCycle("a", "b")) == "same fields, another instance of Node"
      )
    }

    @Test("Cycles through arrays and dictionaries end")
    func whenACycleGoesThroughCollections_thenItEnds() {
      #expect(
        difference(between: makeGraph(10, leaf: 1), and: makeGraph(10, leaf: 1))
          == "same fields, another instance of Vertex"
      )
      let text = difference(between: makeGraph(10, leaf: 1), and: makeGraph(10, leaf: 2))
      #expect(text?.contains("list[9].leaf, in ") == true)
      #expect(text?.hasSuffix(":\n  - 1\n  + 2") == true)
    }

    @Test("What leads back to a pair of objects is not told again")
    func whenAChildHoldsItsParent_thenTheParentIsNotToldAgain() {
      let (expected, actual) = (makeFamily(child: 1), makeFamily(child: 4))
      let text = difference(between: expected, and: actual)

      #expect(text?.hasPrefix("children[0].number, in ") == true)
      #expect(text?.hasSuffix(":\n  - 1\n  + 4") == true)
      #expect(text?.split(separator: "\n").count == 3)
    }

    @Test("A simple object that is shared is reported wherever it is")
    func whenASimpleObjectIsShared_thenItIsReportedEverywhere() {
      let (one, two) = (NSNumber(1), NSNumber(2))

      #expect(
        difference(between: ["a": [one], "b": [one]], and: ["a": [two], "b": [two]])
          == "[\"a\"][0]:\n  - 1\n  + 2\n[\"b\"][0]:\n  - 1\n  + 2"
      )
    }

    @Test("A value that holds itself can be printed")
    func whenAnObjectHoldsItself_thenItsTextEnds() {
      let node = Node("a")
      node.next = node

      #expect(ValueText(node).text == "Node(name: \"a\", next: Node(↩︎))")
      node.next = nil
    }

    @Test("A very long chain ends without a crash")
    func whenAChainIsVeryLong_thenTheDepthIsBounded() {
      let (expected, actual) = (makeChain(5000, last: "x"), makeChain(5000, last: "y"))

      #expect(difference(between: expected, and: actual)?.hasSuffix("not compared: more than 64 levels deep") == true)
      #expect(difference(between: Nested(depth: 1000, leaf: 1), and: Nested(depth: 1000, leaf: 2)) != nil)
    }

    @Test("The depth that is looked into fits the small stacks of some threads")
    func whenTheStackIsSmall_thenItIsLargeEnough() async {
      let text = await withCheckedContinuation { continuation in
        let thread = Thread {
          let chains = (makeChain(200, last: "x"), makeChain(200, last: "y"))
          let nested = (Nested(depth: 200, leaf: 1), Nested(depth: 200, leaf: 2))
          let texts = [difference(between: chains.0, and: chains.1), difference(between: nested.0, and: nested.1)]
          continuation.resume(returning: texts.compactMap { $0 }.joined(separator: "\n"))
        }
        // What Apple's systems give to threads other than the main one.
        thread.stackSize = 512 * 1024
        thread.start()
      }

      #expect(text.contains("more than 64 levels deep"))
    }
  }
}

// MARK: - Helpers

private func makeFamily(child number: Int) -> Relative {
  let (parent, child) = (Relative(0), Relative(number))
  (parent.children, child.parent) = ([child], parent)
  return parent
}

private func makeCycle(_ first: String, _ second: String) -> Node {
  let (node, next) = (Node(first), Node(second))
  (node.next, next.next) = (next, node)
  return node
}

/// Every vertex knows every other, by array and by dictionary: there are more paths than could ever be walked.
private func makeGraph(_ count: Int, leaf: Int) -> Vertex {
  let vertices = (0..<count).map { Vertex($0 == count - 1 ? leaf : 0) }
  for vertex in vertices {
    vertex.list = vertices
    vertex.table = Dictionary(uniqueKeysWithValues: vertices.enumerated().map { ($0, $1) })
  }
  return vertices[0]
}

private func makeChain(_ count: Int, last: String) -> Node {
  var node = Node(last)
  for _ in 0..<count {
    let next = node
    node = Node("n")
    node.next = next
  }
  return node
}

// MARK: - Values

private class Node {
  let name: String
  var next: Node?

  init(_ name: String) {
    self.name = name
  }
}

private final class Leaf: Node {
  let weight: Int

  init(_ name: String, weight: Int) {
    self.weight = weight
    super.init(name)
  }
}

private struct Holder {
  var first: Node
  var second: Node
}

private final class Vertex {
  let leaf: Int
  var list: [Vertex] = []
  var table: [Int: Vertex] = [:]

  init(_ leaf: Int) {
    self.leaf = leaf
  }
}

private final class Token: Equatable {
  let number = 1

  static func == (first: Token, second: Token) -> Bool { first === second }
}

private class Shape: Equatable {
  let size: Int

  init(_ size: Int) {
    self.size = size
  }

  static func == (first: Shape, second: Shape) -> Bool { first.size == second.size }
}

private final class Circle: Shape {}

private indirect enum Nested {
  case leaf(Int)
  case node([Nested])

  init(depth: Int, leaf: Int) {
    self = (0..<depth).reduce(.leaf(leaf)) { nested, _ in .node([nested]) }
  }
}

private final class Relative: Equatable {
  let number: Int
  var children: [Relative] = []
  weak var parent: Relative?

  init(_ number: Int) {
    self.number = number
  }

  static func == (first: Relative, second: Relative) -> Bool {
    first.number == second.number && first.children == second.children
  }
}

private final class Debouncer {
  let delay: Int
  let work = DispatchWorkItem {}

  init(delay: Int) {
    self.delay = delay
  }
}
