import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Values at which programs break")
struct ExtremeValuesTests {
  @Test("When integers are tried then both ends of their type are among them, those beside them, and those around zero")
  func whenIntegersAreTried_thenEndsAreAmongThem() async {
    await expectTried(
      extremes(of: Int.self),
      extremes(of: Int8.self),
      extremes(of: Int16.self),
      extremes(of: Int32.self),
      extremes(of: Int64.self),
      extremes(of: UInt.self),
      extremes(of: UInt8.self),
      extremes(of: UInt16.self),
      extremes(of: UInt32.self),
      extremes(of: UInt64.self)
    )
  }

  @Test("When numbers with a point are tried then infinities, NaN and both zeros are among them")
  func whenFloatingPointNumbersAreTried_thenSpecialOnesAreAmongThem() async {
    await expectTried(extremes(of: Double.self), extremes(of: Float.self), extremes(of: CGFloat.self))
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      await expectTried(extremes(of: Float16.self))
    #endif
    await expectTried(
      [
        ("zero", { $0 == 0 }), ("NaN", \.isNaN), ("greatest", { $0 == .greatestFiniteMagnitude }),
        ("negative", { $0 < 0 }), ("with a fraction", { $0 * 10 == ($0 * 1000) / 100 && $0 < 1 && $0 > 0 }),
      ] as [Kind<Decimal>]
    )
  }

  @Test("When a range is drawn from then its ends are among the numbers")
  func whenRangeIsDrawnFrom_thenItsEndsAreAmongNumbers() async {
    for seed in manySeeds {
      let drawn = Locked<(Set<Int>, Set<Double>)>(([], []))
      await withSeed(seed) {
        await expectAll {
          let (whole, part) = (anyInt(in: -1000...5000), anyDouble(in: 0.5...9.5))
          drawn.withLock {
            $0.0.insert(whole)
            $0.1.insert(part)
          }
        }
      }
      let (wholes, parts) = drawn.withLock { $0 }
      #expect(wholes.isSuperset(of: [-1000, -999, -1, 0, 1, 4999, 5000]))
      #expect(parts.isSuperset(of: [0.5, 9.5, 1, 9]))
    }
  }

  @Test("When texts are tried then empty, blank and unusual ones are among them")
  func whenTextsAreTried_thenUnusualOnesAreAmongThem() async {
    await expectTried(
      [
        ("empty", \.isEmpty), ("of one character", { $0.count == 1 }), ("long", { $0.count > 20 }),
        ("a space", { $0 == " " }), ("blank", { !$0.isEmpty && $0.allSatisfy(\.isWhitespace) }),
        ("with a line break", { $0.contains("\n") }), ("with a Windows line break", { $0.contains("\r\n") }),
        ("with a zero", { $0.unicodeScalars.contains("\0") }), ("with a quote", { $0.contains("\"") }),
        ("a number", { Int($0) != nil }), ("with a family", { $0.contains("👩‍👩‍👧‍👦") }),
        ("with a flag", { $0.contains("🇦🇹") }),
        ("decomposed", { Array($0.unicodeScalars) != Array($0.precomposedStringWithCanonicalMapping.unicodeScalars) }),
        ("longer in upper case", { $0.uppercased().count > $0.count }),
        ("from right to left", { $0.contains("ע") || $0.contains("ק") }), ("a mark alone", { $0.hasPrefix("\u{301}") }),
        ("with a letter that has no case pair", { $0.contains("İ") || $0.contains("ı") }),
      ] as [Kind<String>]
    )
    await expectTried(
      [
        ("of several scalars", { $0.unicodeScalars.count > 1 }), ("a digit", \.isNumber), ("a space", \.isWhitespace),
        ("a capital", \.isUppercase), ("not of ASCII", { !$0.isASCII }),
      ] as [Kind<Character>]
    )
  }

