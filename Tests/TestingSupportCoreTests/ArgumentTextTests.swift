import Testing

@testable import TestingSupportCore

@Suite("Arguments as text")
struct ArgumentTextTests {
  @Test(
    "When an argument is a set then its elements are reported in one order",
    arguments: [["b", "a", "c", "e", "d"] as Set<String>]
  )
  func whenArgumentIsSet_thenElementsAreReportedInOrder(letters: Set<String>) {
    #expect(TestIdentity.current?.arguments == "Set<String>(a, b, c, d, e)")
  }

  @Test(
    "When an argument holds a set or a dictionary then so are theirs",
    arguments: [Basket(name: "green", fruit: ["pear", "fig", "plum"], prices: ["pear": 2, "fig": 1])]
  )
  func whenArgumentHoldsSet_thenItsElementsAreToldInOrder(basket: Basket) {
    #expect(
      TestIdentity.current?.arguments
        == "Basket(name: green, fruit: Set<String>(fig, pear, plum), "
        + "prices: Dictionary<String, Int>((key: String, value: Int)(key: fig, value: 1), "
        + "(key: String, value: Int)(key: pear, value: 2)))"
    )
  }

  @Test("When an argument has bytes of its own then its encoded form still tells it", arguments: [Packet(number: 7)])
  func whenArgumentHasBytes_thenItsEncodedFormTellsIt(packet: Packet) {
    #expect(TestIdentity.current?.arguments == #"{"bytes":[1,2],"number":7}"#)
  }

  #if compiler(>=6.3)
    @Test(
      "When arguments are described alike then the cases are not the same",
      arguments: [Twin(size: 1), Twin(size: 2)]
    )
    func whenArgumentsAreDescribedAlike_thenCasesAreNotSame(twin: Twin) {
      #expect(TestIdentity.current?.arguments == (twin.size == 1 ? "twin" : "twin (2)"))
    }
  #endif
}

// MARK: - Arguments

struct Basket: Sendable {
  var name: String
  var fruit: Set<String>
  var prices: [String: Int]
}

struct Packet: Codable, Sendable {
  var number: Int
  var bytes: [UInt8] = [1, 2]
}

final class Twin: Sendable, CustomStringConvertible {
  let size: Int
  var description: String { "twin" }

  init(size: Int) { self.size = size }
}
