import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("A test clock with real tasks", .scheduledOnly)
struct TestClockModelTests {
  @Test("agrees with a plain list of sleepers on every random program", .deterministic, arguments: 0..<4)
  func whenRunningRandomPrograms_thenAgreesWithPlainList(part: Int) async {
    for number in 0..<ModelPrograms.count(inDebug: 250) {
      let program = ClockProgram(seed: UInt64(part) << 32 | UInt64(number))
      let expected = ClockProgramRun(program, on: NaivePlace()).events
      let actual = await events(of: program)
      guard actual == expected else {
        Issue.record("They part in part \(part), program \(number): \(actual), expected \(expected)")
        return
      }
    }
  }

  /// Runs a program with a task for each of its sleepers.
  private func events(of program: ClockProgram) async -> [ClockProgram.Event] {
    let clock = TestClock()
    let run = Run()
    for step in program.steps {
      switch step {
      case .start(let sleeper): start(sleeper, on: clock, in: run)
      case .cancel(let id): run.cancel(id)
      case .advance(let duration):
        await clock.advance(by: .seconds(duration))
        run.note(.moved(to: clock.seconds, sleepers: clock.sleeperCount))
      case .run:
        await clock.run()
        run.note(.moved(to: clock.seconds, sleepers: clock.sleeperCount))
      }
    }
    await clock.run()
    run.note(.moved(to: clock.seconds, sleepers: clock.sleeperCount))
    return run.events
  }

  private func start(_ sleeper: ClockProgram.Sleeper, on clock: TestClock<Duration>, in run: Run) {
    let task = Task {
      for (index, duration) in sleeper.durations.enumerated() {
        do {
          try await clock.sleep(for: .seconds(duration))
        } catch {
          run.note(.cancelled(id: sleeper.id, at: clock.seconds))
          return
        }
        run.note(.woke(id: sleeper.id, at: clock.seconds))
        if index == 0, let victim = sleeper.victim { run.cancel(victim) }
      }
    }
    run.add(task, id: sleeper.id)
  }
}

extension TestClock<Duration> {
  fileprivate var seconds: Int { Int(now.offset.components.seconds) }
}

/// What has happened in one run of a program, and the tasks that can be cancelled.
private final class Run: Sendable {
  private struct State: Sendable {
    var events: [ClockProgram.Event] = []
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Locked(State())

  var events: [ClockProgram.Event] { state.withLock { $0.events } }

  func note(_ event: ClockProgram.Event) {
    state.withLock { $0.events.append(event) }
  }

  func add(_ task: Task<Void, Never>, id: Int) {
    state.withLock { $0.tasks[id] = task }
  }

  func cancel(_ id: Int) {
    state.withLock { $0.tasks[id] }?.cancel()
  }
}
