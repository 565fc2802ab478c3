import Testing

@testable import DeterministicScheduling

@Suite("The trace of an interleaving")
struct InterleavingTraceTests {
  @Test("has a line for each step: the task, where it came from, what it resumed")
  func whenTasksTakeTurns_thenEachTurnIsALine() {
    var program = ToyProgram.fork(2, 2)
    program.names = [1: "list", 2: "detail"]
    let departure = FIFODeviation(heldBack: TaskStep(task: 1, turn: 0), preferred: TaskStep(task: 2, turn: 0))
    var run = program.run(DeviatingFIFOStrategy([departure])).run
    run.remarks = [4: ["Expectation failed: downloads == 1"]]
    #expect(
      InterleavingTrace(run).text() == """
             1  test body  starts; creates "list", "detail"
        ▸    2  "detail"   starts (created in step 1) before "list"
             3  "list"     starts (created in step 1)
             4  "detail"   resumes after step 2
             5  "list"     resumes after step 3
                ✘ Expectation failed: downloads == 1
        """
    )
  }

  @Test("tells sleeps, idleness, the main queue, actors and what comes from outside")
  func whenStepsAreOfEveryKind_thenEachHasItsWords() {
    var run = InterleavingRun()
    run.log.steps = [
      step(task: 0),
      step(.wake, task: 1, origin: 0, elapsed: .seconds(2)),
      step(task: 1, origin: 1),
      step(task: nil, origin: 2),
      step(task: 2, origin: 3, lane: .main),
      step(task: 0, origin: 4),
      step(.idle, task: nil),
      step(task: 1),
      step(.handover, task: 1, origin: 7),
      step(task: 1, origin: 8),
      step(.hop, task: 1, origin: 9),
      step(task: 0, origin: 10),
      step(.hop, task: 1, origin: 10),
      step(task: nil),
    ]
    #expect(
      InterleavingTrace(run).text() == """
             1  test body                starts
             2  task 1                   wakes up; 2 seconds elapsed; resumes the runtime
             3  the runtime, for task 1  runs what step 2 enqueued; creates task 2
             4  task 2 on main           starts (created in step 3); resumes the test body
             5  test body                is resumed by step 4
             6  a helper                 is notified that the test is idle
             7  task 1                   is resumed from outside the test
             8  task 1                   resumes from its yield in step 7; resumes the test body
             9  test body                is resumed by step 8
            10  task 1                   hops actors after step 8
            11  the runtime              is resumed from outside the test
        """
    )
  }

  @Test("counts a line once, however many of its steps differ from FIFO order")
  func whenStepsOfALineDiffer_thenTheLineCountsOnce() {
    let departures = (0..<2).map { turn in
      FIFODeviation(heldBack: TaskStep(task: 0, turn: 0), preferred: TaskStep(task: 1, turn: turn))
    }
    let choices = RecordingStrategy.Record(.init())
    var strategy = RecordingStrategy(DeviatingFIFOStrategy(departures), into: choices)
    var ready = ReadyQueue()
    for task in 0..<2 {
      ready.append(Candidate(sequence: task, task: task, lane: .own, kind: .job), job: task, origin: nil)
    }
    for _ in 0..<2 { _ = strategy.choose(among: ReadyJobs(ready)) }
    var run = InterleavingRun(choices: choices.withLock { $0 }, log: ScheduleLog())
    run.log.steps = [
      step(.handover, task: 1, choice: 1, readyCount: 2), step(task: 1, origin: 0, choice: 1, readyCount: 2),
    ]
    #expect(run.departures == departures)
    let trace = InterleavingTrace(run)
    #expect(trace.count == 1)
    #expect(trace.departureCount == 1)
  }

  @Test("says only that a task resumes, if what resumed it may not have been seen")
  func whenOriginsAreNotSeen_thenATaskOnlyResumes() {
    var run = InterleavingRun(seesOrigins: false)
    run.log.steps = [step(task: 0), step(task: 1)]
    #expect(InterleavingTrace(run).text().hasSuffix("  task 1     resumes"))
  }

  @Test("leaves out what is far from anything of interest when it is long")
  func whenTheRunIsLong_thenPlainStretchesAreLeftOut() {
    var run = ToyProgram.fork(60, 60).run(DeviatingFIFOStrategy([])).run
    run.remarks = [50: ["here"]]
    let lines = InterleavingTrace(run).text(isWhole: false).split(separator: "\n")
    #expect(lines.count == 4 + 1 + 4 + 1 + 1)
    #expect(lines.contains("        … 43 more in FIFO order …"))
    #expect(lines.last == "        … 70 more after the test body …")
    #expect(InterleavingTrace(run).text().split(separator: "\n").count == 122)
  }

  @Test("has one line for the steps in which a task continues on its own, if it need not be whole")
  func whenATaskContinuesOnItsOwn_thenItsStepsAreOneLine() {
    var run = InterleavingRun()
    run.log.steps = [
      step(task: 0),
      step(task: 1, origin: 0),
      step(.handover, task: 1, origin: 1),
      step(task: 1, origin: 2),
      step(.handover, task: 1, origin: 3),
      step(task: 1, origin: 4),
      step(task: 0, origin: 5),
      step(.wake, task: 0, origin: 6, elapsed: .seconds(1)),
    ]
    #expect(
      InterleavingTrace(run).text(isWhole: false) == """
             1  test body  starts; creates task 1
           2–4  task 1     starts (created in step 1); yields twice; resumes the test body
             5  test body  is resumed by step 4
             6  test body  has slept; 1 second elapsed
        """
    )
    run.remarks = [3: ["here"]]
    #expect(
      InterleavingTrace(run).text(isWhole: false) == """
             1  test body  starts; creates task 1
           2–3  task 1     starts (created in step 1); yields once
                ✘ here
             4  task 1     resumes from its yield in step 3; resumes the test body
             5  test body  is resumed by step 4
             6  test body  has slept; 1 second elapsed
        """
    )
  }

  @Test("tells functions, actors, cancellation, sleeps and test clocks, where they are known")
  func whenDetailsAreKnown_thenTheyAreTold() {
    var run = InterleavingRun()
    let store = ActorReference(type: "Store", address: 1)
    run.log.steps = [
      step(task: 0),
      step(task: 1, origin: 0),
      step(task: 0, origin: 0),
      step(task: 1, origin: 2),
      step(.hop, task: 0, origin: 2),
      step(.wake, task: 0, origin: 4, elapsed: .seconds(2)),
      step(task: 0, origin: 5),
      step(.hop, task: 0, origin: 6),
      step(.idle, task: nil),
      step(task: 1, origin: 8),
    ]
    run.log.details = [
      1: StepDetails(
        functions: ["closure #1 in Model.load()"],
        line: CodeLine(file: "Model.swift", line: 12),
        sleep: .milliseconds(300)
      ),
      2: StepDetails(functions: ["test()"], cancelled: [1]),
      3: StepDetails(
        functions: ["Model.load()"],
        actor: store,
        isResumedByCancellation: true,
        interruptedSleep: .milliseconds(300)
      ),
      4: StepDetails(functions: ["Store.read()", "test()"], actor: store),
      5: StepDetails(slept: .seconds(2)),
      6: StepDetails(functions: ["Store.read()", "test()"], line: CodeLine(file: "Store.swift", line: 7)),
      7: StepDetails(functions: ["helper()", "test()"], line: CodeLine(file: "Store.swift", line: 30)),
      8: StepDetails(clockTimes: ["1 second", "3 seconds"]),
      9: StepDetails(functions: ["Model.load()"], isResumedByCancellation: true, clockSleep: "3 seconds"),
    ]
    #expect(
      InterleavingTrace(run).text() == """
             1  test body  starts; creates task 1
             2  task 1     starts in `closure #1 in Model.load()` at Model.swift:12 (created in step 1); sleeps for \
        300 milliseconds
             3  test body  resumes after step 1; cancels task 1
             4  task 1     wakes up early on Store in `Model.load()` from its sleep of 300 milliseconds, cancelled in step 3
             5  test body  hops to Store in `Store.read()` after step 3
             6  test body  wakes up in `Store.read()` at Store.swift:7 after sleeping 2 seconds; 2 seconds elapsed; \
        continues in `helper()` at line 30
             7  a helper   is notified that the test is idle; resumes task 1; advances a clock to 1 second, 3 seconds
             8  task 1     is resumed in `Model.load()` by its cancellation in step 7; sleeps for 3 seconds on a clock
        """
    )
  }

  @Test("of nothing is empty")
  func whenNothingRan_thenTheTraceIsEmpty() {
    #expect(InterleavingTrace(InterleavingRun()).text() == "")
  }
}

