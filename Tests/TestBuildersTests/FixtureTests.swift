import Foundation
import TestBuilders
import Testing

@Suite("Fixtures")
struct FixtureTests {
  @Suite("Of one's own types")
  struct OwnTypes {
    @Test("When two fixtures are made then they differ")
    func whenTwoFixturesAreMade_thenTheyDiffer() {
      #expect(Article.fixture != Article.fixture)
    }

    @Test("When an enumeration has no code of its own then all its cases come")
    func whenEnumerationHasNoCode_thenAllItsCasesCome() {
      #expect(Set((0..<100).map { _ in Kind.fixture }) == Set(Kind.allCases))
    }

    @Test("When values are made of a seed then the same seed makes the same")
    func whenValuesAreMadeOfSeed_thenSameSeedMakesSame() {
      var (first, second, other) = (FixtureValues(seed: 1), FixtureValues(seed: 1), FixtureValues(seed: 2))
      let item: Article = first.any()

      #expect(item == second.any())
      #expect(item != other.any())
      #expect([1, 2, 3, 4, 5].shuffled(using: &first) == [1, 2, 3, 4, 5].shuffled(using: &second))
    }

    @Test("When collections are asked for then they are as long as told")
    func whenCollectionsAreAskedFor_thenTheyAreAsLongAsTold() {
      var values = FixtureValues(seed: 1)

      #expect(values.array(count: 7) { $0.int(in: 1...3) }.count == 7)
      #expect(Set((0..<100).map { _ in values.array { $0.bool() }.count }) == [1, 2, 3])
      #expect(Set((0..<100).map { _ in values.optional { _ in 1 } }) == [1, nil])
      #expect(Set((0..<100).map { _ in values.element(of: 1, 2, 3, 4) }) == [1, 2, 3, 4])
      #expect(values.date(in: .distantPast...Date.distantFuture) < .distantFuture)
      #expect(values.email() != values.email())
      #expect(values.url() != values.url())
    }
  }

  @Suite("Lists")
  struct Lists {
    @Test("When several are made then their identifiers differ")
    func whenSeveralAreMade_thenIdentifiersDiffer() {
      #expect(Set(Article.fixtures(100).map(\.id)).count == 100)
      #expect(Set(Numbered.fixtures(5).map(\.id)) == Set(1...5))
    }

    @Test("When several are made with a change then each is as its index tells")
    func whenSeveralAreMadeWithChange_thenEachIsAsIndexTells() {
      let items = Article.fixtures(3) { index, builder in builder.name("Article \(index)") }

      #expect(items.map(\.name) == ["Article 0", "Article 1", "Article 2"])
      #expect(Set(items.map(\.id)).count == 3)
    }

    @Test("When fixtures are the arguments of a test then it gets each of them", arguments: Article.fixtures(3))
    fileprivate func whenFixturesAreArguments_thenTestGetsEach(article: Article) {
      #expect(article.name.wholeMatch(of: /item-[0-9a-f]{6}/) != nil)
    }

    @Test("When a type has fewer values than asked for then all of them come")
    func whenTypeHasFewerValues_thenAllOfThemCome() {
      let kinds = Kind.fixtures(5)

      #expect(kinds.count == 5)
      #expect(Set(kinds.prefix(3)) == Set(Kind.allCases))
      #expect(Set(Bool.fixtures(2)) == [true, false])
    }

    @Test("When identifiers are drawn from too few then an issue at the caller's line says so")
    func whenIdentifiersAreDrawnFromTooFew_thenIssueSaysSo() async {
      let issues = await recordedIssues { #expect(Numbered.fixtures(6).count == 5) }

      #expect(
        issues.map(\.text) == [
          "Only 5 of 6 Numbered fixtures have unique identifiers\n"
            + "Draw the identifier from more values, for instance with `values.any()`."
        ]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 8)
    }

    @Test("When none are asked for then there are none, and nothing is wrong")
    func whenNoneAreAskedFor_thenThereAreNone() async {
      let issues = await recordedIssues {
        var values = FixtureValues(seed: 1)
        #expect(Article.fixtures(0) { $1.name("\($0)") }.isEmpty)
        #expect(Kind.fixtures(0).isEmpty)
        #expect(values.array(count: 0) { $0.bool() }.isEmpty)
      }

      #expect(issues.isEmpty)
    }

    @Test("When less than none are asked for then an issue at the caller's line says so")
    func whenLessThanNoneAreAskedFor_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        var values = FixtureValues(seed: 1)
        #expect(Article.fixtures(-1).isEmpty)
        #expect(values.array(count: -2) { $0.bool() }.isEmpty)
        #expect(values.element(of: [Bool]()) == values.element(of: [true, true]) || true)
      }

