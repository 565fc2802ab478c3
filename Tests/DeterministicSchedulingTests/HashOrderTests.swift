import DeterministicScheduling
import Foundation
import Testing

@Suite("The order of dictionaries and sets", .exactOnly, .enabled(if: hashing == nil))
struct HashOrderTests {
  @Test("When values are hashed then they hash alike in every process")
  func whenValuesAreHashed_thenAlikeInEveryProcess() {
    // What the standard library gives with `SWIFT_DETERMINISTIC_HASHING`.
    #expect(42.hashValue == 8_880_661_182_590_738_257)
    #expect("abc".hashValue == -1_222_198_482_973_350_627)
  }

  @Test("When sets are made again then their order is the same")
  func whenSetsAreMadeAgain_thenOrderIsTheSame() {
    let orders = (0..<20).map { _ in Set("abcdefgh").map(String.init).joined() }
    #expect(Set(orders).count == 1)
  }
}

private let hashing = ProcessInfo.processInfo.environment["TESTING_SUPPORT_HASHING"]
