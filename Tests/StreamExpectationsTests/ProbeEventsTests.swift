import DeterministicScheduling
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Events of a probe")
struct ProbeEventsTests {
  @Suite("Read as they are", .deterministic)
  struct ReadAsTheyAre {
    @Test("When a stream delivers and ends then each event can be read, whatever it is")
    func whenStreamEnds_thenEachEventIsRead() async throws {
      try await withProbe(of: failingStream(1)) { probe in
        let events = [try await probe.nextEvent(), try await probe.nextEvent()]
        #expect(events == [.element(1), .failure(SampleError.offline)])
      }
      try await withProbe(of: stream(1).dropFirst()) { probe in
        let event = try await probe.nextEvent()
        #expect(event == .finish)
      }
    }

    @Test("When no event comes then waiting for one ends the test", .exactOnly)
    func whenNoEventComes_thenTestEnds() async {
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { _ = try await StreamProbe<Int>().nextEvent() }
      #expect(issues.texts.first?.hasPrefix("Expected an event from the probe, but none arrived\nNo task") == true)
      #expect(issues.lines == [line])
    }

    @Test("When an element has come then it can be taken without waiting")
    func whenElementHasCome_thenItCanBeTaken() throws {
      let probe = StreamProbe<Int>()
      probe.send(1)
      probe.send(2)
      #expect(try [probe.takeNext(), probe.takeNext()] == [1, 2])
    }

    @Test("When something else or nothing has come then taking an element ends the test")
    func whenNoElementHasCome_thenTakingEndsTest() async {
      let probe = StreamProbe<Int>(name: "counts")
      let line = #_sourceLocation.line + 1
      let empty = await capturingIssues { _ = try probe.takeNext() }
      probe.finish()
      let finished = await capturingIssues { _ = try probe.takeNext() }
      let text = "Expected an element from probe \"counts\", but"
      #expect(empty.texts == ["\(text) none has arrived yet\nCall `try await next()`, which waits for one."])
      #expect(empty.lines == [line])
      #expect(finished.texts == ["\(text) it finished"])
    }

    @Test("When elements can be nil then nil is an element like any other")
    func whenElementsCanBeNil_thenNilIsElement() async throws {
      try await withProbe(of: stream(1, nil, nil, nil)) { probe in
        await probe.expectNext(1)
        await probe.expectNext(nil)
        let element = try await probe.next()
        #expect(element == nil)
        await expectEventually { probe.unreadEvents.count == 2 }
        let latest = try probe.latest()
        #expect(latest == nil)
        await probe.expectFinish()
      }
    }

    @Test("When two tasks read one probe then each gets an element, and waits until it comes")
    func whenTwoTasksRead_thenEachGetsElement() async throws {
      let probe = StreamProbe<Int>()
      async let first = probe.next()
      async let second = probe.next()
      await settle()
      probe.send(1)
      await settle()
      probe.send(2)
      let sum = try await first + second
      #expect(sum == 3)
    }

    @Test("When a stream is cancelled from within then that is its failure")
    func whenStreamIsCancelledFromWithin_thenThatIsItsFailure() async throws {
      try await withProbe(of: failingStream(1, error: CancellationError())) { probe in
        await probe.expectNext(1)
        let error = try await probe.failure()
        #expect(error is CancellationError)
      }
    }

    @Test("When a stream takes its time then a probe follows it in virtual time", .exactOnly)
    func whenStreamTakesTime_thenProbeFollows() async throws {
      try await withProbe(of: ticks(every: .seconds(5), count: 2)) { probe in
        await probe.expectSilence()
        try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
        await settle()
        let first = try probe.takeNext()
        #expect(first == 1)
        await probe.expectNext(2)
        await probe.expectFinish()
      }
    }
  }

