import Testing

@testable import TestBuilders

@Suite("Fixtures inside of fixtures")
struct NestedFixtureTests {
  @Test("When a fixture that contains itself is shuffled then it ends", arguments: 0..<50 as Range<UInt64>)
  func whenNestedFixtureIsShuffled_thenItEnds(seed: UInt64) {
    let branch = withSeed(seed) { Branch.fixture }

    #expect(branch.order.sorted() == [1, 2, 3])
    #expect(branch.depth <= 12)
  }

  @Test("When a property is tried with such a fixture then it ends")
  func whenPropertyIsTriedWithNestedFixture_thenItEnds() async {
    await expectAll { (branch: Branch) in #expect(branch.order.sorted() == [1, 2, 3]) }
  }

  @Test("When a fixture asks for itself by its property then it ends", arguments: 0..<50 as Range<UInt64>)
  func whenFixtureAsksForItselfByItsProperty_thenItEnds(seed: UInt64) {
    let reply = withSeed(seed) { Reply.fixture }

    #expect(reply.depth <= 21)
  }

  #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test("When a fixture asks for itself by its property without end then an issue says so before the process stops")
    func whenFixtureAsksForItselfByItsPropertyWithoutEnd_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        await #expect(processExitsWith: .failure) { _ = Echo.fixture }
      }

      #expect(issues.map(\.text) == ["`Echo.fixture` recurses endlessly: each Echo requests another"])
    }
  #endif
}

// MARK: - Values

private struct Branch: Fixture {
  let branches: [Branch]
  let order: [Int]
  let weight: Int
  var depth: Int { 1 + (branches.map(\.depth).max() ?? 0) }

  static func fixture(_ values: inout FixtureValues) -> Branch {
    Branch(
      branches: values.int(in: 0...3) == 0 ? [] : [values.any(), values.any()],
      order: [1, 2, 3].shuffled(using: &values),
      weight: Int.random(in: 0..<3, using: &values)
    )
  }
}

private struct Reply: Fixture {
  let replies: [Reply]
  var depth: Int { 1 + (replies.map(\.depth).max() ?? 0) }

  static func fixture(_ values: inout FixtureValues) -> Reply {
    Reply(replies: anyInt(in: 0...3) == 0 ? [] : [.fixture, .fixture])
  }
}

private struct Echo: Fixture {
  let echoes: [Echo]

  static func fixture(_ values: inout FixtureValues) -> Echo { Echo(echoes: [.fixture]) }
}
