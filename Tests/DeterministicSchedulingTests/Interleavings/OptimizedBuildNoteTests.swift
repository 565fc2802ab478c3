import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("The note on optimized builds")
struct OptimizedBuildNoteTests {
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

  @Test("isn't written in a debug build")
  func whenTheBuildIsNotOptimized_thenItIsNotWritten() {
    let (sut, texts) = makeSUT(isOptimized: false)

    sut.writeOnce()

    #expect(texts.withLock { $0 }.isEmpty)
  }

  @Test("is written where a test explores orders", .exactOnly)
  func whenATestExploresOrders_thenItIsWritten() async throws {
    let (sut, texts) = makeSUT(isOptimized: true)
    var trait = InterleavingsTrait.interleavings(2)
    trait.optimizedBuildNote = sut

    _ = try await explore(trait) {}

    #expect(texts.withLock { $0 }.count == 1)
  }

  private func makeSUT(isOptimized: Bool) -> (OptimizedBuildNote, Locked<[String]>) {
    let texts = Locked<[String]>([])
    return (OptimizedBuildNote(isOptimized: isOptimized) { text in texts.withLock { $0.append(text) } }, texts)
  }
}
