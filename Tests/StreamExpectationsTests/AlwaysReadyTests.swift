// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import TestAssertions
import TestDoubles
import Testing
import TestingSupportCore

@testable import StreamExpectations

@Suite("Sequences that always have another element")
struct AlwaysReadyTests {
  @Suite("In a deterministic test", .deterministic, .serialized)
  struct InDeterministicTest {
    @Test("When such a sequence is read then it is read as far as is needed", arguments: Kind.allCases)
    func whenSequenceIsRead_thenReadingIsBounded(kind: Kind) async throws { try await check(kind) }

    @Test("When it is read on the main actor then it is read as far as is needed", arguments: Kind.allCases)
    @MainActor func whenReadOnMainActor_thenReadingIsBounded(kind: Kind) async throws { try await check(kind) }
  }

  @Suite("In an ordinary test", .serialized)
  struct InOrdinaryTest {
    @Test("When such a sequence is read then it is read as far as is needed", arguments: Kind.allCases)
    func whenSequenceIsRead_thenReadingIsBounded(kind: Kind) async throws { try await check(kind) }

    @Test("When it is read on the main actor then it is read as far as is needed", arguments: Kind.allCases)
    @MainActor func whenReadOnMainActor_thenReadingIsBounded(kind: Kind) async throws { try await check(kind) }
  }

  @Test("When its elements are left unread then the failure names the probe and says why it stopped reading")
  func whenElementsAreUnread_thenFailureNamesProbe() async {
    let line = #line + 2
    let issues = await capturingIssues {
      await withProbe(of: AsyncStream(unfolding: { 1 }), name: "ones") { probe in
        await probe.expectNext(1)
        await expectEventually(probe) { $0.count > 10_000 }
      }
    }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(issues.count == 1)
    #expect(issues.first?.sourceLocation?.line == line)
    #expect(text.hasPrefix("Unread events in probe \"ones\"\n  1. element(1)\n  2. element(1)\n"))
    #expect(
      text.hasSuffix(
        """
          … 9980 more
        The stream always has another element. The probe stopped reading 10000 events ahead of the test.
        Read them, or call `ignoreRemaining()`.
        """
      )
    )
  }

  @Test("When its latest element is asked for then the failure says that there is none", .exactOnly, .deterministic)
  func whenLatestIsAskedFor_thenFailureSaysThatThereIsNone() async {
    let issues = await capturingIssues {
      try await withProbe(of: AsyncStream(unfolding: { 1 }), name: "ones") { probe in
        _ = try probe.latest()
      }
    }
    #expect(
      issues.first?.comments.first?.rawValue == """
        Cannot read the latest element of probe "ones"
        The stream always has another element. The probe stopped reading 10000 events ahead of the test.
        Read its elements with `next()`.
        """
    )
  }

  // Up to half of what is read ahead, the reader stays paused; then it is resumed, and has not run yet.
  @Test(
    "When its latest element is asked for after others were read then the failure says the same",
    .exactOnly,
    .deterministic,
    arguments: [1, 4_999, 5_000, 5_001]
  )
  func whenLatestIsAskedForLater_thenFailureSaysTheSame(readCount: Int) async {
    let issues = await capturingIssues {
      try await withProbe(of: AsyncStream(unfolding: { 1 }), name: "ones") { probe in
        try await probe.skip(readCount)
        _ = try probe.latest()
      }
    }
    #expect(
      issues.texts == [
        """
        Cannot read the latest element of probe "ones"
        The stream always has another element. The probe stopped reading 10000 events ahead of the test.
        Read its elements with `next()`.
        """
      ]
    )
  }

  @Test(
    "When one element is read and others are not then the failure says why there are no more",
    .exactOnly,
    .deterministic
  )
  func whenOneElementIsRead_thenFailureSaysWhyThereAreNoMore() async {
    let issues = await capturingIssues {
      await withProbe(of: AsyncStream(unfolding: { 1 }), name: "ones") { await $0.expectNext(1) }
    }
    #expect(
      issues.first?.comments.first?.rawValue.hasSuffix(
        """
          … 9979 more
        The stream always has another element. The probe stopped reading 10000 events ahead of the test.
        Read them, or call `ignoreRemaining()`.
        """
      ) == true
    )
  }

  @Test(
    "When orders are explored then the reading stops earlier",
    .exactOnly,
    .deterministic(seed: 1)
  )
  func whenOrdersAreExplored_thenReadingStopsEarlier() async {
    await withProbe(of: AsyncStream(unfolding: { 1 })) { probe in
      await settle()
      #expect(probe.events.count == 1_000)
      for _ in 0..<2_000 { await probe.expectNext(1) }
      probe.ignoreRemaining()
    }
  }

  @Test("When a burst fills what is read ahead and is read then there is a latest element", .exactOnly, .deterministic)
  func whenBurstIsRead_thenThereIsLatest() async throws {
    let source = StreamSource<Int>()
    try await withProbe(of: source.makeStream()) { probe in
      for element in 0..<10_000 { source.send(element) }
      await settle()
      try await probe.skip(5_000)
      await settle()
      let latest = try probe.latest()
      #expect(latest == 9_999)
    }
  }

  @Test("When more elements come than are read ahead then each is read, in its order", .exactOnly, .deterministic)
  func whenMoreElementsCome_thenEachIsRead() async throws {
    let source = StreamSource<Int>()
    try await withProbe(of: source.makeStream()) { probe in
      for element in 0..<35_000 { source.send(element) }
      source.finish()
      await settle()
      #expect(probe.events.count == 10_000)
      try await probe.skip(34_999)
      await probe.expectNext(34_999)
      await probe.expectFinish()
    }
  }

  /// How a sequence is ready.
  enum Kind: CaseIterable {
    case unfolding, immediate, yielding, filtered
  }
}

