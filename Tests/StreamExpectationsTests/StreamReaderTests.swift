import DeterministicScheduling
import TestAssertions
import TestDoubles
import Testing
import TestingSupportCore

@testable import StreamExpectations

@Suite("Pumps")
struct StreamReaderTests {
  @Suite("In any isolation")
  struct InAnyIsolation {
    @Test("When a test has no isolation then it reads streams that are not Sendable")
    func whenTestHasNoIsolation_thenItReadsWhatIsNotSendable() async throws {
      let sut = PlainViewModel()
      await expect(sut.titles, delivers: ["Title 1", "Title 2"], then: .silence) {
        sut.load(1)
        sut.load(2)
      }
      try await withProbe(of: sut.boxes) { probe in
        sut.load(3)
        let box = try await probe.next()
        #expect(box.number == 3)
      }
    }

    @Test("When a test runs on the main actor then the stream is read there", .deterministic)
    @MainActor func whenTestIsOnMainActor_thenStreamIsReadThere() async throws {
      let sut = PlainViewModel()
      await expect(sut.titles, delivers: ["Title 1"]) { sut.load(1) }
      let askers = AskerSequence()
      await expect(askers, delivers: [1, 2])
      #expect(askers.isolations.allSatisfy { $0 === MainActor.shared })
      try await withProbe(of: sut.boxes) { probe in
        sut.load(2)
        let box = try await probe.next()
        #expect(box.number == 2)
      }
    }

    @Test("When a test runs on an actor then the stream is read there")
    func whenTestIsOnActor_thenStreamIsReadThere() async {
      await TestActor().check()
    }
  }

  @Suite("Subscribing")
  struct Subscribing {
    @Test("When an action starts then the iterator has been made, and asked, on any actor")
    func whenActionStarts_thenIteratorWasAsked() async {
      let sequence = ColdSequence()
      await expect(sequence, delivers: [1]) {
        sequence.isActionRunning.setValue(true)
        #expect(sequence.isAsked.value)
        sequence.source.send(1)
      }
    }

    @Test("When a test on the main actor starts an action then the iterator has been asked")
    @MainActor func whenMainActorStartsAction_thenIteratorWasAsked() async {
      let sequence = ColdSequence()
      await expect(sequence, delivers: [1]) {
        sequence.isActionRunning.setValue(true)
        #expect(sequence.isAsked.value)
        sequence.source.send(1)
      }
    }

    @Test(
      "When an iterator leaves its actor to subscribe then a deterministic test waits for it",
      .exactOnly,
      .interleavings(20)
    )
    @MainActor func whenIteratorLeavesActor_thenDeterministicTestWaits() async {
      let source = StreamSource<Int>()
      let sequence = LateSequence(source: source)
      await expect(sequence, delivers: [1]) { source.send(1) }
    }
  }

  @Suite("Ending")
  struct Ending {
    @Test("When an endless sequence never waits then it is read as far as is needed, and then left")
    func whenSequenceIsEndless_thenItIsReadAsFarAsNeeded() async {
      let (first, second) = (EndlessSequence(), EndlessSequence())
      await expect(first, delivers: [1, 2, 3])
      #expect(first.count.value == 3)
      await withProbe(of: second) { probe in
        await probe.expectNext(1)
        probe.ignoreRemaining()
      }
      let count = second.count.value
      await expectAlways { second.count.value == count }
    }

    @Test("When a helper returns then iterator, sequence and elements are released")
    func whenHelperReturns_thenAllIsReleased() async throws {
      for ends in [true, false] {
        weak var sequence: TrackedSequence?
        weak var iterator: TrackedSequence.Iterator?
        weak var element: Element?
        do {
          let tracked = TrackedSequence(ends: ends)
          sequence = tracked
          try await withProbe(of: tracked) { probe in
            element = try await probe.next()
            iterator = tracked.iterator
            #expect(ends || iterator != nil)
            if ends { await probe.expectFinish() }
          }
        }
        #expect(sequence == nil)
        #expect(iterator == nil)
        #expect(element == nil)
      }
    }

