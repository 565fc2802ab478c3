import DeterministicScheduling
import StreamExpectations
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Streams and time")
struct TimedStreamTests {
  @Test("When keys are scripted then a debounce delivers at its instants", .scheduledOnly, .deterministic)
  func whenKeysAreScripted_thenDebounceDeliversAtInstants() async {
    let clock = TestClock()
    let keys = StreamSource(script: [(at: .seconds(0.1), "s"), (at: .seconds(2.1), "sw")], on: clock)
    await expect(
      debounced(keys.makeStream(), on: clock),
      deliversAt: [(at: .seconds(0.4), "s"), (at: .seconds(2.4), "sw")],
      on: clock
    ) {
      await clock.advance(by: .seconds(3))
    }
  }

  @Test("When only the last key is expected then the comment's example passes", .scheduledOnly, .deterministic)
  func whenLastKeyIsExpected_thenExamplePasses() async {
    let clock = TestClock()
    let keys = StreamSource(script: [(at: .seconds(2), "s"), (at: .seconds(2.1), "sw")], on: clock)
    await expect(debounced(keys.makeStream(), on: clock), deliversAt: [(at: .seconds(2.4), "sw")], on: clock) {
      await clock.advance(by: .seconds(3))
    }
  }

  @Test("When a script plays in virtual time then its instants are exact", .deterministic, .exactOnly)
  func whenScriptPlaysInVirtualTime_thenInstantsAreExact() async {
    let source = StreamSource(
      script: [(at: .seconds(2.1), 3), (at: .seconds(1), 1), (at: .seconds(1), 2)],
      finishesAt: .seconds(60)
    )
    await expect(
      source.makeStream(),
      deliversAt: [(.seconds(1), 1), (.seconds(1), 2), (.seconds(2.1), 3)],
      then: .finish
    )
    #expect(source.subscriberCount == 0)
  }

  @Test("When an element comes at another instant then the failure shows both", .deterministic)
  func whenElementComesAtAnotherInstant_thenFailureShowsBoth() async {
    let clock = TestClock()
    let source = StreamSource(script: [(at: .seconds(2.1), 3)], on: clock)
    let line = #line + 2
    let issues = await capturingIssues {
      await expect(source.makeStream(), deliversAt: [(at: .seconds(2), 3)], on: clock) {
        await clock.advance(by: .seconds(3))
      }
    }
    #expect(issues.texts.first?.contains("expected  --(3 at 2 seconds)") == true)
    #expect(issues.texts.first?.contains("received  --(3 at 2.1 seconds)") == true)
    #expect(issues.lines.first == line)
  }

  @Test("When instants are near enough then the expectation holds", .deterministic)
  func whenInstantsAreNear_thenExpectationHolds() async {
    let clock = TestClock()
    let source = StreamSource(script: [(at: .seconds(2.1), 3), (at: .seconds(3), 4)], on: clock)
    await expect(
      source.makeStream(),
      deliversAt: [(.seconds(2), 3), (.seconds(3.1), 4)],
      on: clock,
      accuracy: .milliseconds(100)
    ) {
      await clock.advance(by: .seconds(3))
    }
  }

  @Test("When a timed sequence is probed then its elements have their instants", .deterministic)
  func whenTimedSequenceIsProbed_thenElementsHaveInstants() async {
    let clock = TestClock()
    let keys = StreamSource(script: [(at: .seconds(0.1), "s"), (at: .seconds(2.1), "sw")], on: clock)
    await withProbe(of: keys.makeStream().timed(on: clock)) { probe in
      await clock.advance(by: .seconds(1))
      await probe.expectNext(TimedElement(at: .seconds(0.1), "s"))
      await clock.advance(by: .seconds(2))
      await probe.expectNext(TimedElement(at: .seconds(2.1), "sw"))
    }
  }

  @Test("When a stream fails then so does the timed one", .deterministic, .exactOnly)
  func whenStreamFails_thenTimedOneFails() async {
    let stream = failingStream(1, error: SampleError.offline)
    await expect(stream, deliversAt: [(.zero, 1)], then: .failure(SampleError.offline))
  }

  @MainActor
  @Test("When the main actor expects instants then the sequence is read there", .deterministic)
  func whenMainActorExpectsInstants_thenItIsReadThere() async {
    let clock = TestClock()
    let source = StreamSource(script: [(at: .seconds(1), 1)], on: clock)
    await expect(source.makeStream(), deliversAt: [(.seconds(1), 1)], on: clock) {
      await clock.advance(by: .seconds(1))
    }
  }

  @Test("When a scripted source is used in an ordinary test then its clock is awaited")
  func whenSourceIsUsedInOrdinaryTest_thenClockIsAwaited() async {
    let clock = TestClock()
    let source = StreamSource(script: [(at: .seconds(1), 1)], on: clock)
    await clock.waitForSleepers()
    await expect(source.makeStream(), delivers: [1]) { await clock.advance(by: .seconds(1)) }
  }

  @Test("When a scripted source finishes early or goes then its script ends", .deterministic)
  func whenSourceFinishesEarly_thenScriptEnds() async {
    let clock = TestClock()
    let source = StreamSource(script: [(at: .seconds(1), 1)], on: clock)
    var other: StreamSource<Int>? = StreamSource(script: [(at: .seconds(1), 1)], on: clock)
    await clock.waitForSleepers(2)
    source.finish()
    other = nil
    // the cancelled sleepers are ready to run
    await settle()
    #expect(clock.sleeperCount == 0)
    #expect(other == nil)
  }

