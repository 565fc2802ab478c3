import Testing
import TestingSupportCore

@Suite("Who waits at gates and clocks")
struct WaitingRoomTests {
  @Test(
    "When somebody waits then a sentence says who, at up to three places",
    arguments: [
      ([], ""), ([nil], ""), (["1 call at a gate"], ", with 1 call at a gate"), (["a", nil, "b"], ", with a, b"),
      (["a", "b", "c"], ", with a, b, c"), (["a", nil, "b", "c", "d"], ", with a, b, c and others"),
    ] as [([String?], String)]
  )
  func whenSomebodyWaits_thenSentenceSaysWho(whoWaits: [String?], clause: String) {
    #expect(makeRooms(whoWaits).clause == clause)
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
  func whenSomebodyWaits_thenLinesSayWho(whoWaits: [String?], paragraph: String) {
    #expect(makeRooms(whoWaits).paragraph == paragraph)
  }

  @Test("When there is more to say then it stands below")
  func whenThereIsMore_thenItStandsBelow() {
    let rooms: [any WaitingRoom] = [Room("1 sleeper", details: ["- until 5 s"]), Room("a")]

    #expect(rooms.paragraph == "\n1 sleeper:\n- until 5 s\na")
    #expect(rooms.clause == ", with 1 sleeper, a")
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeRooms(_ whoWaits: [String?]) -> [any WaitingRoom] {
  whoWaits.map { Room($0) }
}

private final class Room: WaitingRoom {
  let whoWaits: String?
  let details: [String]

  init(_ whoWaits: String?, details: [String] = []) {
    self.whoWaits = whoWaits
    self.details = details
  }
}
