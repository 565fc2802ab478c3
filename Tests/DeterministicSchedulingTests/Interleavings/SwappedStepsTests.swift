import Testing

@testable import DeterministicScheduling

@Suite("What a failing interleaving swaps")
struct SwappedStepsTests {
  private let store = ActorReference(type: "ImageStore", address: 1)
  private let server = ActorReference(type: "ImageServer", address: 2)

  @Test("is told as a step between a call and its return, where there is one")
  func whenAStepComesBetweenACallAndItsReturn_thenTheCallIsNamed() {
    let start: [Moment] = [
      Moment(0, "test()"), Moment(1, "closure #1 in test()"), Moment(2, "closure #2 in test()"),
      Moment(1, "ImageStore.image(_:)", at: store),
      Moment(1, "ImageServer.download(_:)", "ImageStore.image(_:)", at: server),
    ]
    let returns = Moment(1, "ImageStore.image(_:)", at: store)
    let calls = Moment(2, "ImageStore.image(_:)", at: store)
    #expect(
      sentence(of: run(start + [calls, returns]), comparedWith: run(start + [returns, calls])) == """
        "detail" continued in `ImageStore.image(_:)` before "list" had returned from `ImageServer.download(_:)`.
        """
    )
  }

  @Test("is told by a call that is over rather than by one that goes on")
  func whenOneCallIsOverAndAnotherGoesOn_thenTheFirstIsNamed() {
    func download(_ task: Int) -> Moment {
      Moment(task, "ImageServer.download(_:)", "ImageStore.image(_:)", at: server)
    }
    func image(_ task: Int) -> Moment { Moment(task, "ImageStore.image(_:)", at: store) }
    let start = [Moment(0, "test()"), image(1), download(1)]
    #expect(
      sentence(
        of: run(start + [image(2), download(2), download(1), image(1)]),
        comparedWith: run(start + [download(1), image(1), image(2), download(2)])
      ) == """
        "detail" started in `ImageStore.image(_:)` before "list" had returned from `ImageServer.download(_:)`.
        """
    )
  }

  @Test("names the actor where the function is not the actor's")
  func whenTheFunctionIsNotTheActors_thenTheActorIsNamed() {
    let start = [Moment(0, "test()"), Moment(1, "closure #1 in test()"), Moment(2, "closure #2 in test()")]
    let (first, second) = (
      Moment(1, "closure #1 in test()", at: store), Moment(2, "closure #2 in test()", at: store)
    )
    #expect(
      sentence(of: run(start + [second, first]), comparedWith: run(start + [first, second])) == """
        "detail" continued on ImageStore in `closure #2 in test()` before "list" continued on ImageStore in \
        `closure #1 in test()`.
        """
    )
  }

  @Test("is no step at another actor of the same type, if a step at the same one was swapped later")
  func whenStepsAreAtOtherActors_thenThoseAtTheSameAreTold() {
    let other = ActorReference(type: "ImageStore", address: 3)
    let start = [Moment(0, "test()"), Moment(1, "closure #1 in test()"), Moment(2, "closure #2 in test()")]
    let list = [Moment(1, "ImageStore.load()", at: store), Moment(1, "ImageStore.save()", at: server)]
    let detail = [Moment(2, "ImageStore.load()", at: other), Moment(2, "ImageStore.save()", at: server)]
    #expect(
      sentence(of: run(start + detail + list), comparedWith: run(start + list + detail)) == """
        "detail" continued on ImageServer in `ImageStore.save()` before "list" continued on ImageServer in \
        `ImageStore.save()`.
        """
    )
  }

  @Test("is what was preferred to what, if no two steps are at one actor or in one type")
  func whenNothingIsShared_thenTheDeviationIsTold() {
    var run = run([Moment(0, "test()"), Moment(2, "Feed.load()"), Moment(1, "Log.write()")], readyCount: 2)
    run.choices = choices(departingAt: 1, of: 3)
    #expect(
      sentence(of: run, comparedWith: nil)
        == "\"detail\" started in `Feed.load()` before \"list\" started in `Log.write()`."
    )
  }

  @Test("is not told if no function is known")
  func whenNoFunctionIsKnown_thenNothingIsTold() {
    var run = run([Moment(0), Moment(2), Moment(1)], readyCount: 2)
    run.choices = choices(departingAt: 1, of: 3)
    #expect(sentence(of: run, comparedWith: run) == nil)
  }

  private func sentence(of run: InterleavingRun, comparedWith passing: InterleavingRun?) -> String? {
    SwappedSteps(InterleavingTrace(run)).sentence(comparedWith: passing)
  }

  private func run(_ moments: [Moment], readyCount: Int = 1) -> InterleavingRun {
    var run = InterleavingRun()
    run.log.taskNames = [1: "list", 2: "detail"]
    for (index, moment) in moments.enumerated() {
      run.log.steps.append(
        ScheduleStep(
          kind: .job,
          task: moment.task,
          lane: .own,
          choice: 0,
          readyCount: readyCount,
          origin: index == 0 ? nil : 0,
          elapsed: .zero
        )
      )
      run.log.details[index] = StepDetails(functions: moment.functions, actor: moment.actor)
    }
    return run
  }

  // The choices of a run in which the first task is held back for the second at one of the steps.
  private func choices(departingAt step: Int, of count: Int) -> RecordingStrategy.Choices {
    let record = RecordingStrategy.Record(.init())
    let departure = FIFODeviation(heldBack: TaskStep(task: 1, turn: 0), preferred: TaskStep(task: 2, turn: 0))
    var strategy = RecordingStrategy(DeviatingFIFOStrategy([departure]), into: record)
    for index in 0..<count {
      let tasks = index == step ? [1, 2] : [0, 3]
      let ready = tasks.enumerated().map { Candidate(sequence: $0.offset, task: $0.element, lane: .own) }
      _ = strategy.choose(among: ReadyJobs(ready))
    }
    return record.withLock { $0 }
  }

  private struct Moment {
    let task: Int
    let functions: [String]
    let actor: ActorReference?

    init(_ task: Int, _ functions: String..., at actor: ActorReference? = nil) {
      (self.task, self.functions, self.actor) = (task, functions, actor)
    }
  }
}