private func check(_ kind: AlwaysReadyTests.Kind, isolation: isolated (any Actor)? = #isolation) async throws {
  // Most of what is read is thrown away.
  try await ProbeReadAhead.$testLimit.withValue(500) {
    switch kind {
    case .unfolding: try await check { AsyncStream(unfolding: { 1 }) }
    case .immediate: try await check { ReadySequence(yields: false) }
    case .yielding: try await check { ReadySequence(yields: true) }
    case .filtered: try await check { AsyncStream(unfolding: { 1 }).filter { $0 == 1 } }
    }
  }
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func check<S: AsyncSequence>(
  isolation: isolated (any Actor)? = #isolation,
  _ makeSequence: () -> S
) async throws where S.Element == Int {
  await withProbe(of: makeSequence()) { probe in
    for _ in 0..<3 { await probe.expectNext(1) }
    probe.ignoreRemaining()
  }
  await withProbes(of: makeSequence(), makeSequence()) { first, second in
    await first.expectNext(1)
    await second.expectNext(1)
    first.cancel()
    first.ignoreRemaining()
    second.ignoreRemaining()
  }
  await expect(makeSequence(), delivers: [1, 1, 1])
  await expect(allOf: [makeSequence(), makeSequence()], deliver: [1, 1])
  // Without a schedule, settling promises nothing: on a busy machine, the reader may not have had a turn.
  let limit: Duration? = CurrentTestSchedule.settlingSchedule == nil ? .seconds(30) : nil
  let silence = await capturingIssues { await expectNothing(from: makeSequence(), within: limit) }
  #expect(silence.count == 1)
  let end = await capturingIssues { await expect(makeSequence(), delivers: [1], then: .finish) }
  #expect(end.count == 1)
  let unread = await capturingIssues {
    await withProbe(of: makeSequence(), name: "ones") { probe in
      await expectEventually { !probe.unreadEvents.isEmpty }
    }
  }
  #expect(unread.count == 1)
  #expect(unread.first?.comments.first?.rawValue.contains("probe \"ones\"") == true)
}

private func expectEventually(
  _ probe: StreamProbe<Int>,
  _ condition: @Sendable ([StreamEvent<Int>]) -> Bool
) async {
  while !condition(probe.events) { await letOthersRun() }
}

private func letOthersRun() async {
  // conventions:ignore yielding - the pump is read by another task, and nothing tells how far it has come
  await Task.yield()
}

/// Is ready at once, always, or after a yield.
private struct ReadySequence: AsyncSequence, AsyncIteratorProtocol {
  let yields: Bool

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? {
    // conventions:ignore yielding - the code under test yields
    if yields { await Task.yield() }
    return 1
  }
}
