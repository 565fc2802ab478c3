import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Gates and clocks at which a test waits in vain")
struct WaitPointRegistryTests {
  @Test("When a test waits in vain then each gate and clock at which somebody waits is told", .exactOnly)
  func whenTestWaitsInVain_thenRoomsAreTold() async {
    let texts = await stall { [Room("2 calls at a gate"), Room(nil), Room("1 sleeper on a clock", "- until 5 s")] }

    #expect(
      texts.first?.withoutFunctions.hasPrefix(
        """
        No task in this test can make progress
        Nothing outside the test resumed it within 10 milliseconds, so the test was cancelled.
        Suspended: test body
        2 calls at a gate
        1 sleeper on a clock:
        - until 5 s
        Look for
        """
      ) == true,
      "\(texts)"
    )
  }

  @Test("When a poller goes on beside a wait in vain then gates and clocks are told too", .exactOnly)
  func whenPollerGoesOn_thenRoomsAreTold() async {
    let texts = await stall {
      Task { while !Task.isCancelled { try await Task.sleep(for: .seconds(1)) } }  // sleep-is-the-subject
      return [Room("2 calls at a gate")]
    }

    #expect(
      texts.first?.withoutFunctions.hasPrefix(
        """
        The test body is suspended while other tasks wake endlessly
        Sleeping tasks woke 100 times in 100 seconds of virtual time; the body did not. The test was cancelled.
        Suspended: test body, unnamed task 1
        2 calls at a gate
        Cancel
        """
      ) == true,
      "\(texts)"
    )
  }

  @Test("When a helper waits in vain then it says who waits for the test", .exactOnly, .deterministic)
  func whenHelperWaitsInVain_thenItSaysWhoWaits() async {
    let room = Room("1 sleeper on a clock", "- until 5 s")
    CurrentTestSchedule.schedule?.remember(room)

    #expect(await Waiter().wait() == .stalled(beside: "\nStill waiting: 1 sleeper on a clock."))
    withExtendedLifetime(room) {}
  }

  @Test("When gates and clocks come and go then only those that live are kept, in their order")
  func whenRoomsComeAndGo_thenLivingAreKept() {
    var sut = WaitPointRegistry()
    var living: [Room] = []
    for number in 1...1000 {
      let room = Room("\(number)")
      if number.isMultiple(of: 3) { living.append(room) }
      _ = sut.insert(room)
    }

    #expect(sut.living.map(\.waiterSummary) == living.map(\.waiterSummary))
    #expect(sut.count <= 2 * living.count)
  }

  @Test("When dead gates and clocks are swept then the living outlast the lock")
  func whenDeadAreSwept_thenLivingAreGivenBack() {
    var sut = WaitPointRegistry()
    let living = (1...64).map { Room("\($0)") }
    #expect(living.allSatisfy { sut.insert($0).isEmpty })
    let last = Room("last")

    #expect(sut.insert(last).map(\.waiterSummary) == (living + [last]).map(\.waiterSummary))
  }

  @Test("When all gates and clocks live then they are swept ever more rarely")
  func whenAllLive_thenSweepsAreRare() {
    var sut = WaitPointRegistry()
    let living = (1...1000).map { Room("\($0)") }

    #expect(living.map { sut.insert($0).count }.filter { $0 > 0 } == [65, 131, 263, 527])
  }
}

// MARK: - makeSUT and Helper Factory Methods

/// What a test is told that makes these rooms and then waits in vain.
private func stall(beside makeRooms: @escaping @Sendable () -> [Room]) async -> [String] {
  await capturingIssues {
    var run = DeterministicRun(outsideLimit: .milliseconds(10))
    run.wakesWithoutBody = 100
    _ = try await run.perform(sourceLocation: #_sourceLocation) {
      let rooms = makeRooms()
      for room in rooms { CurrentTestSchedule.schedule?.remember(room) }
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      withExtendedLifetime(rooms) {}
    }
  }
  .flatMap { $0.comments.map(\.rawValue) }
}

private final class Room: WaitPoint {
  let waiterSummary: String?
  let details: [String]

  init(_ waiterSummary: String?, _ details: String...) {
    self.waiterSummary = waiterSummary
    self.details = details
  }
}
