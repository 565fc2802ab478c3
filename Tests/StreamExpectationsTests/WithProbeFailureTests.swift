import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Probes that fail", .deterministic)
struct WithProbeFailureTests {
  @Test("When something is left unread then the failure lists it, at the line of the probe")
  func whenSomethingIsUnread_thenFailureListsIt() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      try await withProbe(of: failingStream("a", "b"), name: "letters") { try await $0.skip(1) }
    }
    #expect(
      issues.texts == [
        """
        Unread events in probe "letters"
          1. element("b")
          2. failure(.offline)
        Read them, or call `ignoreRemaining()`.
        """
      ]
    )
    #expect(issues.lines == [line])
  }

  @Test("When an element is still on its way at the end then it is unread, too", .exactOnly)
  func whenElementIsOnItsWay_thenItIsUnread() async {
    let source = StreamSource<Int>()
    let issues = await capturingIssues {
      await withProbe(of: source.makeStream()) { _ in
        _ = Task { source.send(1) }
      }
    }
    #expect(issues.texts == ["Unread events in the probe\n  1. element(1)\nRead them, or call `ignoreRemaining()`."])
  }

  @Test("When much is left unread then the failure lists the first twenty events")
  func whenMuchIsUnread_thenFailureListsTwenty() async {
    let issues = await capturingIssues {
      await withProbe(for: Int.self) { probe in
        for number in 1...22 { probe.send(number) }
      }
    }
    let ending = "\n  20. element(20)\n  … 2 more\nRead them, or call `ignoreRemaining()`."
    #expect(issues.texts.first?.hasSuffix(ending) == true)
  }

  @Test("When one of several probes is left unread then the failure says which")
  func whenOneOfSeveralIsUnread_thenFailureSaysWhich() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await withProbes(of: stream(1), stream(2), names: ["first"]) { first, second in
        first.ignoreRemaining()
        await second.expectNext(2)
      }
    }
    #expect(issues.texts == ["Unread events in probe \"2\"\n  1. finish\nRead them, or call `ignoreRemaining()`."])
    #expect(issues.lines == [line])
  }

  @Test("When no element comes then reading it ends the test, with one failure at its line", .exactOnly)
  func whenNoElementComes_thenTestEnds() async {
    let source = StreamSource<Int>()
    let line = #_sourceLocation.line + 4
    let issues = await capturingIssues {
      try await withProbe(of: source.makeStream(), name: "numbers") { probe in
        source.send(1)
        await probe.expectNext(1)
        _ = try await probe.next()
        Issue.record("The test goes on")
      }
    }
    let start =
      "Expected an element from probe \"numbers\", but none arrived\nread so far  --(1)--\nNo task in this test"
    #expect(issues.count == 1)
    #expect(issues.texts.first?.hasPrefix(start) == true)
    #expect(issues.lines == [line + 1])
    #expect(source.subscriberCount == 0)
  }

  @Test("When another element comes then the failure shows what differs, and the test goes on")
  func whenAnotherElementComes_thenFailureShowsIt() async {
    let line = #_sourceLocation.line + 3
    let issues = await capturingIssues {
      await withProbe(of: stream(1, 2, 4)) { probe in
        await probe.expectNext(2)
        await probe.expectNext(2)
        await probe.expectNext(3)
        await probe.expectNext(4)
        await probe.expectNext(5)
      }
    }
    #expect(issues.count == 4)
    #expect(issues.texts[0] == "Expected 2 from the probe, but received 1")
    #expect(issues.texts[1] == "Expected 3 from the probe, but received 4\nread so far  --(1)--(2)--")
    #expect(issues.texts[2].hasPrefix("Expected 4 from the probe, but it finished\n"))
    #expect(issues.texts[3].hasPrefix("Expected 5 from the probe, but its end was already read\n"))
    #expect(issues.lines == [line, line + 2, line + 3, line + 4])
  }

  @Test("When a stream ends otherwise then the failure says how")
  func whenStreamEndsOtherwise_thenFailureSaysHow() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await withProbe(of: failingStream(1)) { probe in
        await probe.expectFinish()
        await probe.expectFinish()
      }
      try await withProbe(of: stream(1)) { try await $0.failure() }
    }
    #expect(
      issues.texts == [
        "Expected the end from the probe, but received 1",
        "Expected the end from the probe, but it threw: .offline\nread so far  --(1)--",
        "Expected a failure from the probe, but received 1",
      ]
    )
    #expect(issues.lines == [line + 1, line + 2, line + 4])
  }

  @Test("When fewer elements come than are skipped then the failure says how many")
  func whenFewerComeThanAreSkipped_thenFailureSaysHowMany() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await withProbe(of: stream(1)) { $0.ignoreRemaining() }
      try await withProbe(of: stream(1)) { try await $0.skip(2) }
    }
    #expect(
      issues.texts == [
        "Expected 2 elements to skip from the probe, but it finished after 1\nread so far  --(1)--"
      ]
    )
    #expect(issues.lines == [line + 1])
  }

  @Test("When a stream pauses, fails or is cancelled while elements are skipped then the failure says how many came")
  func whenSkippingEndsEarly_thenFailureSaysHowManyCame() async {
    let source = StreamSource<Int>()
    let issues = await WaitLimit.withValue(.milliseconds(5)) {
      await capturingIssues {
        try await withProbe(of: source.makeStream(), name: "v") { probe in
          source.send(1)
          try await probe.skip(2, within: .milliseconds(5))
        }
      }
    }
    let others = await capturingIssues {
      try? await withProbe(for: Int.self) { try await $0.skip(1, within: .milliseconds(5)) }
      try? await withProbe(of: failingStream(1, 2)) { try await $0.skip(3) }
      try? await withProbe(for: Int.self) { probe in
        probe.send(1)
        probe.cancel()
        try await probe.skip(2)
      }
    }
    #expect(
      issues.texts == [
        """
        Expected 2 elements to skip from probe "v", but only 1 arrived
        read so far  --(1)--
        Timed out after 5 milliseconds.
        """
      ]
    )
    #expect(
      others.texts == [
        "Expected 1 element to skip from the probe, but none arrived\nTimed out after 5 milliseconds.",
        "Expected 3 elements to skip from the probe, but it threw after 2: .offline\nread so far  --(1)--(2)--",
        "Expected 2 elements to skip from the probe, but it was cancelled after 1\nread so far  --(1)--",
      ]
    )
  }

  @Test("When there is no latest element then reading it ends the test")
  func whenThereIsNoLatest_thenTestEnds() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      try await withProbe(for: Int.self) { _ = try $0.latest() }
    }
    let finished = await capturingIssues { try await withProbe(of: stream(1).dropFirst()) { _ = try $0.latest() } }
    let wanted = "Expected an element that is not read yet from the probe, but"
    #expect(issues.texts == ["\(wanted) none has arrived yet\nCall `try await next()`, which waits for one."])
    #expect(issues.lines == [line])
    #expect(finished.texts == ["\(wanted) it finished"])
  }

  @Test("When events are there then expecting none lists them")
  func whenEventsAreThere_thenExpectingNoneListsThem() async {
    let probe = StreamProbe<Int>(name: "counts")
    probe.send(1)
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      probe.expectNoEvents()
      await probe.expectSilence()
    }
    let text = "Expected nothing from probe \"counts\", but received\n  1. element(1)"
    #expect(issues.texts == [text, text])
    #expect(issues.lines == [line, line + 1])
  }

  @Test("When a cancelled probe is read then the failure says that it was cancelled")
  func whenCancelledProbeIsRead_thenFailureSaysSo() async {
    let source = StreamSource<Int>()
    let issues = await capturingIssues {
      try await withProbe(of: source.makeStream()) { probe in
        probe.cancel()
        _ = try await probe.next()
      }
    }
    #expect(issues.texts == ["Expected an element from the probe, but it was cancelled"])
  }

  @Test("When a negative number is to be skipped then that is an issue")
  func whenCountIsNegative_thenIssueIsRecorded() async throws {
    let line = #_sourceLocation.line + 1
    let issues = await capturingIssues { try await StreamProbe<Int>().skip(-1) }
    #expect(issues.texts == ["`skip` requires a count of 0 or more, not -1"])
    #expect(issues.lines == [line])
  }

  @Test("When the body throws then its error passes, and what is unread is no failure")
  func whenBodyThrows_thenErrorPasses() async {
    let source = StreamSource<Int>()
    await #expect(throws: SampleError.offline) {
      try await withProbe(of: source.makeStream()) { _ in
        source.send(1)
        throw SampleError.offline
      }
    }
    await #expect(throws: SampleError.offline) {
      try await withProbes(of: source.makeStream(), source.makeStream()) { _, _ in
        source.send(1)
        throw SampleError.offline
      }
    }
    #expect(source.subscriberCount == 0)
  }

  @Test("When a limit is given then it is waited for the outside that long")
  func whenLimitIsGiven_thenItIsWaitedThatLong() async {
    let probe = StreamProbe<Int>()
    let issues = await capturingIssues { _ = try await probe.next(within: .milliseconds(5)) }
    #expect(issues.texts == ["Expected an element from the probe, but none arrived\nTimed out after 5 milliseconds."])
  }
}