  @Test("When a throwing source is scripted then it throws at its instant", .deterministic)
  func whenThrowingSourceIsScripted_thenItThrowsAtInstant() async {
    let clock = TestClock()
    let source = ThrowingStreamSource(
      script: [(at: .seconds(2), "b"), (at: .seconds(1), "a"), (at: .seconds(4), "late")],
      on: clock,
      finishesAt: .seconds(3),
      throwing: SampleError.offline
    )
    await expect(
      source.makeStream(),
      deliversAt: [(.seconds(1), "a"), (.seconds(2), "b")],
      on: clock,
      then: .failure(SampleError.offline)
    ) {
      await clock.advance(by: .seconds(3))
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("When a scripted throwing source has no error then it finishes", .deterministic)
  func whenScriptedThrowingSourceHasNoError_thenItFinishes() async {
    let clock = TestClock()
    let source = ThrowingStreamSource(script: [(at: .seconds(1), 1)], on: clock, finishesAt: .seconds(1))
    await expect(source.makeStream(), deliversAt: [(.seconds(1), 1)], on: clock, then: .finish) {
      await clock.advance(by: .seconds(1))
    }
  }

  @Test("When a scripted throwing source ends early or goes then its script ends", .deterministic)
  func whenScriptedThrowingSourceEndsEarly_thenScriptEnds() async {
    let clock = TestClock()
    let sources = (0..<2).map { ThrowingStreamSource(script: [(at: .seconds($0 + 1), 1)], on: clock) }
    var other: ThrowingStreamSource<Int>? = ThrowingStreamSource(script: [(at: .seconds(3), 1)], on: clock)
    await clock.waitForSleepers(3)
    sources[0].finish()
    sources[1].fail(SampleError.offline)
    other = nil
    // the cancelled sleepers are ready to run
    await settle()
    #expect(clock.sleeperCount == 0)
    #expect(other == nil)
  }

  @Test("When a script has an error and no end then an issue is recorded")
  func whenScriptHasErrorAndNoEnd_thenIssueIsRecorded() async {
    let line = #line + 2
    let issues = await capturingIssues {
      _ = ThrowingStreamSource(script: [(at: Duration.zero, 1)], throwing: SampleError.offline)
    }
    #expect(issues.texts == ["The script never throws .offline\nIt has no end.\nPass `finishesAt:` too."])
    #expect(issues.lines == [line])
  }

  @Test("When elements have types of the test then their names stand without modules", .deterministic)
  func whenElementsHaveTypes_thenNamesStandWithoutModules() async {
    let clock = TestClock()
    let parcel = Parcel.sent([Label(text: "StreamExpectationsTests.A")])
    let source = StreamSource(script: [(at: .seconds(1), parcel)], on: clock)
    let issues = await capturingIssues {
      await expect(source.makeStream(), deliversAt: [(at: .seconds(1), Parcel.lost)], on: clock) {
        await clock.advance(by: .seconds(1))
      }
    }
    let text = issues.texts.first ?? ""
    #expect(text.contains("received  --(.sent([Label(text: \"StreamExpectationsTests.A\")]) at 1 "))
    #expect(!text.contains("StreamExpectationsTests.Label"))
  }

  @Test("When an instant is negative then an issue is recorded")
  func whenInstantIsNegative_thenIssueIsRecorded() async {
    let line = #line + 1
    let issues = await capturingIssues { _ = StreamSource(script: [(at: .seconds(-1), 1)]) }
    #expect(issues.texts == ["A script cannot begin before its source, at -1 seconds"])
    #expect(issues.lines == [line])
  }

  @Test("When a probe has finished then sending to it records an issue")
  func whenProbeHasFinished_thenSendingRecordsIssue() async {
    let probe = StreamProbe<Int>(name: "counts")
    let taps = StreamProbe<Void>()
    probe.finish()
    taps.fail(SampleError.offline)
    let line = #line + 2
    let issues = await capturingIssues {
      probe.send(3)
      probe.fail(SampleError.offline)
      taps.send()
      probe.finish()
    }
    #expect(
      issues.texts == [
        "Cannot send 3: probe \"counts\" has finished",
        "Cannot throw .offline: probe \"counts\" has finished",
        "Cannot send (): the probe has finished",
      ]
    )
    #expect(issues.lines == [line, line + 1, line + 2])
    #expect(probe.events == [.finish])
  }

  @Test("When a probe was cancelled then what a double still sends is dropped")
  func whenProbeWasCancelled_thenElementsAreDropped() async {
    let probe = StreamProbe<Int>()
    probe.cancel()
    let issues = await capturingIssues { probe.send(3) }
    #expect(issues.texts == [])
    #expect(probe.events == [])
  }
}

private enum Parcel: Equatable {
  case sent([Label])
  case lost
}

private struct Label: Equatable {
  let text: String
}

/// Delivers what is followed by silence.
private func debounced(_ keys: AsyncStream<String>, on clock: TestClock<Duration>) -> AsyncStream<String> {
  AsyncStream { continuation in
    let task = Task {
      var pending: Task<Void, Never>?
      for await key in keys {
        pending?.cancel()
        pending = Task {
          guard (try? await clock.sleep(for: .seconds(0.3))) != nil else { return }
          continuation.yield(key)
        }
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
