import DeterministicScheduling
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing

// The code of the article "Testing streams" and of the comments on the functions, in the same words.

@Suite("Examples: testing streams")
struct TestingStreamsExamples {
  @Test("When authorization is enabled then the statuses begin with it")
  func whenAuthorizationIsEnabled_thenStatusesBeginWithIt() async {
    let (sut, _) = makeSUT(authorization: .enabled)

    await expect(sut.statuses, delivers: [.enabled])
  }

  @Test("When authorization changes then the statuses tell all changes")
  func whenAuthorizationChanges_thenStatusesTellAllChanges() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await expect(sut.statuses, delivers: [.enabled, .disabled, .enabled, .disabled], then: .finish) {
      location.simulateAuthorization(.disabled)
      location.simulateAuthorization(.enabled)
      location.simulateAuthorization(.disabled)
      location.simulateEnd()
    }
  }

  @Test("When authorization does not change then the statuses stay silent", .deterministic)
  func whenAuthorizationDoesNotChange_thenStatusesStaySilent() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await expect(sut.statuses, delivers: [.enabled], then: .silence) {
      location.simulateAuthorization(.enabled)
    }
  }

  @Test("When several subscribe then each is notified")
  func whenSeveralSubscribe_thenEachIsNotified() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await expect(allOf: [sut.statuses, sut.statuses], deliver: [.enabled, .disabled]) {
      location.simulateAuthorization(.disabled)
    }
  }

  @Test("When the signal is lost then positions fail")
  func whenSignalIsLost_thenPositionsFail() async {
    let positions = ThrowingStreamSource<Int>()

    await expect(positions.makeStream(), delivers: [1, 2], then: .failure(PositionError.noSignal)) {
      positions.send(1)
      positions.send(2)
      positions.fail(PositionError.noSignal)
    }
  }

  @Test("When the user reacts to a status then the next one follows")
  func whenUserReacts_thenNextStatusFollows() async throws {
    let (sut, location) = makeSUT(authorization: .disabled)

    try await withProbe(of: sut.statuses, name: "statuses") { statuses in
      await statuses.expectNext(.disabled)
      location.simulateAuthorization(.enabled)
      let status = try await statuses.next()
      #expect(status.isUsable)
      location.simulateEnd()
      await statuses.expectFinish()
    }
  }

  @Test("When two streams belong together then each has its probe")
  func whenTwoStreamsBelongTogether_thenEachHasItsProbe() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await withProbes(of: sut.statuses, sut.prompts, names: ["statuses", "prompts"]) { statuses, prompts in
      await statuses.expectNext(.enabled)
      location.simulateAuthorization(.disabled)
      await statuses.expectNext(.disabled)
      await prompts.expectNext("Location is disabled")
    }
  }

  @Test("When a presenter loads then its view is told the title")
  func whenPresenterLoads_thenViewIsToldTitle() async {
    await withProbe(for: String.self, name: "titles") { titles in
      let sut = Presenter(onTitle: { titles.send($0) })
      sut.load()
      await titles.expectNext("Feed")
    }
  }
}

