import TestBuilders
import Testing

/// The shrinking challenges on which Hypothesis, jqwik and other libraries are compared: a property each, which fails.
enum ShrinkingChallenge {
  fileprivate static func reverse(_ numbers: [Int]) -> Bool {
    numbers == numbers.reversed()
  }

  fileprivate static func distinct(_ numbers: [Int]) -> Bool {
    Set(numbers).count < 3
  }

  fileprivate static func nestedLists(_ lists: [[Int]]) -> Bool {
    lists.reduce(0) { $0 + $1.count } <= 10
  }

  fileprivate static func largeUnionList(_ lists: [[Int]]) -> Bool {
    Set(lists.joined()).count <= 4
  }

  fileprivate static func deletion(_ numbers: [Int], _ element: Int) -> Bool {
    guard let index = numbers.firstIndex(of: element) else { return true }
    var numbers = numbers
    numbers.remove(at: index)
    return !numbers.contains(element)
  }

  fileprivate static func differenceMustNotBeZero(_ first: Int, _ second: Int) -> Bool {
    first < 10 || first != second
  }

  fileprivate static func differenceMustNotBeSmall(_ first: Int, _ second: Int) -> Bool {
    first < 10 || !(1...4).contains(first.subtractingReportingOverflow(second).partialValue.magnitude)
  }

  fileprivate static func differenceMustNotBeOne(_ first: Int, _ second: Int) -> Bool {
    first < 10 || first.subtractingReportingOverflow(second).partialValue.magnitude != 1
  }

  fileprivate static func lengthList(_ list: LengthList) -> Bool {
    list.numbers.allSatisfy { $0 < 900 }
  }

  fileprivate static func binaryHeap(_ heap: Heap) -> Bool {
    let sorted = heap.wronglySorted
    return sorted == sorted.sorted() && sorted.sorted() == heap.elements.sorted()
  }

  fileprivate static func calculator(_ expression: Expression) -> Bool {
    expression.dividesByLiteralZero || expression.value != nil
  }

  fileprivate static func coupling(_ list: CoupledList) -> Bool {
    let numbers = list.numbers
    guard numbers.allSatisfy({ $0 < numbers.count }) else { return true }
    return numbers.indices.allSatisfy { numbers[$0] == $0 || numbers[numbers[$0]] != $0 }
  }

  fileprivate static func bound5(_ lists: FiveLists) -> Bool {
    let sums = lists.lists.map { $0.reduce(0, &+) }
    return !sums.allSatisfy { $0 < 256 } || lists.lists.joined().reduce(0, &+) < 5 * 256
  }
}

extension ShrinkingChallenge {
  /// A property that fails, and the smallest input with which it does.
  struct Entry: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let smallest: [String]
    let check: @Sendable () async -> Void

    init(_ name: String, _ smallest: [String], _ check: @escaping @Sendable () async -> Void) {
      testDescription = name
      self.smallest = smallest
      self.check = check
    }
  }

  /// What a property reported for one seed.
  struct Found {
    let input: [String]
    let attempts: Int

    init(in issues: [Issue]) {
      let lines = (issues.last?.comments.map(\.rawValue).joined(separator: "\n") ?? "").split(separator: "\n")
      input = lines.filter { $0.hasPrefix("  ") }.compactMap { line in
        line.firstRange(of: "→ ").map { String(line[$0.upperBound...]) }
      }
      attempts = lines.dropFirst().first?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
  }

  static let all = lists + numbers + structures

  private static let lists = [
    Entry("reverse", ["[0, 1]"]) {
      await expectAll(trials: 5000) { (numbers: [Int]) in check(reverse(numbers)) }
    },
    Entry("distinct", ["[0, 1, -1]"]) {
      await expectAll(trials: 5000) { (numbers: [Int]) in check(distinct(numbers)) }
    },
    Entry("nested lists", ["[\(Array(repeating: 0, count: 11))]"]) {
      await expectAll(trials: 5000) { (lists: [[Int]]) in check(nestedLists(lists)) }
    },
    Entry("large union list", ["[[0, 1, -1, 2, -2]]"]) {
      await expectAll(trials: 5000) { (lists: [[Int]]) in check(largeUnionList(lists)) }
    },
    Entry("deletion", ["[0, 0]", "0"]) {
      await expectAll(trials: 5000) { (numbers: [Int], number: Int) in check(deletion(numbers, number)) }
    },
    Entry("length list", ["[900]"]) {
      await expectAll(trials: 5000) { (list: LengthList) in check(lengthList(list)) }
    },
    Entry("coupling", ["[1, 0]"]) {
      await expectAll(trials: 5000) { (list: CoupledList) in check(coupling(list)) }
    },
    Entry("bound5", ["[[], [], [], [-1], [-32768]]"]) {
      await expectAll(trials: 5000) { (lists: FiveLists) in check(bound5(lists)) }
    },
  ]

  private static let numbers = [
    Entry("difference must not be zero", ["10", "10"]) {
      await expectAll(trials: 5000) { (a: Int, b: Int) in check(differenceMustNotBeZero(a, b)) }
    },
    Entry("difference must not be small", ["10", "6"]) {
      await expectAll(trials: 5000) { (a: Int, b: Int) in check(differenceMustNotBeSmall(a, b)) }
    },
    Entry("difference must not be one", ["10", "9"]) {
      await expectAll(trials: 5000) { (a: Int, b: Int) in check(differenceMustNotBeOne(a, b)) }
    },
  ]

  private static let structures = [
    Entry("binary heap", ["(0 - (0 (1 - -) (0 - -)))"]) {
      await expectAll(trials: 5000) { (heap: Heap) in check(binaryHeap(heap)) }
    },
    Entry("calculator", ["(0 / (0 + 0))"]) {
      await expectAll(trials: 5000) { (expression: Expression) in check(calculator(expression)) }
    },
  ]
}

private func check(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  if !holds { Issue.record("It does not hold.", sourceLocation: sourceLocation) }
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