  @Suite("Left unread", .deterministic)
  struct LeftUnread {
    @Test("When an ending is left unread then the failure lists it, and expecting none does, too")
    func whenEndingIsUnread_thenFailureListsIt() async {
      let issues = await capturingIssues {
        await withProbe(of: stream(1).dropFirst()) { _ in }
        await withProbe(of: failingStream(1).dropFirst()) { probe in
          await expectEventually { !probe.unreadEvents.isEmpty }
          probe.expectNoEvents()
        }
      }
      #expect(
        issues.texts == [
          "Unread events in the probe\n  1. finish\nRead them, or call `ignoreRemaining()`.",
          "Expected nothing from the probe, but received\n  1. failure(.offline)",
          "Unread events in the probe\n  1. failure(.offline)\nRead them, or call `ignoreRemaining()`.",
        ]
      )
    }

    @Test("When a probe is cancelled then what came before is unread, unless it is taken out")
    func whenProbeIsCancelled_thenEarlierEventsAreUnread() async {
      let source = StreamSource<Int>()
      let issues = await capturingIssues {
        await withProbe(of: source.makeStream(), name: "first") { probe in
          source.send(1)
          await expectEventually { !probe.unreadEvents.isEmpty }
          probe.cancel()
        }
        await withProbe(of: source.makeStream(), name: "second") { probe in
          source.send(2)
          await expectEventually { !probe.unreadEvents.isEmpty }
          probe.cancel()
          #expect(probe.ignoreRemaining() == [.element(2)])
        }
      }
      #expect(
        issues.texts == [
          "Unread events in probe \"first\"\n  1. element(1)\nRead them, or call `ignoreRemaining()`."
        ]
      )
    }

    @Test("When the test is cancelled then what is unread is reported all the same")
    func whenTestIsCancelled_thenUnreadIsReported() async {
      let source = StreamSource<Int>()
      let issues = await capturingIssues {
        let test = Task {
          await withProbe(of: source.makeStream()) { _ in
            source.send(1)
            withUnsafeCurrentTask { $0?.cancel() }
            await settle()
          }
        }
        await test.value
      }
      #expect(issues.texts == ["Unread events in the probe\n  1. element(1)\nRead them, or call `ignoreRemaining()`."])
      #expect(source.subscriberCount == 0)
    }

    @Test("When another stream has failed then a body that throws tells that, for it may be why")
    func whenOtherStreamFailed_thenThrowingBodyTellsThat() async {
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        try? await withProbes(of: stream(1), failingStream(2), names: ["a", "b"]) { a, _ in
          try await a.skip(1)
          throw SampleError.forbidden
        }
        try? await withProbe(for: Int.self, name: "c") { probe in
          probe.fail(SampleError.offline)
          throw SampleError.forbidden
        }
        try? await withProbe(of: failingStream(3), name: "d") { probe in
          await expectEventually { probe.unreadEvents.count == 2 }
          throw SampleError.forbidden
        }
        try? await withProbe(of: failingStream(4)) { probe in
          await expectEventually { probe.unreadEvents.count == 2 }
          throw SampleError.offline
        }
      }
      let text = "threw an error that was never read\n.offline\nIt may be why the body threw."
      #expect(issues.texts == ["b", "c", "d"].map { "The stream of probe \"\($0)\" \(text)" })
      #expect(issues.lines == [line, line + 4, line + 8])
    }
  }

  @Suite("On their way outside of a deterministic test")
  struct OnTheirWay {
    @Test("When an element is on its way at the end then it is unread, also without a schedule")
    @MainActor func whenElementIsOnItsWay_thenItIsUnread() async {
      let source = StreamSource<Int>()
      let issues = await capturingIssues {
        await withProbe(of: source.makeStream()) { _ in source.send(1) }
      }
      #expect(issues.texts == ["Unread events in the probe\n  1. element(1)\nRead them, or call `ignoreRemaining()`."])
    }
  }
}

// MARK: - Factories

/// A stream that sleeps before each element.
private func ticks(every interval: Duration, count: Int) -> AsyncThrowingStream<Int, any Error> {
  AsyncThrowingStream { continuation in
    Task {
      for number in 1...count {
        try await Task.sleep(for: interval)  // sleep-is-the-subject
        continuation.yield(number)
      }
      continuation.finish()
    }
  }
}
