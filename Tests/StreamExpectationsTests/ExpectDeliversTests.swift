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

  @Suite("That fail")
  struct ThatFail {
    @Test("When too few elements come then the failure tells how many, and is a miscount", .deterministic)
    func whenTooFewCome_thenFailureTellsHowMany() async {
      let source = StreamSource<String>()
      let stream = source.makeStream()
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await expect(stream, delivers: ["a", "b", "c"], then: .finish) { source.send("a") }
      }
      #expect(issues.isOneMiscount)
      #expect(
        issues.texts[0].hasPrefix(
          """
          The stream delivered 1 of 3 elements: waited until nothing in this test could run any more; \
          use `within:` to wait for the outside
          expected  --("a")--("b")--("c")--|
          received  --("a")--…
          difference:

          """
        )
      )
      #expect(issues.lines == [line])
    }

    @Test("When a limit is given then a stream that does not deliver is waited for that long")
    func whenLimitIsGiven_thenItIsWaitedFor() async {
      let source = StreamSource<Int>()
      let issues = await capturingIssues {
        await expect(source.makeStream(), delivers: [1], within: .milliseconds(5))
      }
      #expect(issues.texts.first?.hasPrefix("The stream delivered 0 of 1 element: waited 5 milliseconds\n") == true)
    }

    @Test("When a stream ends early then the failure tells how", .deterministic)
    func whenStreamEndsEarly_thenFailureTellsHow() async {
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await expect(stream(1), delivers: [1, 2])
        await expect(failingStream(1), delivers: [1, 2])
      }
      #expect(issues.texts[0].hasPrefix("The stream finished after 1 of 2 elements\n"))
      #expect(issues.texts[0].contains("\nreceived  --(1)--|\n"))
      #expect(issues.texts[1].hasPrefix("The stream failed after 1 of 2 elements: offline\n"))
      #expect(issues.texts[1].contains("\nreceived  --(1)--✕ offline\n"))
      #expect(issues.lines == [line, line + 1])
    }

    @Test("When other elements come then the failure shows both sides and is no miscount")
    func whenOtherElementsCome_thenFailureShowsBothSides() async {
      let issues = await capturingIssues { await expect(stream(1, 3), delivers: [1, 2]) }
      #expect(
        issues.texts == [
          """
          The stream delivered 2 elements, but not as expected
          expected  --(1)--(2)--…
          received  --(1)--(3)--…
          difference:
          [1]:
            - 2
            + 3
          """
        ]
      )
      #expect(!issues.isOneMiscount)
    }

    @Test("When elements come in another order then that is a failure only where the order matters")
    func whenOrderDiffers_thenItMattersWhereAsked() async {
      let issues = await capturingIssues {
        await expect(stream(2, 1), delivers: [1, 2])
        await expect(stream(2, 1, 1), deliversInAnyOrder: [1, 2, 2])
      }
      #expect(issues.texts[0].hasPrefix("The stream delivered 2 elements, but not as expected\n"))
      #expect(
        issues.texts[1] == """
          The stream delivered 3 elements, but not as expected
          expected  --(1)--(2)--(2)--…  in any order
          received  --(2)--(1)--(1)--…
          missing: 2
          unexpected: 1
          """
      )
    }

    @Test("When more elements come than the ending allows then the failure is a miscount")
    func whenTooManyCome_thenFailureIsMiscount() async {
      let issues = await capturingIssues { await expect(stream(1, 2), delivers: [1], then: .finish) }
      #expect(issues.isOneMiscount)
      #expect(issues.texts[0].hasPrefix("The stream delivered 2 elements, where 1 were expected\n"))
    }

    @Test(
      "When the ending is another one then the failure says so",
      .deterministic,
      arguments: [
        (false, StreamEnding.finish, "failed instead of finishing: offline"),
        (false, .failure(SampleError.forbidden), "failed with another error: offline"),
        (false, .failure(OpaqueError(code: 1)), "failed with another error: offline"),
        (false, .silence, "failed where silence was expected: offline"),
        (true, .failure(SampleError.offline), "finished instead of failing: offline"),
        (true, .silence, "finished where silence was expected"),
      ]
    )
    func whenEndingDiffers_thenFailureSaysSo(finishes: Bool, ending: StreamEnding, text: String) async {
      let source = ThrowingStreamSource<Int>()
      let stream = source.makeStream()
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await expect(stream, delivers: [1], then: ending) {
          source.send(1)
          if finishes { source.finish() } else { source.fail(SampleError.offline) }
        }
      }
      #expect(issues.count == 1)
      #expect(issues.texts.first?.hasPrefix("The stream delivered what was expected, but \(text)\n") == true)
      #expect(issues.lines == [line])
    }

    @Test(
      "When no ending comes then the failure tells which was waited for",
      .deterministic,
      arguments: [
        (StreamEnding.finish, "did not finish"), (.failure(SampleError.offline), "did not fail with offline"),
      ]
    )
    func whenNoEndingComes_thenFailureSaysSo(ending: StreamEnding, text: String) async {
      let source = StreamSource<Int>()
      let stream = source.makeStream()
      let issues = await capturingIssues { await expect(stream, delivers: [1], then: ending) { source.send(1) } }
      let start = "The stream delivered what was expected, but \(text): waited until nothing in this test"
      #expect(issues.texts.first?.hasPrefix(start) == true)
    }

    @Test("When silence is broken then the failure tells by what", .deterministic)
    func whenSilenceIsBroken_thenFailureTellsByWhat() async {
      let source = StreamSource<Int>()
      let streams = [source.makeStream(), source.makeStream()]
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await expectNothing(from: streams[0]) { Task { source.send(1) } }
        await expect(streams[1], delivers: [1], then: .silence, within: .seconds(10)) { source.send(2) }
      }
      let start = """
        The stream delivered 1 element, where 0 were expected
        expected  --
        received  --(1)--…
        difference:

        """
      #expect(issues.texts[0].hasPrefix(start))
      #expect(issues.texts[1].hasPrefix("The stream delivered 2 elements, where 1 were expected\n"))
      #expect(issues.lines == [line, line + 1])
    }

    @Test("When one of several subscribers gets something else then the failure says which one")
    func whenOneSubscriberDiffers_thenFailureSaysWhich() async {
      let issues = await capturingIssues { await expect(allOf: [stream(1), stream(2)], deliver: [1], then: .finish) }
      #expect(issues.count == 1)
      #expect(issues.texts[0].hasPrefix("Subscriber 2 of 2: The stream delivered 1 element, but not as expected\n"))
    }

    @Test("When the action throws then its error passes, and the failure tells what had come")
    func whenActionThrows_thenErrorPasses() async {
      let source = StreamSource<Int>()
      let line = #_sourceLocation.line + 2
      let issues = await capturingIssues {
        await #expect(throws: SampleError.offline) {
          try await expect(source.makeStream(), delivers: [1, 2]) {
            source.send(1)
            throw SampleError.offline
          }
        }
      }
      #expect(
        issues.texts.first?.hasPrefix("The action threw before the stream was checked: offline\nreceived  --") == true
      )
      #expect(issues.lines == [line])
      #expect(source.subscriberCount == 0)
    }

    @Test("When the test is cancelled then the wait ends, and with it all that was started")
    func whenTestIsCancelled_thenWaitEnds() async {
      let source = StreamSource<Int>()
      let issues = await capturingIssues {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await expect(source.makeStream(), delivers: [1]) }
          await source.waitForSubscribers()
          group.cancelAll()
        }
      }
      #expect(issues.texts.first?.contains("the task that waited was cancelled") == true)
      #expect(source.subscriberCount == 0)
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
          "No element is expected, and anything may follow: say `then: .silence`, or use `expectNothing(from:during:)`",
          "There is no sequence to subscribe to",
          "The limit of a wait cannot be negative: -1 seconds",
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
      #expect(issues.texts.first?.hasPrefix("The sequence goes on although its task was cancelled") == true)
      #expect(issues.lines == [line])
      stubborn.gate.open()
    }
  }
}

// MARK: - Test doubles

/// Waits for its gate, and does not listen to anybody.
private struct StubbornSequence: AsyncSequence, AsyncIteratorProtocol {
  let gate = Gate()

  func makeAsyncIterator() -> Self { self }

  func next() async -> Int? {
    await Task { [gate] in await gate.wait() }.value
    return nil
  }
}
