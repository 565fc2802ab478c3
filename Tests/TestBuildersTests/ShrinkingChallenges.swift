@testable import TestBuilders

/// The shrinking challenges on which Hypothesis, jqwik and other libraries are compared: a property each, which fails.
enum ShrinkingChallenge {
  static func reverse(_ numbers: [Int]) -> Bool {
    numbers == numbers.reversed()
  }

  static func distinct(_ numbers: [Int]) -> Bool {
    Set(numbers).count < 3
  }

  static func nestedLists(_ lists: [[Int]]) -> Bool {
    lists.reduce(0) { $0 + $1.count } <= 10
  }

  static func largeUnionList(_ lists: [[Int]]) -> Bool {
    Set(lists.joined()).count <= 4
  }

  static func deletion(_ numbers: [Int], _ element: Int) -> Bool {
    guard let index = numbers.firstIndex(of: element) else { return true }
    var numbers = numbers
    numbers.remove(at: index)
    return !numbers.contains(element)
  }

  static func differenceMustNotBeZero(_ first: Int, _ second: Int) -> Bool {
    first < 10 || first != second
  }

  static func differenceMustNotBeSmall(_ first: Int, _ second: Int) -> Bool {
    first < 10 || !(1...4).contains(first.subtractingReportingOverflow(second).partialValue.magnitude)
  }

  static func differenceMustNotBeOne(_ first: Int, _ second: Int) -> Bool {
    first < 10 || first.subtractingReportingOverflow(second).partialValue.magnitude != 1
  }

  static func lengthList(_ list: LengthList) -> Bool {
    list.numbers.allSatisfy { $0 < 900 }
  }

  static func binaryHeap(_ heap: Heap) -> Bool {
    let sorted = heap.wronglySorted
    return sorted == sorted.sorted() && sorted.sorted() == heap.elements.sorted()
  }

  static func calculator(_ expression: Expression) -> Bool {
    expression.dividesByLiteralZero || expression.value != nil
  }

  static func coupling(_ list: CoupledList) -> Bool {
    let numbers = list.numbers
    guard numbers.allSatisfy({ $0 < numbers.count }) else { return true }
    return numbers.indices.allSatisfy { numbers[$0] == $0 || numbers[numbers[$0]] != $0 }
  }

  static func bound5(_ lists: FiveLists) -> Bool {
    let sums = lists.lists.map { $0.reduce(0, &+) }
    return !sums.allSatisfy { $0 < 256 } || lists.lists.joined().reduce(0, &+) < 5 * 256
  }
}

/// A list whose length is drawn before its elements.
struct LengthList: Fixture, CustomStringConvertible {
  let numbers: [Int]
  var description: String { "\(numbers)" }

  static func fixture(_ values: inout FixtureValues) -> LengthList {
    let count = values.int(in: 1...100)
    return LengthList(numbers: values.array(count: count) { $0.int(in: 0...1000) })
  }
}

/// A list whose elements are places in it.
struct CoupledList: Fixture, CustomStringConvertible {
  let numbers: [Int]
  var description: String { "\(numbers)" }

  static func fixture(_ values: inout FixtureValues) -> CoupledList {
    CoupledList(numbers: values.array { $0.int(in: 0...10) })
  }
}

struct FiveLists: Fixture, CustomStringConvertible {
  let lists: [[Int16]]
  var description: String { "\(lists)" }

  static func fixture(_ values: inout FixtureValues) -> FiveLists {
    FiveLists(lists: values.array(count: 5) { $0.any() })
  }
}

/// A heap of numbers, none of them less than the one above it.
indirect enum Heap: Fixture, CustomStringConvertible {
  case empty
  case node(Int, Heap, Heap)

  static func fixture(_ values: inout FixtureValues) -> Heap { heap(&values, from: 0) }

  private static func heap(_ values: inout FixtureValues, from least: Int) -> Heap {
    guard values.int(in: 0...2) == 1 else { return .empty }
    let number = values.int(in: least...least + 100)
    return .node(number, heap(&values, from: number), heap(&values, from: number))
  }

  var description: String {
    switch self {
    case .empty: "-"
    case .node(let number, let left, let right): "(\(number) \(left) \(right))"
    }
  }

  var elements: [Int] {
    switch self {
    case .empty: []
    case .node(let number, let left, let right): [number] + left.elements + right.elements
    }
  }

  /// The mistake: what is below the root is merged, and then listed as it stands.
  var wronglySorted: [Int] {
    switch self {
    case .empty: []
    case .node(let number, let left, let right): [number] + Heap.merged(left, right).elements
    }
  }

  private static func merged(_ first: Heap, _ second: Heap) -> Heap {
    switch (first, second) {
    case (.empty, _): second
    case (_, .empty): first
    case (.node(let number, let left, let right), .node(let other, let otherLeft, let otherRight)):
      number <= other
        ? .node(number, merged(right, second), left)
        : .node(other, merged(otherRight, first), otherLeft)
    }
  }
}

indirect enum Expression: Fixture, CustomStringConvertible {
  case number(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  static func fixture(_ values: inout FixtureValues) -> Expression {
    switch values.int(in: 0...2) {
    case 0: .number(values.any())
    case 1: .sum(values.any(), values.any())
    default: .quotient(values.any(), values.any())
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .sum(let left, let right): "(\(left) + \(right))"
    case .quotient(let left, let right): "(\(left) / \(right))"
    }
  }

  var dividesByLiteralZero: Bool {
    switch self {
    case .number: false
    case .sum(let left, let right): left.dividesByLiteralZero || right.dividesByLiteralZero
    case .quotient(_, .number(0)): true
    case .quotient(let left, let right): left.dividesByLiteralZero || right.dividesByLiteralZero
    }
  }

  /// The value; `nil` where something is divided by zero.
  var value: Int? {
    switch self {
    case .number(let number): return number
    case .sum(let left, let right):
      guard let left = left.value, let right = right.value else { return nil }
      return left &+ right
    case .quotient(let left, let right):
      guard let left = left.value, let right = right.value, right != 0 else { return nil }
      return left.dividedReportingOverflow(by: right).partialValue
    }
  }
}