    @Test("When many streams are read at the same time then each gets its own elements", .deterministic(seed: 7))
    func whenManyAreRead_thenEachGetsItsOwn() async {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let source = StreamSource<Int>()
            await expect(source.makeStream(), delivers: Array(number..<number + 20), then: .finish) {
              for element in number..<number + 20 {
                source.send(element)
                // conventions:ignore yielding - the code under test yields
                await Task.yield()
              }
              source.finish()
            }
          }
        }
      }
    }
  }
}

// MARK: - Test doubles

private final class Box {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// Not `Sendable`, and neither are its streams and elements.
private final class PlainViewModel {
  let numbers = StreamSource<Int>()

  var titles: AsyncMapSequence<AsyncStream<Int>, String> {
    numbers.makeStream().map { number in "Title \(number)" }
  }

  var boxes: AsyncMapSequence<AsyncStream<Int>, Box> { numbers.makeStream().map { Box($0) } }

  func load(_ number: Int) { numbers.send(number) }
}

private actor TestActor {
  func check(sourceLocation: SourceLocation = #_sourceLocation) async {
    let askers = AskerSequence()
    await expect(askers, delivers: [1, 2], sourceLocation: sourceLocation)
    #expect(askers.isolations.count == 2, sourceLocation: sourceLocation)
    #expect(askers.isolations.allSatisfy { $0 === self }, sourceLocation: sourceLocation)
  }
}

/// Notes on which actor it is asked. Neither it nor its iterator is `Sendable`.
private final class AskerSequence: AsyncSequence, AsyncIteratorProtocol {
  var isolations: [(any Actor)?] = []

  func makeAsyncIterator() -> AskerSequence { self }

  func next() async -> Int? { await next(isolation: nil) }

  func next(isolation: isolated (any Actor)?) async -> Int? {
    isolations.append(isolation)
    return isolations.count
  }
}

/// Subscribes to its source when it is first asked.
private struct ColdSequence: AsyncSequence, AsyncIteratorProtocol {
  let source = StreamSource<Int>()
  let isAsked = LockIsolated(false)
  let isActionRunning = LockIsolated(false)
  private var stream: AsyncStream<Int>.Iterator?

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? { await next(isolation: #isolation) }

  mutating func next(isolation: isolated (any Actor)?) async -> Int? {
    // Gives an action that does not wait for it the time to overtake it.
    let deadline = ContinuousClock.now + .milliseconds(20)
    while stream == nil, !isActionRunning.value, ContinuousClock.now < deadline {}
    // Safe: used by this function alone. Before `next(isolation:)`, an iterator left the actor for each element.
    nonisolated(unsafe) var iterator = stream ?? source.makeStream().makeAsyncIterator()
    isAsked.setValue(true)
    let element: Int?
    if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
      element = await iterator.next(isolation: isolation)
    } else {
      element = await iterator.next()
    }
    stream = iterator
    return element
  }
}

/// Subscribes on another executor than it is asked on, and after a while.
private struct LateSequence: AsyncSequence, AsyncIteratorProtocol {
  let source: StreamSource<Int>
  private var stream: AsyncStream<Int>.Iterator?

  init(source: StreamSource<Int>) { self.source = source }

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? {
    // conventions:ignore yielding - the code under test yields
    for _ in 0..<3 { await Task.yield() }
    var iterator = stream ?? source.makeStream().makeAsyncIterator()
    let element = await iterator.next()
    stream = iterator
    return element
  }
}

private struct EndlessSequence: AsyncSequence, AsyncIteratorProtocol {
  let count = LockIsolated(0)

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? {
    count.withValue { count in
      count += 1
      return count
    }
  }
}

private final class Element {}

private final class TrackedSequence: AsyncSequence {
  weak var iterator: Iterator?
  private let ends: Bool

  init(ends: Bool) { self.ends = ends }

  func makeAsyncIterator() -> Iterator {
    let iterator = Iterator(ends: ends)
    self.iterator = iterator
    return iterator
  }

  final class Iterator: AsyncIteratorProtocol {
    private var hasDelivered = false
    private let ends: Bool
    private let never = StreamSource<Int>()

    init(ends: Bool) { self.ends = ends }

    func next() async -> Element? { await next(isolation: #isolation) }

    func next(isolation: isolated (any Actor)?) async -> Element? {
      if !hasDelivered {
        hasDelivered = true
        return Element()
      }
      if ends { return nil }
      for await _ in never.makeStream() {}
      return nil
    }
  }
}