      #expect(
        issues.map(\.text) == [
          "`fixtures` requires a count of 0 or more, not -1", "A count cannot be negative: -2.",
          "There is no element to choose in an empty [Bool].",
        ]
      )
      #expect(issues.compactMap(\.sourceLocation?.line) == [#line - 11, #line - 10, #line - 9])
    }
  }

  @Suite("Fixtures that contain themselves")
  struct Recursion {
    @Test("When a fixture holds more of its kind then it ends", arguments: 0..<50)
    func whenFixtureHoldsMoreOfItsKind_thenItEnds(_: Int) {
      #expect(Tree.fixture.depth <= 3)
      #expect(Chain.fixture.length <= 3)
    }

    @Test("When a fixture chooses between more and an end then it ends", arguments: 0..<50)
    func whenFixtureChoosesBetweenMoreAndEnd_thenItEnds(_: Int) {
      #expect(Formula.fixture.depth <= 30)
      #expect(BackwardFormula.fixture.depth <= 30)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
      @Test("When a fixture asks for itself without end then an issue says so before the process stops")
      func whenFixtureAsksForItselfWithoutEnd_thenIssueSaysSo() async {
        let issues = await recordedIssues {
          await #expect(processExitsWith: .failure) { _ = Endless.fixture }
        }

        #expect(issues.map(\.text) == ["`Endless.fixture` recurses endlessly: each Endless requests another"])
        #expect(issues.first?.sourceLocation?.line == Endless.askingLine)
      }

      @Test("When an enumeration has no cases then an issue says so before the process stops")
      func whenEnumerationHasNoCases_thenIssueSaysSo() async {
        let issues = await recordedIssues {
          await #expect(processExitsWith: .failure) { _ = anyCase(of: Nothing.self) }
        }

        #expect(issues.map(\.text) == ["Nothing has no cases to choose from."])
        #expect(issues.first?.sourceLocation?.line == #line - 4)
      }
    #endif
  }

  @Suite("Of the standard library's and Foundation's types")
  struct CommonTypes {
    @Test("When fixtures of numbers are made then they are not the same")
    func whenFixturesOfNumbersAreMade_thenTheyAreNotSame() {
      expectDifferent(Int.self)
      expectDifferent(Int16.self)
      expectDifferent(Int32.self)
      expectDifferent(Int64.self)
      expectDifferent(UInt.self)
      expectDifferent(UInt16.self)
      expectDifferent(UInt32.self)
      expectDifferent(UInt64.self)
      expectDifferent(Double.self)
      expectDifferent(Float.self)
      expectDifferent(Decimal.self)
      #expect((0..<100).allSatisfy { _ in Int8.fixture >= 0 })
      #expect((0..<100).contains { _ in UInt8.fixture > 127 })
    }

    @Test("When fixtures of texts and times are made then they are not the same")
    func whenFixturesOfTextsAndTimesAreMade_thenTheyAreNotSame() {
      expectDifferent(String.self)
      expectDifferent(Substring.self)
      expectDifferent(UUID.self)
      expectDifferent(URL.self)
      expectDifferent(Date.self)
      expectDifferent(Data.self)
      expectDifferent(Duration.self)
      expectDifferent(DateInterval.self)
      #expect(("a"..."z").contains(Character.fixture))
      #expect(DateComponents.fixture.day != nil)
    }

    @Test("When fixtures of containers are made then they hold fixtures")
    func whenFixturesOfContainersAreMade_thenTheyHoldFixtures() {
      #expect((0..<50).allSatisfy { _ in (1...3).contains([Int].fixture.count) })
      #expect((0..<50).allSatisfy { _ in (1...3).contains(Set<Int>.fixture.count) })
      #expect((0..<50).allSatisfy { _ in (1...3).contains([String: Int].fixture.count) })
      #expect(Set((0..<50).map { _ in Int?.fixture == nil }) == [true, false])
      #expect(!ClosedRange<Int>.fixture.isEmpty)
      #expect(!Range<Int>.fixture.isEmpty)
      #expect(Set((0..<50).map { _ in (try? Result<Int, Failure>.fixture.get()) == nil }) == [true, false])
    }
  }
}

private func expectDifferent<T: Fixture & Hashable>(_ type: T.Type, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(Set((0..<100).map { _ in T.fixture }).count == 100, sourceLocation: sourceLocation)
}

// MARK: - Values

private enum Kind: CaseIterable, Fixture {
  case small, medium, large
}

private struct Failure: Error, Fixture {
  static func fixture(_ values: inout FixtureValues) -> Failure { Failure() }
}

private struct Article: Equatable, Identifiable, Fixture {
  var id: UUID
  var name: String
  var kind: Kind

  static func fixture(_ values: inout FixtureValues) -> Article {
    Article(id: values.any(), name: values.string("item"), kind: values.any())
  }
}

private struct Numbered: Identifiable, Fixture {
  let id: Int

  static func fixture(_ values: inout FixtureValues) -> Numbered { Numbered(id: values.int(in: 1...5)) }
}

private struct Tree: Fixture {
  let children: [Tree]
  var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

  static func fixture(_ values: inout FixtureValues) -> Tree { Tree(children: values.any()) }
}

private final class Chain: Fixture {
  let next: Chain?
  var length: Int { 1 + (next?.length ?? 0) }

  init(next: Chain?) { self.next = next }

  static func fixture(_ values: inout FixtureValues) -> Chain { Chain(next: values.any()) }
}

private indirect enum Formula: Fixture {
  case number
  case sum(Formula, Formula)

  var depth: Int {
    switch self {
    case .number: 1
    case .sum(let left, let right): 1 + max(left.depth, right.depth)
    }
  }

  static func fixture(_ values: inout FixtureValues) -> Formula {
    values.int(in: 0...9) == 0 ? .number : .sum(values.any(), values.any())
  }
}

private indirect enum BackwardFormula: Fixture {
  case number
  case negation(BackwardFormula)

  var depth: Int {
    switch self {
    case .number: 1
    case .negation(let inner): 1 + inner.depth
    }
  }

  static func fixture(_ values: inout FixtureValues) -> BackwardFormula {
    values.int(in: 0...9) == 9 ? .number : .negation(values.any())
  }
}

private final class Endless: Fixture {
  let next: Endless?

  init(next: Endless?) { self.next = next }

  static let askingLine = #line + 1
  static func fixture(_ values: inout FixtureValues) -> Endless { Endless(next: values.any(Endless.self)) }
}

private enum Nothing: CaseIterable {}