@Suite("A divergence")
struct DivergenceTests {
  @Test("is not seen between equal runs")
  func whenRunsAreEqual_thenThereIsNone() {
    let run = ToyProgram.fork(2, 2).run(DeviatingFIFOStrategy([])).run
    #expect(Divergence(between: run, and: run) == nil)
  }

  @Test("is not the moment at which a run without end is no longer followed")
  func whenRunsHaveNoEnd_thenTheirLengthsDoNotCount() {
    var (first, again) = (InterleavingRun(), InterleavingRun())
    first.log.steps = [step(task: 0), step(task: 1)]
    again.log.steps = first.log.steps + [step(task: 2)]
    #expect(Divergence(between: first, and: again) != nil)
    first.log.cut(to: 2)
    #expect(Divergence(between: first, and: again) != nil)
    again.log.cut(to: 3)
    #expect(Divergence(between: first, and: again) == nil)
    #expect(Divergence(between: again, and: first) == nil)
    again.log.steps[1] = step(task: 2)
    #expect(Divergence(between: first, and: again) != nil)
  }

  @Test("is the first step that differs, with both stories")
  func whenAStepDiffers_thenItIsTold() {
    var (first, again) = (InterleavingRun(), InterleavingRun())
    first.log.steps = [step(task: 0), step(task: 1, origin: 0)]
    again.log.steps = [step(task: 0), step(task: 1)]
    let divergence = Divergence(between: first, and: again)
    #expect(
      divergence
        == .step(2, first: "task 1 starts (created in step 1)", again: "task 1 is resumed from outside the test")
    )
    #expect(
      divergence?.text == """
        The test is not reproducible: its replay diverged at step 2
        First run: task 1 starts (created in step 1). Replay: task 1 is resumed from outside the test.
        Look for real time, threads and dispatch queues, unseeded random numbers, code that blocks its thread until another \
        task goes on, or the order of a set or dictionary whose keys are hashed by identity.
        """
    )
  }

  @Test("of steps that read the same says what sets them apart")
  func whenStepsReadTheSame_thenTheirDifferenceIsTold() {
    let details: [(ScheduleStep, ScheduleStep, String, String)] = [
      (
        step(.wake, task: 0, elapsed: .milliseconds(500)), step(.wake, task: 0, elapsed: .nanoseconds(500_000_001)),
        "at 500000000 ns", "at 500000001 ns"
      ),
      (
        step(.wake, task: 0, elapsed: .nanoseconds(1)),
        step(.wake, task: 0, elapsed: Duration(secondsComponent: 0, attosecondsComponent: 1_000_100_001)),
        "at 1 ns", "at 1.000100001 ns"
      ),
      (step(task: 0, readyCount: 1), step(task: 0, readyCount: 2), "1 job was ready", "2 jobs were ready"),
      (
        step(task: 0, choice: 0, readyCount: 3), step(task: 0, choice: 2, readyCount: 3),
        "the oldest of the ready jobs", "number 3 of the ready jobs"
      ),
    ]
    for (step, other, detail, otherDetail) in details {
      var (first, again) = (InterleavingRun(), InterleavingRun())
      first.log.steps = [step]
      again.log.steps = [other]
      guard case .step(1, let sentence, let otherSentence) = Divergence(between: first, and: again) else {
        Issue.record("no divergence")
        continue
      }
      #expect(sentence != otherSentence)
      #expect(sentence.hasSuffix(" (\(detail))"))
      #expect(otherSentence.hasSuffix(" (\(otherDetail))"))
    }
  }

  @Test("is the end of the shorter run")
  func whenARunIsShorter_thenThatIsTold() {
    var (first, again) = (InterleavingRun(), InterleavingRun())
    first.log.steps = [step(task: 0), step(task: 0, origin: 0)]
    again.log.steps = [step(task: 0)]
    #expect(
      Divergence(between: first, and: again)
        == .step(2, first: "test body resumes after step 1", again: "nothing, it was over")
    )
  }

  @Test("of the outcome says how it ended the other time")
  func whenOnlyTheOutcomeDiffers_thenItIsTold() {
    #expect(
      Divergence.outcome(nil).text == """
        The test is not reproducible: its replay passed
        Both runs took the same steps.
        Look for state that outlives a run, real time, unseeded random numbers, or the order of a set or dictionary whose \
        keys are hashed by identity.
        """
    )
    #expect(
      Divergence.outcome("other").text.hasPrefix("The test is not reproducible: its replay failed differently\nother\n")
    )
  }
}

private func step(
  _ kind: ScheduleStep.Kind = .job,
  task: Int?,
  origin: Int? = nil,
  lane: Lane = .own,
  choice: Int = 0,
  readyCount: Int = 1,
  elapsed: Duration = .zero
) -> ScheduleStep {
  ScheduleStep(
    kind: kind,
    task: task,
    lane: lane,
    choice: choice,
    readyCount: readyCount,
    origin: origin,
    elapsed: elapsed
  )
}
