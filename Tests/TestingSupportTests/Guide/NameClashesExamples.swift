import Testing
import TestingSupport

import class TestClocks.TestClock

// The code of the page "Name clashes". Nothing clashes here: that each way out is Swift is what is compiled.

@Suite("The page on clashes of names")
@MainActor
struct NameClashesExamples {
  @Test("When a function is qualified then it is that of its module")
  func whenFunctionIsQualified_thenItIsThatOfItsModule() {
    let sut = Shop(names: ["Tea", "Milk"])

    TestAssertions.expectNoDifference(sut.names, ["Tea", "Milk"])
  }

  @Test("When a type has an alias then the alias is the module's type")
  func whenTypeHasAlias_thenAliasIsTheModulesType() async {
    let clock = Aliases.TestClock()

    await clock.advance(by: .seconds(1))

    #expect(clock.now == .init(offset: .seconds(1)))
  }
}

// MARK: - Helpers

private enum Aliases {
  typealias TestClock = TestClocks.TestClock
}

private struct Shop {
  let names: [String]
}
