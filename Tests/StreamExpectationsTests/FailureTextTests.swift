import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Texts of failures about streams", .deterministic)
struct FailureTextTests {
  @Test("When a text has several lines then the marble line is still one line")
  func whenTextHasSeveralLines_thenMarbleLineIsOneLine() async {
    let stream = failingStream("a\nb", error: LostError(reason: "far\r\naway"))
    let issues = await capturingIssues { await expect(stream, delivers: ["a\nc"], then: .finish) }
    #expect(
      issues.texts.first?.contains(
        """
        expected  --("a\\nc")--|
        received  --("a\\nb")--✕ far\\naway
        difference:
        """
      ) == true
    )
  }

  @Test("When an error looks like the expected one then the failure tells what sets them apart")
  func whenErrorsLookTheSame_thenFailureTellsThemApart() async {
    let issues = await capturingIssues {
      await expect(failingStream(1, error: LostError(reason: "far")), delivers: [1], then: .failure(GoneError()))
      await expect(failingStream(1, error: GoneError(hour: 2)), delivers: [1], then: .failure(GoneError()))
    }
    let text = "The stream threw a different error: far"
    #expect(issues.texts.first?.hasPrefix("\(text)\nExpected a GoneError, received a LostError.\n") == true)
    #expect(issues.texts.last?.hasPrefix("\(text)\n") == true)
    #expect(issues.texts.last?.hasSuffix("difference:\nhour:\n  - 1\n  + 2") == true)
  }

  @Test("When an error has a description for tests then failures show that one")
  func whenErrorHasDescriptionForTests_thenItIsShown() async {
    let error = ShyError()
    let source = ThrowingStreamSource<Int>()
    let issues = await capturingIssues {
      await expect(failingStream(1, error: error), delivers: [1], then: .finish)
      await withProbe(of: failingStream(1, error: error)) { probe in
        await probe.expectNext(1)
        await probe.expectFinish()
      }
      source.finish()
      source.fail(error)
    }
    #expect(issues.texts[0].hasSuffix("received  --(1)--✕ shy"))
    let text = "The stream delivered every expected element, but threw instead of finishing: shy\n"
    #expect(issues.texts[0].hasPrefix(text))
    #expect(issues.texts[1] == "Expected the end from the probe, but it threw: shy\nread so far  --(1)--")
    #expect(issues.texts[2] == "Cannot throw shy: the stream source has finished")
  }

  @Test("When any failure is expected then the marble line has no error")
  func whenAnyFailureIsExpected_thenMarbleLineHasNoError() async {
    let issues = await capturingIssues { await expect(stream(1), delivers: [1], then: .anyFailure) }
    #expect(
      issues.texts == [
        """
        The stream delivered every expected element, but finished instead of throwing
        expected  --(1)--✕
        received  --(1)--|
        """
      ]
    )
  }

  @Test("When an action throws because its stream has failed then the failure shows that end, too")
  func whenStreamHasFailed_thenThrowingActionShowsIt() async {
    let issues = await capturingIssues {
      try? await expect(failingStream(1), delivers: [1, 2]) {
        await settle()  // the stream is ready, and nobody can see when it was read
        throw SampleError.forbidden
      }
    }
    #expect(
      issues.texts == [
        "The action threw before the stream was checked\n.forbidden\nreceived  --(1)--✕ .offline"
      ]
    )
  }

  @Test("When short values differ then the failure says so once")
  func whenShortValuesDiffer_thenFailureSaysSoOnce() async {
    let probe = StreamProbe<String>()
    probe.send("a")
    let issues = await capturingIssues { await probe.expectNext("b") }
    #expect(issues.texts == [#"Expected "b" from the probe, but received "a""#])
  }

  @Test("When large values differ then the failure cuts them, and shows what differs")
  func whenLargeValuesDiffer_thenFailureCutsThem() async throws {
    let probe = StreamProbe<[Int]>()
    probe.send(Array(0..<1_000) + [1])
    let issues = await capturingIssues { await probe.expectNext(Array(0..<1_000) + [2]) }
    let text = try #require(issues.texts.first)
    #expect(text.hasPrefix("Expected [0, 1, 2, 3, "))
    #expect(text.contains("… from the probe, but received [0, 1, 2, 3, "))
    #expect(text.hasSuffix("[1000]:\n  - 2\n  + 1"))
    #expect(text.count < 400)
  }

  @Test("When a large value is left unread then the list cuts it")
  func whenLargeValueIsUnread_thenListCutsIt() async throws {
    let issues = await capturingIssues {
      await withProbe(for: String.self) { $0.send(String(repeating: "x", count: 100_000)) }
    }
    #expect(try #require(issues.texts.first).count < 1_000)
  }

  @Test("When many elements come in any order then each is compared with a few, not with all")
  func whenManyComeInAnyOrder_thenEachIsComparedWithFew() async {
    let comparisons = LockIsolated(0)
    let numbers = (0..<2_000).map { CountedNumber(number: $0, comparisons: comparisons) }
    let stream = AsyncStream { continuation in
      for number in numbers.reversed() { continuation.yield(number) }
      continuation.finish()
    }
    await expect(stream, deliversInAnyOrder: numbers, then: .finish)
    #expect(comparisons.value < 40_000)
  }
}

// MARK: - Test doubles

private struct LostError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

private struct GoneError: Error, Equatable, CustomStringConvertible {
  var hour = 1
  var description: String { "far" }
}

private struct ShyError: Error, CustomTestStringConvertible {
  let testDescription = "shy"
}

private struct CountedNumber: Hashable, Sendable {
  let number: Int
  let comparisons: LockIsolated<Int>

  static func == (left: Self, right: Self) -> Bool {
    left.comparisons.withValue { $0 += 1 }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
