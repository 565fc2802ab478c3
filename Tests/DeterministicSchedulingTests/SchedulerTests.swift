import DeterministicScheduling
import Foundation
import Testing
import TestingSupportCore

@Suite("The scheduler's state machine")
struct SchedulerTests {
  @Suite("Against a naive model")
  struct Model {
    @Test("When random requests are made then each step is the model's", arguments: [nil, 1, 2, 0xFEED] as [UInt64?])
    func whenRequestsAreRandom_thenEachStepIsTheModels(seed: UInt64?) {
      var random = SplitMix64(seed: seed.map { $0 &+ 77 } ?? 42)
      var sut = makeSUT(seed: seed)
      var model = NaiveScheduler()
      model.generator = seed.map { SplitMix64(seed: $0) }
      var nextRequest: UInt64 = 0
      for job in 0..<modelSteps {
        switch UInt8.random(in: 0..<13, using: &random) {
        case 0...2:
          let task = UInt64.random(in: 1...9, using: &random)
          let starter = UInt64.random(in: 0...9, using: &random)
          let (number, isNew) = sut.number(of: task, startedBy: starter)
          if isNew { model.starters[number] = sut.knownNumber(of: starter).flatMap { $0 == number ? nil : $0 } }
          let lane: Lane = Bool.random(using: &random) ? .own : .main
          sut.enqueue(job, task: task, on: lane, isInside: Bool.random(using: &random))
          model.enqueue(job, task: task, lane: lane)
        case 3...4:
          let sleeper = UInt64.random(in: 1...9, using: &random)
          let deadline = model.elapsed + .milliseconds(Int.random(in: 0...50, using: &random))
          sut.sleep(job, sleeper: sleeper, on: .own, until: deadline)
          model.sleep(job, sleeper: sleeper, until: deadline)
        case 5:
          nextRequest += 1
          let request = IdleRequest(id: nextRequest)
          let task = sut.knownNumber(of: UInt64.random(in: 1...9, using: &random))
          switch UInt8.random(in: 0..<3, using: &random) {
          case 0:
            sut.tell(request, when: .stalled, for: task)
            model.exhausted.append(NaiveRequest(request: request, task: task))
          case 1:
            sut.tell(request, when: .settled, for: task)
            model.settled.append(NaiveRequest(request: request, task: task))
          default:
            sut.tellWhenTimePassed(request, for: task)
            model.timePassed.append(NaiveRequest(request: request, task: task))
          }
        case 6 where nextRequest > 3:
          let request = IdleRequest(id: .random(in: nextRequest - 3...nextRequest, using: &random))
          sut.withdraw(request)
          model.settled.removeAll { $0.request == request }
          model.exhausted.removeAll { $0.request == request }
          model.timePassed.removeAll { $0.request == request }
          model.woken.removeAll { $0.request == request }
        default:
          let (actual, expected) = (sut.next().text, model.next())
          guard actual == expected, sut.elapsed == model.elapsed else {
            Issue.record("Step \(job): \(actual) at \(sut.elapsed), expected \(expected) at \(model.elapsed)")
            return
          }
        }
      }
    }
  }

  @Suite("What comes next")
  struct Order {
    @Test("When jobs of two tasks are ready then the first to come runs first")
    func whenJobsAreReady_thenFirstInIsFirstOut() {
      var sut = makeSUT()
      for job in 0..<200 { sut.enqueue(job, task: UInt64(job % 2), on: .own, isInside: false) }
      #expect((0..<200).map { _ in sut.next().text } == (0..<200).map { "run \($0) on own" })
      #expect(sut.next().text == "rest")
    }

    @Test("When nothing is ready then the settled are told, time passes, and the exhausted are told, in this order")
    func whenNothingIsReady_thenIdleOrderHolds() {
      var sut = makeSUT()
      sut.tell(IdleRequest(id: 1), when: .stalled)
      sut.tell(IdleRequest(id: 2), when: .settled)
      sut.sleep(7, sleeper: 1, on: .own, until: .seconds(5))
      sut.enqueue(8, task: 2, on: .main, isInside: false)
      #expect((0..<5).map { _ in sut.next().text } == ["run 8 on main", "tell 2", "run 7 on own", "tell 1", "rest"])
      #expect(sut.elapsed == .seconds(5))
    }

