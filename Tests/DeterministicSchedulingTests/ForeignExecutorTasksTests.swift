import Testing

@testable import DeterministicScheduling

@Suite("Tasks on executors of the user's")
struct ForeignExecutorTasksTests {
  private let task: UInt64 = 7

  @Test("When a task departs then the schedule stands still until it has run there")
  func whenTaskDeparts_thenScheduleStandsStill() {
    var sut = ForeignExecutorTasks()
    #expect(!sut.isAnyActive)
    sut.depart(task)
    #expect(sut.isAnyActive)
    sut.begin(task, on: 1)
    sut.end(task, on: 1, isOver: true)
    #expect(!sut.isAnyActive)
  }

  @Test("When a task is left behind there then the schedule goes on until the next one")
  func whenTaskIsLeftBehind_thenScheduleGoesOn() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    sut.leaveBehind([8])
    #expect(sut.isAnyActive && !sut.hasLeftBehind)
    sut.leaveBehind([7])
    #expect(!sut.isAnyActive && sut.hasLeftBehind)
    sut.awaitAgain(task)
    #expect(sut.isAnyActive)
    sut.leaveBehind([task])
    sut.begin(8, on: 1)
    #expect(sut.isAnyActive)
    sut.end(8, on: 1, isOver: true)
    #expect(!sut.isAnyActive)
    sut.end(task, on: 1, isOver: false)
    sut.begin(task, on: 1)
    #expect(sut.isAnyActive)
  }

  @Test("When deinitializers wait there then the schedule stands still until all have run, or are forgotten")
  func whenDeinitsWait_thenScheduleStandsStill() {
    var sut = ForeignExecutorTasks()
    let deinits = [sut.beginDeinit(isOnActor: false), sut.beginDeinit(isOnActor: false)]
    #expect(sut.isAnyActive && sut.pausesSchedule && sut.holdsTime)
    sut.endDeinit(deinits[0])
    #expect(sut.isAnyActive)
    sut.endDeinit(deinits[1])
    #expect(!sut.isAnyActive)
    _ = sut.beginDeinit(isOnActor: false)
    sut.forgetDeinits()
    #expect(!sut.isAnyActive && sut.waitingDeinits == 0)
  }

  @Test("When a deinitializer waits for an actor then the schedule takes the steps that it has, which may run it")
  func whenDeinitWaitsForActor_thenScheduleTakesSteps() {
    var sut = ForeignExecutorTasks()
    let number = sut.beginDeinit(isOnActor: true)
    #expect(sut.isAnyDeinitOnActor && !sut.isAnyActive && sut.waitingDeinits == 1)
    sut.endDeinit(number)
    #expect(!sut.isAnyDeinitOnActor)
  }

  @Test("When no executor runs a deinitializer then the schedule goes on once it is told to")
  func whenDeinitNeverRuns_thenScheduleGoesOn() {
    var sut = ForeignExecutorTasks()
    _ = sut.beginDeinit(isOnActor: false)
    sut.stopAwaitingQueued()
    #expect(!sut.isAnyActive)
  }

  @Test("When a task goes on to another such executor then the schedule still stands still")
  func whenTaskGoesOn_thenScheduleStandsStill() {
    var sut = ForeignExecutorTasks()
    sut.depart(task)
    sut.begin(task, on: 1)
    sut.depart(task)
    sut.end(task, on: 1, isOver: false)
    #expect(sut.isAnyActive)
    sut.begin(task, on: 1)
    sut.end(task, on: 1, isOver: true)
    #expect(!sut.isAnyActive)
  }

  @Test("When a task runs on the next thread before it has left the one before then the schedule still stands still")
  func whenTaskRunsOnNextThread_thenScheduleStandsStill() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    for thread in 2...4 as ClosedRange<Int32> {
      sut.begin(task, on: thread)
      sut.end(task, on: thread - 1, isOver: false)
      #expect(sut.isAnyActive)
    }
    sut.end(task, on: 4, isOver: true)
    #expect(!sut.isAnyActive)
  }

  @Test(
    "When tasks run on any threads then the schedule stands still exactly while a naive list of their places says so",
    arguments: 0..<100
  )
  func whenTasksRunOnAnyThreads_thenItAgreesWithNaiveList(seed: UInt64) {
    var (sut, naive, random) = (ForeignExecutorTasks(), NaivePlaces(), SplitMix64(seed: seed))
    for step in 1...300 {
      let id = Int.random(in: 0..<naive.places.count, using: &random)
      naive.move(id, &sut, using: &random)
      guard Bool.random(using: &random) else { continue }
      var lookedAt: Set<Int> = []
      sut.lookForResumed { task in
        lookedAt.insert(Int(task))
        return naive.isAboutToRun(Int(task))
      }
      #expect(lookedAt.isSuperset(of: naive.waiting), "step \(step): \(naive), \(sut)")
      #expect(lookedAt.isDisjoint(with: naive.gone), "step \(step): \(naive), \(sut)")
      #expect(sut.isAnyActive == naive.isAnyThere, "step \(step): \(naive), \(sut)")
    }
  }

  @Test("When a task comes back from another such executor without a turn there then the schedule goes on")
  func whenTaskComesBackWithoutTurn_thenScheduleGoesOn() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    sut.depart(task)
    sut.end(task, on: 1, isOver: true)
    #expect(sut.isAnyActive)
    sut.comeBack(7)
    #expect(!sut.isAnyActive)
  }

  @Test("When a task has gone back and come again before it has left the first thread then it is looked for there")
  func whenTaskComesAgain_thenItIsLookedForThere() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    sut.comeBack(7)
    sut.depart(task)
    sut.end(task, on: 1, isOver: false)
    #expect(sut.isAnyActive)
    sut.begin(task, on: 1)
    sut.end(task, on: 1, isOver: false)
    #expect(!sut.isAnyActive)
    sut.lookForResumed { _ in true }
    #expect(sut.isAnyActive)
  }

  @Test("When a task that waits there is resumed then the schedule stands still again")
  func whenTaskIsResumed_thenScheduleStandsStill() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    sut.end(task, on: 1, isOver: false)
    sut.lookForResumed { _ in false }
    #expect(!sut.isAnyActive)
    sut.lookForResumed { $0 == 7 }
    #expect(sut.isAnyActive)
  }

  @Test("When a turn there has ended then the schedule looks again who was resumed")
  func whenTurnHasEnded_thenScheduleLooksAgain() {
    var sut = ForeignExecutorTasks()
    for id in [task, 8] {
      sut.begin(id, on: 1)
      sut.end(id, on: 1, isOver: false)
    }
    sut.lookForResumed { $0 == task }
    #expect(sut.pausesForResumed)
    // It may have been an actor's turn, in which the other task ran too.
    sut.begin(8, on: 1)
    sut.end(8, on: 1, isOver: false)
    #expect(!sut.pausesForResumed && !sut.isAnyActive)
  }

  @Test("When a task has gone back then nobody looks for it there")
  func whenTaskHasGoneBack_thenNobodyLooks() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    sut.end(task, on: 1, isOver: true)
    sut.lookForResumed { _ in
      Issue.record("Nobody is there")
      return true
    }
    #expect(!sut.isAnyActive)
  }

  @Test("When tasks have turn after turn then the schedule takes a few steps")
  func whenTasksHaveManyTurns_thenScheduleTakesSteps() {
    var sut = ForeignExecutorTasks()
    for turn in 1...ForeignExecutorTasks.turnsUntilSteps {
      #expect(sut.pausesSchedule == (turn > 1))
      #expect(sut.unawaited.isEmpty)
      sut.begin(task, on: 1)
      sut.depart(task)
      sut.end(task, on: 1, isOver: false)
    }
    #expect(!sut.pausesSchedule && sut.isAnyActive && sut.holdsTime)
    #expect(sut.unawaited == [7])
    for _ in 1..<ForeignExecutorTasks.stepsAtOnce { sut.noteStep(isRest: false, hasTimePassed: false) }
    #expect(!sut.pausesSchedule)
    sut.noteStep(isRest: false, hasTimePassed: false)
    #expect(sut.pausesSchedule && sut.unawaited.isEmpty)
  }

  @Test("When tasks have very many turns then time may pass, once")
  func whenTasksHaveVeryManyTurns_thenTimeMayPass() {
    var sut = ForeignExecutorTasks()
    sut.begin(task, on: 1)
    #expect(sut.holdsTime)
    for _ in 1...Scheduler.yieldsWithoutTime.lowerBound {
      sut.depart(task)
      sut.end(task, on: 1, isOver: false)
      sut.begin(task, on: 1)
    }
    #expect(!sut.holdsTime)
    sut.noteStep(isRest: true, hasTimePassed: true)
    #expect(sut.holdsTime && sut.pausesSchedule)
  }

  @Test("When tasks were away for many steps then turns are counted anew")
  func whenTasksWereAway_thenTurnsAreCountedAnew() {
    var sut = ForeignExecutorTasks()
    for _ in 1...Scheduler.yieldsWithoutTime.lowerBound {
      sut.begin(task, on: 1)
      sut.end(task, on: 1, isOver: true)
    }
    #expect(sut.haveManyTurns)
    for _ in 1...8 { sut.noteStep(isRest: false, hasTimePassed: false) }
    #expect(sut.haveManyTurns)
    sut.noteStep(isRest: false, hasTimePassed: false)
    #expect(!sut.haveManyTurns)
  }

  @Test("When tasks that wait for an executor are awaited no longer then only those count that run")
  func whenQueuedTasksAreNotAwaited_thenOnlyRunningOnesCount() {
    var sut = ForeignExecutorTasks()
    sut.depart(task)
    sut.stopAwaitingQueued()
    #expect(!sut.awaitsQueued && !sut.isAnyActive)
    sut.begin(task, on: 1)
    #expect(sut.isAnyActive)
    sut.end(task, on: 1, isOver: false)
    #expect(!sut.isAnyActive)
    sut.lookForResumed { _ in true }
    #expect(!sut.isAnyActive)
  }
}

