import Testing

@testable import TestBuilders

@Suite("Properties that are known to be hard to make smaller")
struct ClassicPropertiesTests {
  @Test("When only some numbers fail then the smallest of them is found", arguments: seeds)
  func whenOnlySomeNumbersFail_thenSmallestIsFound(seed: UInt64) async {
    #expect(await smallest(seed) { (number: Int) in number >= 100 && number % 2 == 0 } == ["Int → 100"])
    #expect(await smallest(seed) { (number: Int) in number >= 100 && number % 7 == 3 } == ["Int → 101"])
    #expect(await smallest(seed) { (number: UInt16) in number > 900 && number % 16 == 1 } == ["UInt16 → 913"])
  }

  @Test("When two numbers fail by their difference then both are small", arguments: seeds)
  func whenNumbersFailByTheirDifference_thenBothAreSmall(seed: UInt64) async {
    #expect(
      await smallest(seed) { (first: Int16, second: Int16) in first >= 10 && first == second }
        == ["Int16 → 10", "Int16 → 10"]
    )
    #expect(
      await smallest(seed) { (first: Int16, second: Int16) in
        first >= 10 && first != second && abs(Int(first) - Int(second)) <= 4
      } == ["Int16 → 10", "Int16 → 6"]
    )
  }

  @Test("When numbers fail by their sum then one of them is as small as can be", arguments: seeds)
  func whenNumbersFailByTheirSum_thenOneIsSmall(seed: UInt64) async {
    let overflowing = await smallest(seed) { (numbers: [Int32]) in
      Int32(exactly: numbers.reduce(0) { $0 + Int($1) }) == nil
    }
    #expect([["[Int32] → [1, 2147483647]"], ["[Int32] → [-1, -2147483648]"]].contains(overflowing))
  }

  @Test("When the order of a list is of no account then it is in order", arguments: seeds)
  func whenOrderIsOfNoAccount_thenListIsInOrder(seed: UInt64) async {
    #expect(await smallest(seed) { (numbers: [Int]) in Set(numbers).count > 2 } == ["[Int] → [0, 1, -1]"])
    #expect(await smallest(seed) { (numbers: [Int]) in numbers != numbers.reversed() } == ["[Int] → [0, 1]"])
  }

  @Test("When a list's length is a number of its own then it is as short as can be", arguments: seeds)
  func whenLengthIsNumberOfItsOwn_thenListIsShort(seed: UInt64) async {
    #expect(await smallest(seed) { (row: Row) in row.numbers.contains { $0 >= 900 } } == ["Row → [900]"])
  }

  @Test("When a value contains others of its type then one of them takes its place", arguments: seeds)
  func whenValueContainsOthersOfItsType_thenOneTakesItsPlace(seed: UInt64) async {
    #expect(await smallest(seed) { (sum: Sum) in sum.numbers.contains { $0 > 9 } } == ["Sum → 10"])
  }
}

private let seeds = 0..<10 as Range<UInt64>

// MARK: - The smallest case of a property

private func smallest<each T: Fixture>(
  _ seed: UInt64,
  sourceLocation: SourceLocation = #_sourceLocation,
  failing isWrong: @escaping @Sendable (repeat each T) -> Bool
) async -> [String] {
  let issues = await recordedIssues {
    await withSeed(seed) {
      await expectAll(trials: 3000, sourceLocation: sourceLocation) { (value: repeat each T) in
        let isRight = !isWrong(repeat each value)
        #expect(isRight, sourceLocation: sourceLocation)
      }
    }
  }
  let lines = (issues.last?.text ?? "").split(separator: "\n")
  return lines.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
}

// MARK: - Values

private struct Row: Fixture, CustomStringConvertible {
  let numbers: [Int16]
  var description: String { "\(numbers)" }

  static func fixture(_ values: inout FixtureValues) -> Row {
    let count = values.int(in: 1...10)
    return Row(numbers: values.array(count: count) { $0.any() })
  }
}

private indirect enum Sum: Fixture, CustomStringConvertible {
  case number(Int)
  case sum(Sum, Sum)

  var numbers: [Int] {
    switch self {
    case .number(let number): [number]
    case .sum(let left, let right): left.numbers + right.numbers
    }
  }
  var description: String { numbers.map(\.description).joined(separator: " + ") }

  static func fixture(_ values: inout FixtureValues) -> Sum {
    values.bool() ? .sum(values.any(), values.any()) : .number(values.any())
  }
}