    @Test("When a job that can run fits then it is found, and taken once")
    func whenReadyJobFits_thenItIsTakenOnce() {
      var sut = makeSUT()
      for job: Scheduler.Job in [7, 8] { sut.enqueue(job, task: nil, on: .own, isInside: false) }
      #expect(sut.hasReadyJob { $0 == 8 } && !sut.hasReadyJob { $0 == 9 })
      #expect(sut.take { $0 == 8 } == 8)
      #expect(!sut.hasReadyJob { $0 == 8 })
      #expect(sut.take { $0 == 8 } == nil)
    }

    @Test("When tasks elsewhere seem to wait for time then a sleep of no time takes some", arguments: [false, true])
    func whenTimeIsAwaitedElsewhere_thenSleepTakesTime(isAwaited: Bool) {
      var sut = makeSUT()
      sut.isTimeAwaitedElsewhere = isAwaited
      sut.sleep(7, sleeper: 1, on: .own, until: .zero)
      #expect(sut.next().text == "run 7 on own")
      #expect(sut.elapsed == (isAwaited ? .microseconds(100) : .zero))
    }

    @Test("When time has passed then those who wait for that are told once what was woken has run")
    func whenTimeHasPassed_thenThoseWhoWaitAreTold() {
      var sut = makeSUT()
      sut.tellWhenTimePassed(IdleRequest(id: 1))
      #expect(sut.next().text == "rest")
      sut.sleep(7, sleeper: 1, on: .own, until: .seconds(5))
      sut.sleep(8, sleeper: 2, on: .own, until: .seconds(5))
      #expect(sut.next().text == "run 7 on own")
      sut.enqueue(9, task: 3, on: .own, isInside: true)
      #expect((0..<4).map { _ in sut.next().text } == ["run 9 on own", "tell 1", "run 8 on own", "rest"])
    }

    @Test("When a sleeper is made ready before its deadline then time does not jump for its timer")
    func whenSleepIsCancelled_thenTimeStandsStill() {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 5, on: .own, until: .seconds(60))
      sut.enqueue(2, task: 5, on: .own, isInside: true)
      #expect([sut.next().text, sut.next().text, sut.next().text] == ["run 2 on own", "run 1 on own", "rest"])
      #expect(sut.elapsed == .zero)
    }

    @Test("When patience is at its end then whoever waits is told, once, though sleepers are left")
    func whenPatienceEnds_thenExhaustedAreTold() {
      var sut = makeSUT()
      sut.tell(IdleRequest(id: 1), when: .stalled)
      sut.sleep(1, sleeper: 5, on: .own, until: .seconds(60))
      #expect(sut.next(impatient: IdleRequest(id: 1)).text == "tell 1")
      #expect(sut.next().text == "run 1 on own")
      #expect(sut.next().text == "rest")
    }

