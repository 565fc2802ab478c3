import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Expected deliveries that fail")
struct ExpectDeliversFailureTests {
  @Test("When too few elements come then the failure tells how many, and is a miscount", .exactOnly, .deterministic)
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
        The stream delivered 1 of 3 expected elements
        expected  --("a")--("b")--("c")--|
        received  --("a")--…
        difference:

        """
      )
    )
    let reason = "\nNo task in this test can make progress.\nPass `within:` to wait for an event outside the test."
    #expect(issues.texts[0].hasSuffix(reason))
    #expect(issues.lines == [line])
  }

  @Test("When a limit is given then a stream that does not deliver is waited for that long")
  func whenLimitIsGiven_thenItIsWaitedFor() async {
    let source = StreamSource<Int>()
    let issues = await capturingIssues {
      await expect(source.makeStream(), delivers: [1], within: .milliseconds(5))
    }
    #expect(issues.texts.first?.hasPrefix("The stream delivered 0 of 1 expected element\n") == true)
    #expect(issues.texts.first?.hasSuffix("\nTimed out after 5 milliseconds.") == true)
  }

  @Test("When a stream ends early then the failure tells how", .deterministic)
  func whenStreamEndsEarly_thenFailureTellsHow() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await expect(stream(1), delivers: [1, 2])
      await expect(failingStream(1), delivers: [1, 2])
    }
    #expect(issues.texts[0].hasPrefix("The stream finished after 1 of 2 expected elements\n"))
    #expect(issues.texts[0].contains("\nreceived  --(1)--|\n"))
    #expect(issues.texts[1].hasPrefix("The stream threw after 1 of 2 expected elements\n.offline\n"))
    #expect(issues.texts[1].contains("\nreceived  --(1)--✕ .offline\n"))
    #expect(issues.lines == [line, line + 1])
  }

  @Test("When other elements come then the failure shows both sides and is no miscount")
  func whenOtherElementsCome_thenFailureShowsBothSides() async {
    let issues = await capturingIssues { await expect(stream(1, 3), delivers: [1, 2]) }
    #expect(
      issues.texts == [
        """
        The stream delivered 2 elements, but not the expected ones
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
    #expect(issues.texts[0].hasPrefix("The stream delivered 2 elements, but not the expected ones\n"))
    #expect(
      issues.texts[1] == """
        The stream delivered 3 elements, but not the expected ones
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
    #expect(issues.texts[0].hasPrefix("The stream delivered 2 elements, but 1 was expected\n"))
  }

  @Test(
    "When the ending is another one then the failure says so",
    .deterministic,
    arguments: [
      (false, StreamEnding.finish, "delivered every expected element, but threw instead of finishing: .offline"),
      (false, .failure(SampleError.forbidden), "threw a different error: .offline"),
      (false, .failure(OpaqueError(code: 1)), "threw a different error: .offline"),
      (false, .anyFailure { $0 is OpaqueError }, "threw a different error: .offline"),
      (true, .anyFailure, "delivered every expected element, but finished instead of throwing"),
      (false, .silence, "threw, but no further event was expected: .offline"),
      (
        true, .failure(SampleError.offline),
        "delivered every expected element, but finished instead of throwing .offline"
      ),
      (true, .silence, "finished, but no further event was expected"),
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
    #expect(issues.texts.first?.hasPrefix("The stream \(text)\n") == true)
    #expect(issues.lines == [line])
  }

  @Test(
    "When no ending comes then the failure tells which was waited for",
    .exactOnly,
    .deterministic,
    arguments: [
      (StreamEnding.finish, "did not finish"), (.failure(SampleError.offline), "did not throw .offline"),
      (.anyFailure, "did not throw"),
    ]
  )
  func whenNoEndingComes_thenFailureSaysSo(ending: StreamEnding, text: String) async {
    let source = StreamSource<Int>()
    let stream = source.makeStream()
    let issues = await capturingIssues { await expect(stream, delivers: [1], then: ending) { source.send(1) } }
    let start = "The stream delivered every expected element, but \(text)\n"
    #expect(issues.texts.first?.hasPrefix(start) == true)
    #expect(issues.texts.first?.contains("\nNo task in this test can make progress.\n") == true)
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
      The stream delivered 1 element, but 0 were expected
      expected  --
      received  --(1)--…
      difference:

      """
    #expect(issues.texts[0].hasPrefix(start))
    #expect(issues.texts[1].hasPrefix("The stream delivered 2 elements, but 1 was expected\n"))
    #expect(issues.lines == [line, line + 1])
  }

  @Test("When one of several subscribers gets something else then the failure says which one")
  func whenOneSubscriberDiffers_thenFailureSaysWhich() async {
    let issues = await capturingIssues { await expect(allOf: [stream(1), stream(2)], deliver: [1], then: .finish) }
    #expect(issues.count == 1)
    #expect(issues.texts[0].hasPrefix("Subscriber 2 of 2: The stream delivered 1 element, but not the expected one\n"))
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
      issues.texts.first?.hasPrefix("The action threw before the stream was checked\n.offline\nreceived  --") == true
    )
    #expect(issues.lines == [line])
    #expect(source.subscriberCount == 0)
  }

  @Test("When any form of expectation fails then it does so at its own line")
  func whenAnyFormFails_thenItIsAtItsLine() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      await expect(stream(1), delivers: [2])
      await expect(stream(1), delivers: [2]) {}
      await expect(stream(1), deliversInAnyOrder: [2])
      await expect(stream(1), deliversInAnyOrder: [2]) {}
      await expect(allOf: [stream(1)], deliver: [2])
      await expect(allOf: [stream(1)], deliver: [2]) {}
      await expectNothing(from: stream(1))
      await expectNothing(from: stream(1)) {}
    }
    #expect(issues.lines == Array(line..<line + 8))
  }

  @Test("When the action of any form throws then its error passes, and the failure is at the line of the form")
  func whenActionOfAnyFormThrows_thenErrorPasses() async {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      try? await expect(stream(1), delivers: [1]) { throw SampleError.offline }
      try? await expect(stream(1), deliversInAnyOrder: [1]) { throw SampleError.offline }
      try? await expect(allOf: [stream(1)], deliver: [1]) { throw SampleError.offline }
      try? await expectNothing(from: stream(1)) { throw SampleError.offline }
    }
    #expect(issues.lines == Array(line..<line + 4))
    #expect(issues.texts.allSatisfy { $0.hasPrefix("The action threw before the stream was checked\n.offline") })
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
    #expect(issues.texts.first?.contains("The waiting task was cancelled") == true)
    #expect(source.subscriberCount == 0)
  }
}
