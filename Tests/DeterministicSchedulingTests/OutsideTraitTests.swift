import DeterministicScheduling
import Dispatch
import Testing

@Suite("A trait that waits for the outside")
struct OutsideTraitTests {
  @Test("When the outside wakes the test within the limit then it goes on", .deterministic(outside: .seconds(30)))
  func whenOutsideWakesTest_thenItGoesOn() async {
    let answer = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: 42) }
    }

    #expect(answer == 42)
  }
}
