import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("The note on orders that are not explored")
struct ExplorationNoteTests {
  @Test("is written once, however many tests explore orders")
  func whenTestsExploreOrders_thenItIsWrittenOnce() {
    let (sut, texts) = makeSUT(isOptimized: true)

    sut.writeOnce()
    sut.writeOnce()

    #expect(
      texts.withLock { $0 } == [
        """
        Interleavings are explored in an optimized build, which removes consecutive actor hops, and with them some orders.
        Run the tests in a debug build to explore those orders too.
        """
      ]
    )
  }

  @Test("says at `ordered` what is not varied")
  func whenTheLevelIsOrdered_thenItSaysWhatIsNotVaried() {
    let level = Runtime.Level(support: .ordered, explanation: "", hooks: HookFindings(seesYield: false))
    let (sut, texts) = makeSUT(level: level, isOptimized: false)

    sut.writeOnce()

    #expect(
      texts.withLock { $0 } == [
        """
        Interleavings are explored at the level `ordered`. The orders do not vary hops to idle actors, nor yields, which \
        resume in an order that a replay may not repeat.
        A test passes if it fails only in other orders. Run it at the level `exact` too, such as on Linux with Swift 6.3.
        """
      ]
    )
  }

  @Test(
    "isn't written where all orders are explored, or a warning says that they aren't",
    arguments: [
      Runtime.Level(support: .exact, explanation: ""),
      Runtime.Level(support: .ordered, explanation: "", failure: "A trial failed.", hooks: HookFindings()),
    ]
  )
  func whenThereIsNothingToNote_thenItIsNotWritten(level: Runtime.Level) {
    let (sut, texts) = makeSUT(level: level, isOptimized: false)

    sut.writeOnce()

    #expect(texts.withLock { $0 }.isEmpty)
  }

  @Test("is written where a test explores orders", .scheduledOnly)
  func whenATestExploresOrders_thenItIsWritten() async throws {
    let (sut, texts) = makeSUT(isOptimized: true)
    var trait = InterleavingsTrait.interleavings(2)
    trait.note = sut

    _ = try await explore(trait) {}

    #expect(texts.withLock { $0 }.count == 1)
  }

  private func makeSUT(
    level: Runtime.Level = Runtime.Level(support: .exact, explanation: ""),
    isOptimized: Bool
  ) -> (ExplorationNote, Locked<[String]>) {
    let texts = Locked<[String]>([])
    let sut = ExplorationNote(level: level, isOptimized: isOptimized) { text in texts.withLock { $0.append(text) } }
    return (sut, texts)
  }
}