    @Test(
      "When something is ready without end then a sleeper still wakes, after as many steps as its sleep natively has time for",
      arguments: [(10, 100_000), (600, 120_000), (60_000, 1_000_000)]
    )
    func whenAlwaysBusy_thenSleeperWakes(milliseconds: Int, expected: Int) {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 5, on: .own, until: .milliseconds(milliseconds))
      sut.enqueue(0, task: 1, on: .own, isInside: false)
      var steps = 0
      while sut.elapsed == .zero, steps < 2_000_000 {
        sut.enqueue(0, task: 1, on: .own, isInside: true)
        _ = sut.next()
        steps += 1
      }
      #expect(steps == expected + 1)
      #expect(
        sut.loopTime?.text == """
          Virtual time went from 0 seconds to \(Duration.milliseconds(milliseconds).messageText) while tasks were ready
          They had taken \(expected) steps, as a loop does that waits for time to pass.
          If they do not wait, a timeout in the test may have come too early. Let it sleep on a clock that the test advances, such as `TestClock`.
          """
      )
    }

    @Test("When a loop goes to the main queue and back without end then a sleeper wakes after fewer steps")
    func whenLoopChangesLane_thenSleeperWakesSooner() {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 5, on: .own, until: .milliseconds(10))
      var steps = 0
      while sut.elapsed == .zero, steps < 2_000_000 {
        sut.enqueue(0, task: 1, on: steps.isMultiple(of: 2) ? .main : .own, isInside: true)
        _ = sut.next()
        steps += 1
      }
      let expected = Scheduler.stepsWithoutTime.lowerBound / Scheduler.stepsOfLaneChange
      #expect(steps == expected + 1)
      #expect(sut.loopTime?.text.contains("\nThey had taken \(expected) steps, ") == true)
    }

    @Test("When something is ready without end beside sleepers then the later ones wake sooner")
    func whenAlwaysBusy_thenLaterSleepersWakeSooner() {
      var sut = makeSUT()
      for number in 1...3 { sut.sleep(1, sleeper: UInt64(4 + number), on: .own, until: .milliseconds(100 * number)) }
      sut.enqueue(0, task: 1, on: .own, isInside: false)
      var (steps, stepsOfWakes): (Int, [Int]) = (0, [])
      while sut.elapsed < .milliseconds(300), steps < 1_000_000 {
        let elapsed = sut.elapsed
        sut.enqueue(0, task: 1, on: .own, isInside: true)
        _ = sut.next()
        steps += 1
        if sut.elapsed > elapsed { stepsOfWakes.append(steps) }
      }
      let (first, later) = (
        Scheduler.stepsWithoutTime.lowerBound + 1,
        Scheduler.stepsWithoutTime.lowerBound / Scheduler.busyShareAfterFirst + 1
      )
      #expect(stepsOfWakes == [first, first + later, first + 2 * later])
    }

    @Test("When each step of a loop sleeps for no time, in tasks of its own, then a sleeper still wakes")
    func whenStepsSleepForNoTime_thenSleeperWakes() {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 5, on: .own, until: .milliseconds(60))
      var steps = 0
      while sut.elapsed == .zero, steps < 1_000_000 {
        let task = UInt64(10 + steps)
        sut.enqueue(0, task: task, on: .own, isInside: true)
        _ = sut.next()
        sut.sleep(2, sleeper: task, on: .own, until: sut.elapsed)
        _ = sut.next()
        steps += 2
      }
      #expect(steps <= Scheduler.stepsWithoutTime.lowerBound + 2)
    }

    @Test("When time is limited then a loop waits until it may have come to the end of the sleep")
    func whenTimeIsLimited_thenSleeperWakesLater() {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 5, on: .own, until: .milliseconds(10))
      sut.latestTime = .milliseconds(9)
      for _ in 0..<2 * Scheduler.stepsWithoutTime.lowerBound {
        sut.enqueue(0, task: 1, on: .own, isInside: true)
        _ = sut.next()
      }
      #expect(sut.elapsed == .zero)
      sut.latestTime = .milliseconds(10)
      #expect(sut.next().text == "run 1 on own")
      #expect(sut.elapsed == .milliseconds(10))
    }

    @Test("When time is limited then tasks that look at a clock let no more pass")
    func whenTimeIsLimited_thenLooksLetNoMorePass() {
      var sut = makeSUT()
      sut.latestTime = .milliseconds(9)
      for _ in 0..<10_000 {
        sut.enqueue(0, task: 1, on: .own, isInside: true)
        _ = sut.next()
        sut.noteLook()
        _ = sut.next()
      }
      #expect(sut.elapsed == .milliseconds(9))
    }

    @Test("When time is held then what is ready or due runs, and nobody else wakes or is told that all have slept")
    func whenTimeIsHeld_thenNobodyWakes() {
      var sut = makeSUT()
      sut.isTimeHeld = true
      sut.tell(IdleRequest(id: 1), when: .stalled)
      sut.tell(IdleRequest(id: 2), when: .settled)
      sut.sleep(7, sleeper: 1, on: .own, until: .seconds(5))
      sut.sleep(8, sleeper: 2, on: .own, until: .zero)
      sut.enqueue(9, task: 3, on: .own, isInside: true)
      #expect((0..<4).map { _ in sut.next().text } == ["run 9 on own", "run 8 on own", "tell 2", "rest"])
      for _ in 0..<250_000 {
        sut.enqueue(9, task: 3, on: .own, isInside: true)
        guard case .run(9, _) = sut.next() else {
          Issue.record("What is ready has not run")
          return
        }
      }
      #expect(sut.elapsed == .zero)
      sut.isTimeHeld = false
      #expect((0..<3).map { _ in sut.next().text } == ["run 7 on own", "tell 1", "rest"])
    }

    @Test("When sleepers wake without end then time stops until the body has a turn")
    func whenSleepersWakeWithoutEnd_thenTimeStops() {
      var sut = Scheduler(wakesWithoutBody: 100)
      sut.enqueue(0, task: 1, on: .own, isInside: false)
      _ = sut.next()

      #expect(wakes(of: &sut) == 100)
      #expect(sut.isNeverIdle)
      sut.tell(IdleRequest(id: 1), when: .stalled)
      #expect([sut.next().text, sut.next().text] == ["tell 1", "rest"])

      sut.enqueue(0, task: 1, on: .own, isInside: false)
      #expect([sut.next().text, sut.next().text] == ["run 0 on own", "run 7 on own"])
      #expect(!sut.isNeverIdle)
    }

    @Test("When there is a sleeper from before then it has a hundred times as long")
    func whenThereIsSleeperFromBefore_thenItHasLonger() {
      var sut = Scheduler(wakesWithoutBody: 100)
      sut.sleep(3, sleeper: 3, on: .own, until: .seconds(86_400 * 365))
      sut.enqueue(0, task: 1, on: .own, isInside: false)
      _ = sut.next()

      #expect(wakes(of: &sut) == 10_000)
    }

    @Test("When the body does nothing but wait then it polls, until it resumes a task or somebody resumes it")
    func whenBodyOnlyWaits_thenItPolls() {
      var sut = Scheduler(wakesWithoutBody: 4)
      let (body, other) = (UInt64(1), UInt64(2))
      for task in [body, other] { run(task, resumedBy: nil, in: &sut) }
      let interactions: [[(task: UInt64, resumer: UInt64?)]] = [
        [(body, nil)], [(other, body)], [(other, nil), (body, other)],
      ]
      for interaction in interactions {
        for (task, resumer) in interaction { run(task, resumedBy: resumer, in: &sut) }
        #expect(sut.bodyWaits == 0, "\(interaction)")
        for _ in 0..<2 {
          #expect(!sut.isBodyPolling)
          sut.sleep(9, sleeper: body, on: .own, until: sut.elapsed + .seconds(1))
          _ = sut.next()
          run(body, resumedBy: body, in: &sut)
          sut.enqueue(9, resuming: body, on: .own, isInside: true)
          _ = sut.next()
          run(body, resumedBy: body, in: &sut)
          sut.tell(IdleRequest(id: 1), when: .settled, for: 0)
          _ = sut.next()
          run(body, resumedBy: body, in: &sut)
          // A hop to an actor changes nothing.
          run(body, resumedBy: body, in: &sut)
        }
        #expect(sut.bodyWaits == 4)
        #expect(sut.isBodyPolling)
      }
    }

    @Test("When a task hops by way of the scheduler then that counts as many steps, unless it comes from outside")
    func whenTaskHopsByWayOfScheduler_thenThatCountsAsManySteps() {
      var sut = Scheduler()
      run(1, resumedBy: nil, in: &sut)
      sut.enqueue(2, task: 1, on: .hop, isInside: false)
      _ = sut.next()
      #expect(sut.effort == 2)
      sut.enqueue(2, task: 1, on: .hop, isInside: true)
      _ = sut.next()
      #expect(sut.effort == 1_003)
    }

    // Runs a task that a step has resumed, or somebody outside the test.
    private func run(_ task: UInt64, resumedBy resumer: UInt64?, in sut: inout Scheduler) {
      sut.enqueue(Int(task), task: task, on: .own, isInside: resumer != nil)
      _ = sut.next()
    }

    @Test("When the body itself sleeps beside a poll then it has a hundred times as long")
    func whenBodySleepsBesidePoll_thenItHasLonger() {
      var sut = Scheduler(wakesWithoutBody: 100)
      sut.enqueue(0, task: 1, on: .own, isInside: false)
      _ = sut.next()
      sut.sleep(3, sleeper: 1, on: .own, until: .seconds(86_400 * 365))

      #expect(wakes(of: &sut) == 10_000)
    }

    /// Lets a task sleep again and again, and counts how often it wakes.
    private func wakes(of sut: inout Scheduler) -> Int {
      var count = 0
      while true {
        sut.sleep(7, sleeper: 2, on: .own, until: sut.elapsed + .seconds(1))
        guard case .run(7, _) = sut.next() else { return count }
        count += 1
      }
    }

    @Test("When a strategy answers out of range then the nearest job runs", arguments: [-4, 9])
    func whenAnswerIsOutOfRange_thenNearestRuns(answer: Int) {
      var sut = Scheduler(strategy: FixedStrategy(answer: answer))
      for job in 0..<3 { sut.enqueue(job, task: 1, on: .own, isInside: false) }
      #expect(sut.next().text == "run \(answer < 0 ? 0 : 2) on own")
    }
  }

  @Suite("The log")
  struct Log {
    @Test("When steps are recorded then each says what ran, what it was chosen among and what made it ready")
    func whenRecording_thenStepsAreTold() {
      var sut = Scheduler(strategy: FixedStrategy(answer: 1), isRecording: true)
      sut.enqueue(0, task: 70, on: .own, isInside: false)
      sut.enqueue(1, task: 80, on: .main, isInside: false)
      _ = sut.next()
      sut.sleep(2, sleeper: 80, on: .own, until: .seconds(1))
      _ = sut.next()
      _ = sut.next()
      #expect(sut.log?.steps.map(\.task) == [1, 0, 1])
      #expect(sut.log?.steps.map(\.kind) == [.job, .job, .wake])
      #expect(sut.log?.steps.map(\.choice) == [1, 0, 0])
      #expect(sut.log?.steps.map(\.readyCount) == [2, 1, 0])
      #expect(sut.log?.steps.map(\.origin) == [nil, nil, 0])
      #expect(sut.log?.steps.map(\.lane) == [.main, .own, .own])
      #expect(sut.log?.steps.map(\.elapsed) == [.zero, .zero, .seconds(1)])
    }

    @Test("When nobody asks for a log then none is kept")
    func whenNotRecording_thenThereIsNoLog() {
      var sut = makeSUT()
      sut.enqueue(0, task: 70, on: .own, isInside: false)
      _ = sut.next()
      #expect(sut.log == nil)
      #expect(sut.stepCount == 1)
    }
  }

  @Suite("The end")
  struct End {
    @Test("When the test is over then what is left is handed out with the time it has left to sleep")
    func whenOver_thenRestIsHandedOut() {
      var sut = makeSUT()
      sut.sleep(1, sleeper: 1, on: .own, until: .seconds(1))
      sut.sleep(2, sleeper: 2, on: .own, until: .seconds(9))
      sut.sleep(3, sleeper: 3, on: .own, until: .seconds(8))
      _ = sut.next()
      sut.enqueue(4, task: 3, on: .main, isInside: true)
      let left = sut.drain()
      #expect(left.ready.map(\.0) == [4])
      #expect(left.sleeping.map(\.0) == [3, 2])
      #expect(left.sleeping.map(\.1) == [.zero, .seconds(8)])
      #expect(sut.next().text == "rest")
    }
  }
}

private let modelSteps =
  ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap { Int($0) } ?? 5_000

private func makeSUT(seed: UInt64? = nil) -> Scheduler {
  Scheduler(strategy: seed.map { RandomStrategy(seed: $0) })
}

private struct FixedStrategy: ScheduleStrategy {
  let answer: Int
  func choose(among ready: ReadyJobs) -> Int { answer }
}
