import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Running an order again", .exactOnly)
struct ReplayTests {
  @Test(
    "takes the same steps, from the same seed and from the departures alone",
    arguments: [InterleavingStrategy.random, .pct(depth: 3)]
  )
  func whenAProgramRunsInAnOrderAgain_thenItTakesTheSameSteps(strategy: InterleavingStrategy) async throws {
    for seed in 0..<UInt64(modelSteps(10)) {
      let drawn = try await run(strategy.order(seed: seed))
      let again = try await run(strategy.order(seed: seed))
      let departing = try await run(DeviatingFIFOStrategy(drawn.run.departures))
      #expect(Divergence(between: drawn.run, and: again.run) == nil, "seed \(seed)")
      #expect(Divergence(between: drawn.run, and: departing.run) == nil, "seed \(seed)")
      #expect(again.events == drawn.events)
      #expect(departing.events == drawn.events)
    }
  }

  @Test("without a choice gives the events of the plain order")
  func whenNothingDeparts_thenTheEventsAreThoseOfThePlainOrder() async throws {
    let departing = try await run(DeviatingFIFOStrategy([]))
    #expect(departing.run.departures.isEmpty)
    for bug in PlantedBug.all {
      let choices = RecordingStrategy.Record(.init())
      let plain = DeterministicRun(strategy: RecordingStrategy(DeviatingFIFOStrategy([]), into: choices))
      var isKept = false
      _ = try await plain.perform(sourceLocation: #_sourceLocation) { isKept = await bug.keepsItsPromise(.buggy) }
      #expect(isKept, "\(bug.name)")
      #expect(choices.withLock { $0.departures.allSatisfy { $0 == nil } })
    }
  }

  @Test("lets sleeps that end at the same moment go on in any order")
  func whenSleepsEndTogether_thenEitherGoesOnFirst() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let log = EventLog()
      try await withDeterministicScheduling(seed: seed) {
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
              log.add(name)
            }
          }
        }
      }
      orders.insert(log.events)
    }
    #expect(orders == [["a", "b"], ["b", "a"]])
  }

  private func run(_ strategy: any ScheduleStrategy) async throws -> (events: [String], run: InterleavingRun) {
    let choices = RecordingStrategy.Record(.init())
    let run = DeterministicRun(strategy: RecordingStrategy(strategy, into: choices), isRecording: true)
    var events: [String] = []
    let log = try await run.perform(sourceLocation: #_sourceLocation) {
      events = await ProgramUnderTest.run(usesGlobalActor: false)
    }
    return (events, InterleavingRun(choices: choices.withLock { $0 }, log: log ?? ScheduleLog()))
  }
}

@Suite("Where a strategy decides")
struct StrategicSchedulerTests {
  @Test("a yield is one turn of its task")
  func whenAYieldIsChosen_thenItsTaskFollowsWithoutAChoice() {
    var sut = makeSUT()
    sut.enqueue(1, task: 10, on: .own, isInside: false)
    #expect(sut.next().text == "run 1 on own")
    sut.enqueue(2, resuming: 10, on: .own, isInside: true)
    sut.enqueue(3, task: 20, on: .own, isInside: true)
    #expect(sut.next().text == "run 2 on own")
    sut.enqueue(4, task: 10, on: .own, isInside: true)
    #expect(sut.next().text == "run 4 on own")
    #expect(sut.log?.steps.map(\.kind) == [.job, .handover, .job])
    #expect(sut.log?.steps.map(\.readyCount) == [1, 2, 1])
    #expect(sut.log?.steps.map(\.task) == [0, 0, 0])
  }

  @Test("a yield whose task does not become ready is followed by a choice")
  func whenTheTaskOfAYieldIsNotReady_thenTheStrategyDecides() {
    var sut = makeSUT()
    sut.enqueue(1, task: 10, on: .own, isInside: false)
    _ = sut.next()
    sut.enqueue(2, resuming: 10, on: .own, isInside: true)
    _ = sut.next()
    sut.enqueue(3, task: 20, on: .own, isInside: true)
    sut.enqueue(4, task: 30, on: .own, isInside: true)
    #expect(sut.next().text == "run 3 on own")
    #expect(sut.log?.steps.last?.readyCount == 2)
  }

  @Test("work from outside belongs to no task")
  func whenWorkComesFromOutside_thenItBelongsToNoTask() {
    var sut = makeSUT()
    sut.enqueue(1, resuming: 10, on: .own, isInside: false)
    sut.enqueue(2, resuming: 0, on: .own, isInside: true)
    _ = sut.next()
    _ = sut.next()
    #expect(sut.log?.steps.map(\.task) == [nil, nil])
    #expect(sut.log?.steps.map(\.kind) == [.job, .job])
  }

  @Test("a hop goes on at once in the plain order, and waits its turn if another is preferred")
  func whenATaskHops_thenThePlainOrderGoesOnWithIt() {
    var sut = makeSUT()
    sut.enqueue(1, task: 10, on: .own, isInside: false)
    sut.enqueue(2, task: 20, on: .own, isInside: false)
    #expect(sut.next().text == "run 1 on own")
    sut.enqueue(3, task: 10, on: .hop, isInside: true)
    #expect(sut.next().text == "run 3 on own")
    #expect(sut.next().text == "run 2 on own")
    #expect(sut.log?.steps.map(\.kind) == [.job, .hop, .job])
  }

  @Test("a hop from the main queue is a turn like any other")
  func whenATaskHopsFromTheMainQueue_thenItWaitsItsTurn() {
    var sut = makeSUT()
    sut.enqueue(1, task: 10, on: .main, isInside: false)
    sut.enqueue(2, task: 20, on: .own, isInside: false)
    #expect(sut.next().text == "run 1 on main")
    sut.enqueue(3, task: 10, on: .hop, isInside: true)
    #expect(sut.next().text == "run 2 on own")
    #expect(sut.next().text == "run 3 on own")
    #expect(sut.log?.steps.map(\.kind) == [.job, .job, .job])
  }

  @Test("a sleep that ends at this very moment may end before what is ready, and does not in the plain order")
  func whenASleepEndsNow_thenTheStrategyMayPreferIt() {
    var asked: [[Candidate.Kind]] = []
    for prefersWake in [false, true] {
      let record = Locked<[[Candidate.Kind]]>([])
      var sut = makeSUT(prefersWake ? LastOrder(record: record) : FIFOStrategy())
      for sleeper in 1...3 as ClosedRange<UInt64> {
        sut.sleep(Int(sleeper), sleeper: sleeper, on: .own, until: sleeper == 3 ? .seconds(2) : .seconds(1))
      }
      #expect(sut.next().text == "run 1 on own")
      sut.enqueue(11, task: 1, on: .own, isInside: true)
      #expect(sut.next().text == (prefersWake ? "run 2 on own" : "run 11 on own"))
      #expect(sut.next().text == (prefersWake ? "run 11 on own" : "run 2 on own"))
      #expect(sut.elapsed == .seconds(1))
      asked += record.withLock { $0 }
    }
    #expect(asked == [[.job, .wake]])
  }

  private func makeSUT(_ strategy: any ScheduleStrategy = FIFOStrategy()) -> Scheduler {
    Scheduler(strategy: strategy, isRecording: true)
  }
}

private struct LastOrder: ScheduleStrategy {
  let record: Locked<[[Candidate.Kind]]>

  mutating func choose(among ready: ReadyJobs) -> Int {
    let kinds = ready.map(\.kind)
    record.withLock { $0.append(kinds) }
    return ready.count - 1
  }
}