@Suite("Examples: the functions for streams")
struct StreamFunctionsExamples {
  @Test("When authorization is taken away then the statuses tell it before they end")
  func whenAuthorizationIsTakenAway_thenStatusesTellIt() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await expect(sut.statuses, delivers: [.enabled, .disabled], then: .finish) {
      location.simulateAuthorization(.disabled)
      location.simulateEnd()
    }
  }

  @Test("When the statuses end too early then the failure shows both sides")
  func whenStatusesEndTooEarly_thenFailureShowsBothSides() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    let issues = await recordedIssues {
      await expect(sut.statuses, delivers: [.enabled, .disabled], then: .finish) {
        location.simulateEnd()
      }
    }

    #expect(
      issues.texts == [
        """
        The stream finished after 1 of 2 expected elements
        expected  --(.enabled)--(.disabled)--|
        received  --(.enabled)--|
        difference:
        [1] is missing:
          - .disabled
        """
      ]
    )
  }

  @Test("When authorization is given then nobody is prompted", .deterministic)
  func whenAuthorizationIsGiven_thenNobodyIsPrompted() async {
    let (sut, location) = makeSUT(authorization: .disabled)

    await expectNothing(from: sut.prompts) {
      location.simulateAuthorization(.enabled)
    }
  }

  @Test("When authorization is given then the next status tells it")
  func whenAuthorizationIsGiven_thenNextStatusTellsIt() async {
    let (sut, location) = makeSUT(authorization: .disabled)

    await withProbe(of: sut.statuses, name: "statuses") { statuses in
      await statuses.expectNext(.disabled)
      location.simulateAuthorization(.enabled)
      await statuses.expectNext(.enabled)
    }
  }

  @Test("When the location ends then the statuses do")
  func whenLocationEnds_thenStatusesDo() async {
    let (sut, location) = makeSUT(authorization: .enabled)

    await withProbe(of: sut.statuses, name: "statuses") { statuses in
      await statuses.expectNext(.enabled)
      location.simulateEnd()
      await statuses.expectFinish()
    }
  }
}

// MARK: - What the article sets beside it

/// What was written with delays, to be read beside the tests above. Compiled, never run.
private enum Flaky {
  // conventions:ignore source-location - a test, run by another one
  static func whenAuthorizationIsEnabled_thenStatusesBeginWithIt() async throws {
    let (sut, _) = makeSUT(authorization: .enabled)
    let received = LockIsolated<[Status]>([])

    let task = Task { [statuses = sut.statuses] in
      for await status in statuses { received.withValue { $0.append(status) } }
    }
    try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
    task.cancel()

    #expect(received.value == [.enabled])
  }

  // conventions:ignore source-location - a test, run by another one
  static func whenAuthorizationChanges_thenStatusesTellAllChanges() async throws {
    let (sut, location) = makeSUT(authorization: .enabled)
    var received: [Status] = []

    await confirmation(expectedCount: 3) { confirmation in
      Task {
        try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
        location.simulateAuthorization(.disabled)
        try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
        location.simulateAuthorization(.enabled)
      }
      for await status in sut.statuses {
        received.append(status)
        confirmation()
        if received.count == 3 { break }
      }
    }
    #expect(received == [.enabled, .disabled, .enabled])
  }
}

// MARK: - makeSUT and factories

private func makeSUT(authorization: Status) -> (sut: LocationUseCase, location: LocationSpy) {
  let location = LocationSpy(authorization: authorization)
  return (LocationUseCase(location: location), location)
}

// MARK: - Production code

private enum Status: Sendable {
  case enabled, disabled

  var isUsable: Bool { self == .enabled }
}

private enum PositionError: Error {
  case noSignal
}

/// Not `Sendable`, as most classes of an app.
private final class LocationUseCase {
  private let location: LocationSpy

  init(location: LocationSpy) { self.location = location }

  /// The authorization now, and whenever it changes.
  var statuses: AsyncStream<Status> {
    let changes = location.changes.makeStream()
    let (stream, continuation) = AsyncStream.makeStream(of: Status.self)
    let task = Task { [initial = location.authorization] in
      var latest = initial
      continuation.yield(latest)
      for await status in changes where status != latest {
        continuation.yield(status)
        latest = status
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  var prompts: AsyncMapSequence<AsyncFilterSequence<AsyncStream<Status>>, String> {
    location.changes.makeStream().filter { $0 == .disabled }.map { _ in "Location is disabled" }
  }
}

private struct Presenter: Sendable {
  let onTitle: @Sendable (String) -> Void

  func load() { onTitle("Feed") }
}

// MARK: - Test doubles

private final class LocationSpy: Sendable {
  let authorization: Status
  let changes = StreamSource<Status>()

  init(authorization: Status) { self.authorization = authorization }

  func simulateAuthorization(_ status: Status) { changes.send(status) }
  func simulateEnd() { changes.finish() }
}
