import DeterministicScheduling
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Probes")
struct WithProbeTests {
  @Suite("Reading", .deterministic)
  struct Reading {
    @Test("When a stream delivers then its events are read one by one")
    func whenStreamDelivers_thenEventsAreRead() async throws {
      let source = ThrowingStreamSource<Int>()
      try await withProbe(of: source.makeStream()) { probe in
        source.send(1)
        let first = try await probe.next()
        #expect(first == 1)
        Task {
          source.send(2)
          source.send(3)
          source.fail(SampleError.offline)
        }
        await probe.expectNext(2)
        await probe.expectNext(3)
        let error = try await probe.failure()
        #expect(error as? SampleError == .offline)
      }
      #expect(source.subscriberCount == 0)
    }

    @Test("When elements are skipped then the next one is read")
    func whenElementsAreSkipped_thenNextIsRead() async throws {
      try await withProbe(of: stream(1, 2, 3)) { probe in
        try await probe.skip(2)
        try await probe.skip(0)
        await probe.expectNext(3)
        await probe.expectFinish()
      }
    }

    @Test("When the latest element is read then those before it are, too, and the ending is not")
    func whenLatestIsRead_thenEarlierOnesAre() async throws {
      try await withProbe(of: stream(1, 2, 3)) { probe in
        let latest = try probe.latest()
        #expect(latest == 3)
        #expect(probe.unreadEvents == [.finish])
        await probe.expectFinish()
        #expect(probe.events == [.element(1), .element(2), .element(3), .finish])
      }
    }

    @Test("When nothing has come then no events are expected, now and once all has settled")
    func whenNothingHasCome_thenNoEventsAreExpected() async {
      let source = StreamSource<Int>()
      await withProbe(of: source.makeStream()) { probe in
        probe.expectNoEvents()
        await probe.expectSilence()
      }
    }

    @Test("When a probe is cancelled then its stream is let go, and what came before can be read")
    func whenProbeIsCancelled_thenStreamIsLetGo() async {
      let source = StreamSource<Int>()
      await withProbe(of: source.makeStream()) { probe in
        source.send(1)
        await settle()
        probe.cancel()
        await source.waitUntilUnsubscribed()
        source.send(2)
        await probe.expectNext(1)
        await probe.expectSilence()
      }
    }

    @Test("When the rest is ignored then it is given back and does not fail, nor what comes later")
    func whenRestIsIgnored_thenItDoesNotFail() async {
      let source = StreamSource<Int>()
      await withProbe(of: source.makeStream()) { probe in
        source.send(1)
        await expectEventually { !probe.unreadEvents.isEmpty }
        #expect(probe.ignoreRemaining() == [.element(1)])
        source.send(2)
        source.finish()
      }
    }

    @Test("When several streams are read then each has its probe, and the result passes")
    func whenSeveralStreamsAreRead_thenEachHasItsProbe() async throws {
      let numbers = StreamSource<Int>()
      let result = try await withProbes(of: numbers.makeStream(), stream("a")) { numbersProbe, letters in
        await letters.expectNext("a")
        numbers.send(1)
        await numbersProbe.expectNext(1)
        await letters.expectFinish()
        return try await withProbe(of: stream(7)) { probe in
          defer { probe.ignoreRemaining() }
          return try await probe.next()
        }
      }
      #expect(result == 7)
    }
  }

  @Suite("Standing alone", .deterministic)
  struct StandingAlone {
    @Test("When a double feeds a probe then the test reads what it was told")
    func whenDoubleFeedsProbe_thenTestReadsIt() async throws {
      try await withProbe(for: String.self, name: "titles") { titles in
        let presenter = Presenter(onTitle: { titles.send($0) }, onEnd: titles.finish)
        Task { presenter.present("Feed") }
        let title = try await titles.next()
        #expect(title == "Feed")
        await titles.expectFinish()
      }
    }

    @Test("When a double fails a probe then the test reads the error, and nothing comes after it")
    func whenDoubleFailsProbe_thenErrorIsRead() async throws {
      let probe = StreamProbe<Int>()
      probe.fail(SampleError.offline)
      let issues = await capturingIssues { probe.send(1) }
      probe.finish()
      #expect(issues.texts == ["Cannot send 1: the probe has finished"])
      #expect(try await probe.failure() as? SampleError == .offline)
      probe.expectNoEvents()
    }

    @Test("When what a double said is not read then the test fails")
    func whenDoubleIsNotRead_thenTestFails() async {
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await withProbe(for: Int.self, name: "counts") { $0.send(1) } }
      #expect(
        issues.texts == [
          "Unread events in probe \"counts\"\n  1. element(1)\nRead them, or call `ignoreRemaining()`."
        ]
      )
      #expect(issues.lines == [line])
    }
  }
}

// MARK: - Test doubles

private struct Presenter: Sendable {
  let onTitle: @Sendable (String) -> Void
  let onEnd: @Sendable () -> Void

  func present(_ title: String) {
    onTitle(title)
    onEnd()
  }
}
