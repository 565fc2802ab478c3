import Testing
import TestingSupportCore

@testable import DeterministicScheduling

/// The trait where it stands in real tests. What they have seen is looked at in `InterleavingsInUse`.
private let seen = Seen()

@Suite("The interleavings trait in use", .serialized, .exactOnly)
struct InterleavingsInUse {
  @Suite("on a suite", .interleavings(7, seed: 1))
  struct OnASuite {
    private let instance = seen.newInstance()

    @Test("runs each test of the suite in a fresh instance every time")
    func whenTheSuiteHasTheTrait_thenEachTestRunsThatOften() async {
      _ = await takeTurns(3)
      seen.add("suite", instance)
    }

    @Test("runs each case of a test by itself", arguments: ["a", "b"])
    func whenTheTestHasCases_thenEachRunsThatOften(name: String) async {
      _ = await takeTurns(3)
      seen.add(name, instance)
    }

    @Test("gives way to the test's own trait", .deterministic(seed: 0x2A))
    func whenTheTestIsReplayed_thenItRunsOnce() {
      seen.add("replay \(CurrentTestSchedule.schedule?.seed ?? 0)", instance)
    }

    @Test("gives way to the test's own number of orders", .interleavings(3, seed: 1))
    func whenTheTestHasItsOwnTrait_thenThatCounts() async {
      _ = await takeTurns(3)
      seen.add("own", instance)
    }
  }

  @Suite("under a deterministic suite", .deterministic)
  struct UnderADeterministicSuite {
    @Test("runs in as many orders as it asks for", .interleavings(4, seed: 9))
    func whenTheTestHasTheTrait_thenItIsExplored() {
      seen.add("seed \(CurrentTestSchedule.schedule?.seed ?? 0)", 0)
    }
  }

  @MainActor
  @Suite("on the main actor", .interleavings(5, seed: 1, strategy: .pct(depth: 2)))
  struct OnTheMainActor {
    @Test("stays on the main actor")
    func whenTheSuiteIsOnTheMainActor_thenTheTestIsToo() async {
      _ = await takeTurns(3)
      MainActor.assertIsolated()
      seen.add("main", 0)
    }
  }

  @Suite("afterwards")
  struct Afterwards {
    @Test("has run everything as often as asked")
    func whenAllHaveRun_thenTheCountsAreRight() {
      #expect(seen.count(of: "suite") == 7)
      #expect(seen.count(of: "a") == 7)
      #expect(seen.count(of: "b") == 7)
      #expect(seen.count(of: "replay 42") == 1)
      #expect(seen.count(of: "own") == 3)
      #expect((9...12).map { seen.count(of: "seed \($0)") } == [1, 1, 1, 1])
      #expect(seen.count(of: "main") == 5)
      #expect(seen.instances(of: "suite") == 7)
    }
  }
}

private final class Seen: Sendable {
  private struct State {
    var instances = 0
    var events: [String: [Int]] = [:]
  }

  private let state = Locked(State())

  func newInstance() -> Int {
    state.withLock { state in
      state.instances += 1
      return state.instances
    }
  }

  func add(_ event: String, _ instance: Int) {
    state.withLock { $0.events[event, default: []].append(instance) }
  }

  func count(of event: String) -> Int { state.withLock { $0.events[event]?.count ?? 0 } }

  func instances(of event: String) -> Int { state.withLock { Set($0.events[event] ?? []).count } }
}