  @Test("When days and times are tried then old ones, parts of seconds and leap days are among them")
  func whenDatesAreTried_thenUnusualOnesAreAmongThem() async {
    await expectTried(
      [
        ("before 1970", { $0.timeIntervalSince1970 < 0 }), ("1970", { $0.timeIntervalSince1970 == 0 }),
        ("after 2038", { $0.timeIntervalSince1970 > 2_147_483_647 }), ("distant past", { $0 == .distantPast }),
        ("distant future", { $0 == .distantFuture }),
        ("a part of a second", { $0.timeIntervalSince1970 != $0.timeIntervalSince1970.rounded() }),
        ("a leap day", isLeapDay), ("the reference date", { $0.timeIntervalSinceReferenceDate == 0 }),
      ] as [Kind<Date>]
    )
    await expectTried(
      [
        ("a leap day", { $0.month == 2 && $0.day == 29 }), ("the last of a month", { $0.day == 31 }),
      ] as [Kind<DateComponents>]
    )
    await expectTried(
      [
        ("zero", { $0 == .zero }), ("negative", { $0 < .zero }), ("an attosecond", { $0.components.attoseconds == 1 }),
        ("longest", { $0.components.seconds == .max }), ("least", { $0.components.seconds == .min }),
        ("a part of a second", { $0.components.attoseconds != 0 }),
      ] as [Kind<Duration>]
    )
  }

  @Test("When addresses are tried then some have a query, a fragment, a port or no host")
  func whenAddressesAreTried_thenSomeHaveQuery() async {
    await expectTried(
      [
        ("with a query", { $0.query?.isEmpty == false }),
        ("with an escaped query", { $0.query?.contains("%") == true }),
        ("with a fragment", { $0.fragment != nil }), ("with a port", { $0.port != nil }),
        ("with nothing else", { $0.query == nil && $0.fragment == nil && $0.host == "example.com" }),
        ("with no scheme", { $0.scheme == nil }), ("of a file", \.isFileURL), ("with a user", { $0.user != nil }),
      ] as [Kind<URL>]
    )
  }

  @Test("When collections are tried then empty, short, long, sorted and repetitive ones are among them")
  func whenCollectionsAreTried_thenUnusualOnesAreAmongThem() async {
    await expectTried(
      [
        ("empty", \.isEmpty), ("of one element", { $0.count == 1 }), ("of two elements", { $0.count == 2 }),
        ("long", { $0.count > 20 }), ("with equal elements", { Set($0).count < $0.count }),
        ("of equal elements", { $0.count > 1 && Set($0).count == 1 }),
        ("sorted", { $0.count > 1 && $0 == $0.sorted() }),
        ("not sorted", { $0 != $0.sorted() }),
        ("falling", { $0.count > 1 && $0 == $0.sorted(by: >) && Set($0).count > 1 }),
        ("with the greatest", { $0.contains(.max) }), ("with the least", { $0.contains(.min) }),
        ("with neighbours that are equal", { zip($0, $0.dropFirst()).contains { $0 == $1 } }),
      ] as [Kind<[Int]>]
    )
    await expectTried(
      [
        ("empty", \.isEmpty), ("of one element", { $0.count == 1 }), ("of many elements", { $0.count > 8 }),
      ] as [Kind<Set<String>>]
    )
    await expectTried([("empty", \.isEmpty), ("of one entry", { $0.count == 1 })] as [Kind<[String: Int]>])
    await expectTried(
      [
        ("empty", \.isEmpty), ("zero", { $0.contains(0) }), ("all bits", { $0.contains(255) }),
      ] as [Kind<Data>]
    )
    await expectTried(
      [
        ("nil", { $0 == nil }), ("some", { $0 != nil }), ("greatest", { $0 == .max }),
      ] as [Kind<Int?>]
    )
    await expectTried(
      [
        ("of one", { $0.count == 1 }), ("to the end", { $0.upperBound == 255 }),
      ] as [Kind<ClosedRange<UInt8>>]
    )
    await expectTried([("empty", \.isEmpty), ("wide", { $0.count > 250 })] as [Kind<Range<UInt8>>])
    await expectTried(
      Direction.allCases.map { direction in ("\(direction)", { $0 == direction }) } as [Kind<Direction>]
    )
  }

  @Test("When two values of a type are tried then they are equal now and then, whatever the type")
  func whenTwoValuesAreTried_thenTheyAreEqualNowAndThen() async {
    await expectTried(
      equalPairs(of: Int.self),
      equalPairs(of: UInt64.self),
      equalPairs(of: Double.self),
      equalPairs(of: String.self),
      equalPairs(of: [Int].self),
      equalPairs(of: [String: Int].self),
      equalPairs(of: Date.self),
      equalPairs(of: URL.self),
      equalPairs(of: Data.self),
      equalPairs(of: Decimal.self),
      equalPairs(of: Person.self),
      equalPairs(of: [Person].self)
    )
  }

