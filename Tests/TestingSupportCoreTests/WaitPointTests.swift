import Testing
import TestingSupportCore

@Suite("Who waits at gates and clocks")
struct WaitPointTests {
  @Test(
    "When somebody waits then a sentence says who, at up to three places",
    arguments: [
      ([], ""), ([nil], ""), (["1 call at a gate"], "\nStill waiting: 1 call at a gate."),
      (["a", nil, "b"], "\nStill waiting: a, b."), (["a", "b", "c"], "\nStill waiting: a, b, c."),
      (["a", nil, "b", "c", "d"], "\nStill waiting: a, b, c, and others."),
    ] as [([String?], String)]
  )
  func whenSomebodyWaits_thenSentenceSaysWho(waiterSummary: [String?], inlineSummary: String) {
    #expect(makeRooms(waiterSummary).inlineSummary == inlineSummary)
  }

  @Test(
    "When somebody waits then lines say who, at up to eight places",
    arguments: [
      ([nil], ""), (["a"], "\na"), (["a", nil, "b"], "\na\nb"),
      (
        ["a", "b", nil, "c", "d", "e", "f", "g", "h", "i", "j"],
        "\na\nb\nc\nd\ne\nf\ng\nh\n… and at 2 more gates or clocks"
      ),
    ] as [([String?], String)]
  )
  func whenSomebodyWaits_thenLinesSayWho(waiterSummary: [String?], listing: String) {
    #expect(makeRooms(waiterSummary).listing == listing)
  }

  @Test("When there is more to say then it stands below")
  func whenThereIsMore_thenItStandsBelow() {
    let rooms: [any WaitPoint] = [Room("1 sleeper", details: ["- until 5 s"]), Room("a")]

    #expect(rooms.listing == "\n1 sleeper:\n- until 5 s\na")
    #expect(rooms.inlineSummary == "\nStill waiting: 1 sleeper, a.")
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeRooms(_ waiterSummary: [String?]) -> [any WaitPoint] {
  waiterSummary.map { Room($0) }
}

private final class Room: WaitPoint {
  let waiterSummary: String?
  let details: [String]

  init(_ waiterSummary: String?, details: [String] = []) {
    self.waiterSummary = waiterSummary
    self.details = details
  }
}