// Where each of some tasks is, and on which threads it has had turns whose ends are not told yet.
private struct NaivePlaces {
  enum Place: Equatable {
    case home, queued, waiting
    case running(on: Int32)
  }

  var places = Array(repeating: Place.home, count: 3)
  var untold: [[(thread: Int32, hasGoneHome: Bool)]] = Array(repeating: [], count: 3)
  var threads: Int32 = 0

  /// Whether any is about to run there, or runs there as far as is told.
  var isAnyThere: Bool { places.indices.contains { isAboutToRun($0) || !untold[$0].isEmpty } }

  /// The tasks that may be resumed there at any moment, which nobody would tell.
  var waiting: [Int] { places.indices.filter { places[$0] == .waiting && untold[$0].isEmpty } }

  /// The tasks that are not there.
  var gone: [Int] { places.indices.filter { places[$0] == .home && untold[$0].isEmpty } }

  func isAboutToRun(_ id: Int) -> Bool { places[id] != .home && places[id] != .waiting }

  mutating func move(_ id: Int, _ sut: inout ForeignExecutorTasks, using random: inout SplitMix64) {
    let task = UInt64(id)
    // The end of a turn is told late, sometimes after the next turns have ended.
    if Bool.random(using: &random), let index = untold[id].indices.randomElement(using: &random) {
      let turn = untold[id].remove(at: index)
      return sut.end(task, on: turn.thread, isOver: turn.hasGoneHome)
    }
    let next = Int.random(in: 0..<6, using: &random)
    let isTold: Bool
    switch (places[id], next) {
    case (.home, _): (places[id], isTold) = (.queued, true)
    case (.queued, 0), (.waiting, 0): (places[id], isTold) = (.home, true)
    case (.queued, _):
      threads += 1
      sut.begin(task, on: threads)
      (places[id], isTold) = (.running(on: threads), false)
    case (.waiting, 1): (places[id], isTold) = (.queued, false)
    case (.waiting, _): isTold = false
    case (.running(let thread), _):
      untold[id].append((thread, next < 2))
      // A hop to an actor at rest is not told, nor is a yield.
      places[id] = next < 2 ? .home : next < 4 ? .queued : .waiting
      isTold = next == 0 || next == 2
    }
    guard isTold else { return }
    if places[id] == .home { sut.comeBack(task) } else { sut.depart(task) }
  }
}