  @Test("When two texts are tried then they are equal but differ in form now and then")
  func whenTwoTextsAreTried_thenTheyDifferInFormOnly() async {
    await expectTried(
      [("in two forms", { $0.first == $0.second && $0.first.scalars != $0.second.scalars })] as [Kind<Pair<String>>],
      [
        ("in two forms", { $0.first == $0.second && $0.first.name.scalars != $0.second.name.scalars })
      ] as [Kind<Pair<Person>>]
    )
  }

  @Test("When ranges of numbers that may be NaN are tried then there is always one")
  func whenRangesOfNumbersThatMayBeNaNAreTried_thenThereIsAlwaysOne() async {
    await expectAll(trials: 500) { (closed: ClosedRange<Double>, open: Range<Float>) in
      #expect(closed.lowerBound <= closed.upperBound && open.lowerBound <= open.upperBound)
    }
  }
}

// MARK: - Kinds of values

private typealias Kind<T> = (name: String, isOne: (T) -> Bool)

private func extremes<T: FixedWidthInteger & Sendable>(of type: T.Type) -> [Kind<T>] {
  var numbers: Set<T> = [0, 1, T.max, T.min]
  numbers.formUnion([T.max - 1, T.min + 1])
  if T.isSigned { numbers.insert(0 - 1) }
  return numbers.sorted().map { (number: T) -> Kind<T> in ("\(T.self) \(number)", { $0 == number }) }
}

private func extremes<T: BinaryFloatingPoint & Sendable>(of type: T.Type) -> [Kind<T>] {
  let numbers: [T] = [
    1, -1, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne,
  ]
  let listed = numbers.map { (number: T) -> Kind<T> in ("\(T.self) \(number)", { $0 == number }) }
  return listed + [
    ("\(T.self) NaN", \.isNaN), ("\(T.self) 0", { $0 == 0 && $0.sign == .plus }),
    ("\(T.self) -0", { $0 == 0 && $0.sign == .minus }), ("\(T.self) with a fraction", { $0 != $0.rounded() }),
  ]
}

private func equalPairs<T: Fixture & Equatable>(of type: T.Type) -> [Kind<Pair<T>>] {
  [("equal", { $0.first == $0.second })]
}

private func isLeapDay(_ date: Date) -> Bool {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
  let components = calendar.dateComponents([.month, .day], from: date)
  return components.month == 2 && components.day == 29
}

private enum Direction: CaseIterable, Fixture {
  case north, northeast, east, southeast, south, southwest, west, northwest
}

private struct Person: Fixture, Hashable {
  let name: String
  let age: Int

  static func fixture(_ values: inout FixtureValues) -> Person {
    Person(name: values.any(), age: values.int(in: 0...120))
  }
}

private struct Pair<T: Fixture>: Fixture {
  let first: T
  let second: T

  static func fixture(_ values: inout FixtureValues) -> Pair { Pair(first: values.any(), second: values.any()) }
}

extension String {
  fileprivate var scalars: [UnicodeScalar] { Array(unicodeScalars) }
}

// MARK: - Asking many seeds

/// 40, and 10 where the code isn't optimized: the suites that try many take a minute and a half there with 40.
#if DEBUG
  let manySeeds = 0..<10 as Range<UInt64>
#else
  let manySeeds = 0..<40 as Range<UInt64>
#endif

/// Expects that all seeds but one try a value of each kind within 100 trials.
private func expectTried<each T: Fixture>(
  _ kinds: repeat [Kind<each T>],
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  var seedsByKind: [String: Int] = [:]
  for kinds in repeat each kinds {
    for kind in kinds { seedsByKind[name(of: kind)] = 0 }
  }
  for seed in manySeeds {
    var tried: Set<String> = []
    await withSeed(seed) {
      await expectAll { (values: repeat each T) in
        for (value, kinds) in repeat (each values, each kinds) {
          for kind in kinds where !tried.contains(name(of: kind)) && kind.isOne(value) { tried.insert(name(of: kind)) }
        }
      }
    }
    for name in tried { seedsByKind[name, default: 0] += 1 }
  }
  for (name, count) in seedsByKind {
    #expect(count >= manySeeds.count - 1, "\(name)", sourceLocation: sourceLocation)
  }
}

private func name<T>(of kind: Kind<T>) -> String { "\(T.self): \(kind.name)" }
