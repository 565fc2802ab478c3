import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Expected deliveries")
struct ExpectDeliversTests {
  @Suite("That come true")
  struct ThatComeTrue {
    @Test("When an action makes a stream deliver then the elements are found", .deterministic)
    func whenActionDelivers_thenElementsAreFound() async {
      let source = StreamSource<Int>()
      await expect(source.makeStream(), delivers: [1, 2]) {
        source.send(1)
        source.send(2)
      }
    }

    @Test("When elements come later, from another task, then they are waited for")
    func whenElementsComeLater_thenTheyAreWaitedFor() async {
      let source = StreamSource<Int>()
      await expect(source.makeStream(), delivers: [1, 2], then: .finish) {
        Task {
          source.send(1)
          source.send(2)
          source.finish()
        }
      }
    }

    @Test("When a stream has delivered before then no action is needed")
    func whenStreamHasDelivered_thenNoActionIsNeeded() async {
      await expect(stream(1, 2), delivers: [1, 2], then: .finish)
      await expect(failingStream(1, 2), delivers: [1, 2], then: .failure(SampleError.offline))
      let opaque = failingStream(1, error: OpaqueError(code: 1))
      await expect(opaque, delivers: [1], then: .failure(OpaqueError(code: 1)))
    }

    @Test("When anything may follow then the stream can be read on")
    func whenAnythingMayFollow_thenStreamCanBeReadOn() async {
      let source = StreamSource<Int>()
      let stream = source.makeStream()
      await expect(stream, delivers: [1]) {
        source.send(1)
        source.send(2)
      }
      await expect(stream, delivers: [2, 3], then: .finish) {
        source.send(3)
        source.finish()
      }
    }

    @Test("When elements come in any order then they are found")
    func whenElementsComeInAnyOrder_thenTheyAreFound() async {
      await expect(stream(3, 1, 2, 1), deliversInAnyOrder: [1, 1, 2, 3], then: .finish)
    }

    @Test("When elements are equal, but have other hashes, then they are found in any order, too")
    func whenEqualElementsHaveOtherHashes_thenTheyAreFound() async {
      let elements = [Tagged(id: 2, tag: "b"), Tagged(id: 1, tag: "a")]
      await expect(stream(elements[0], elements[1]), deliversInAnyOrder: [Tagged(id: 1, tag: "x"), elements[0]])
    }

    @Test("When elements can be nil then they are found, in any order, too")
    func whenElementsCanBeNil_thenTheyAreFound() async {
      await expect(stream(1, nil, nil), delivers: [1, nil, nil], then: .finish)
      await expect(stream(1, nil, nil), deliversInAnyOrder: [nil, 1, nil], then: .finish)
    }

    @Test("When streams are merged, filtered and mapped then each element is found", .deterministic)
    func whenStreamsAreMerged_thenEachElementIsFound() async {
      let (first, second) = (StreamSource<Int>(), StreamSource<Int>())
      let even = merged(first.makeStream(), second.makeStream()).filter { $0.isMultiple(of: 2) }.map { "\($0)" }
      await expect(even, deliversInAnyOrder: ["4", "2"], then: .finish) {
        for number in 1...4 { (number < 3 ? first : second).send(number) }
        first.finish()
        second.finish()
      }
    }

    @Test("When several subscribers share a source then each is checked", .deterministic)
    func whenSeveralSubscribe_thenEachIsChecked() async {
      let source = StreamSource<String>()
      await expect(allOf: (1...3).map { _ in source.makeStream() }, deliver: ["a", "b"], then: .silence) {
        source.send("a")
        source.send("b")
      }
      #expect(source.subscriberCount == 0)
      #expect(source.subscriptionCount == 3)
    }

    @Test("When nothing comes then that can be expected", .deterministic)
    func whenNothingComes_thenThatCanBeExpected() async {
      let source = StreamSource<Int>()
      await expectNothing(from: source.makeStream()) { StreamSource<Int>().send(1) }
      await expectNothing(from: source.makeStream(), within: .milliseconds(5))
      await expect(source.makeStream(), delivers: [1], then: .silence, within: .milliseconds(5)) { source.send(1) }
    }

    @Test("When nothing comes outside of a deterministic test then that can be expected, too")
    func whenNothingComesAnywhere_thenThatCanBeExpected() async {
      let source = StreamSource<Int>()
      await expectNothing(from: source.makeStream())
      await expect(source.makeStream(), delivers: [1], then: .silence) { source.send(1) }
    }
  }

  @Suite("That cannot be checked")
  struct ThatCannotBeChecked {
    @Test("When there is nothing to compare then that is a failure, and the action is carried out")
    func whenThereIsNothingToCompare_thenIssueIsRecorded() async {
      let spy = FunctionSpy<Void, Void, Never>()
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await expect(stream(1), delivers: []) { spy.call() }
        await expect(allOf: [AsyncStream<Int>](), deliver: [1]) { spy.call() }
        await expectNothing(from: stream(1), within: .seconds(-1)) { spy.call() }
      }
      #expect(
        issues.texts == [
          """
          This expectation cannot fail
          It expects no element, and anything may follow.
          Pass `then: .silence`, or use `expectNothing(from:during:)`.
          """,
          "There is no sequence to subscribe to",
          "`within:` must not be negative, but is -1 seconds",
        ]
      )
      #expect(issues.lines == [line, line + 1, line + 2])
      #expect(spy.callCount == 3)
    }

    @Test("When a sequence goes on although it is cancelled then it is left behind", .deterministic)
    func whenSequenceIgnoresCancellation_thenItIsLeftBehind() async {
      let stubborn = StubbornSequence()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await expectNothing(from: stubborn) }
      #expect(issues.texts.first?.hasPrefix("The sequence ignored the cancellation of its task") == true)
      #expect(issues.lines == [line])
      stubborn.gate.open()
    }
  }
}

// MARK: - Factories

private func merged<Element: Sendable>(_ streams: AsyncStream<Element>...) -> AsyncStream<Element> {
  AsyncStream { continuation in
    Task {
      await withTaskGroup(of: Void.self) { group in
        for stream in streams {
          group.addTask { for await element in stream { continuation.yield(element) } }
        }
      }
      continuation.finish()
    }
  }
}

// MARK: - Test doubles

/// Is hashed by more than it is compared by.
private struct Tagged: Hashable, Sendable {
  let id: Int
  let tag: String

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

/// Waits for its gate, and does not listen to anybody.
private struct StubbornSequence: AsyncSequence, AsyncIteratorProtocol {
  let gate = Gate()

  func makeAsyncIterator() -> Self { self }

  func next() async -> Int? {
    await Task { [gate] in await gate.wait() }.value
    return nil
  }
}
