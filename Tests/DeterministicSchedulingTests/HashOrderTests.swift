import Foundation
import Testing

@testable import DeterministicScheduling

@Suite("The advice on the order of dictionaries and sets")
struct HashOrderAdviceTests {
  @Test("When hashing is random then a report says how to fix it, and else says nothing")
  func whenHashingIsRandom_thenReportSaysHowToFixIt() {
    #expect(HashOrder.advice(isFixed: true) == nil)
    #expect(
      HashOrder.advice(isFixed: false) == """
        Set `SWIFT_DETERMINISTIC_HASHING=1` in the environment to rule out the order of dictionaries and sets, which is \
        random in this process.
        """
    )
  }
}

@Suite("The order of dictionaries and sets", .exactOnly, .enabled(if: hashing?.lowercased() != "random"))
struct HashOrderTests {
  @Test("When values are hashed then they hash alike in every process")
  func whenValuesAreHashed_thenAlikeInEveryProcess() {
    // What the standard library gives with `SWIFT_DETERMINISTIC_HASHING`.
    #expect(42.hashValue == 8_880_661_182_590_738_257)
    #expect("abc".hashValue == -1_222_198_482_973_350_627)
  }

  @Test("When values are hashed alike then a report says nothing of it")
  func whenValuesAreHashedAlike_thenReportSaysNothing() {
    #expect(HashOrder.advice == nil)
  }

  @Test("When sets are made again then their order is the same")
  func whenSetsAreMadeAgain_thenOrderIsTheSame() {
    let orders = (0..<20).map { _ in Set("abcdefgh").map(String.init).joined() }
    #expect(Set(orders).count == 1)
  }
}

private let hashing = ProcessInfo.processInfo.environment["TESTING_SUPPORT_HASHING"]
