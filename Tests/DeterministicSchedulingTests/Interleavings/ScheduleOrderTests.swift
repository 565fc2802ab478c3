import Testing

@testable import DeterministicScheduling

@Suite("An order")
struct ScheduleOrderTests {
  @Suite("drawn by priorities")
  struct ByPriority {
    @Test("is the same for the same seed, another for another")
    func whenTheSeedIsTheSame_thenSoIsTheOrder() {
      let program = ToyProgram.fork(5, 5, 5)
      let orders = (0..<20 as Range<UInt64>).map { seed in
        let first = program.run(PCTStrategy(seed: seed, depth: 3)).turns
        #expect(program.run(PCTStrategy(seed: seed, depth: 3)).turns == first)
        return first
      }
      #expect(Set(orders).count > 10)
    }

    @Test("of depth 1 lets each task run to its end")
    func whenTheDepthIsOne_thenNoTaskIsInterrupted() {
      for seed in 0..<50 as Range<UInt64> {
        let turns = ToyProgram.fork(4, 4, 4).run(PCTStrategy(seed: seed, depth: 1)).turns
        #expect(switches(in: turns) == 3)
      }
    }

    @Test("of depth 2 interrupts one task at most", arguments: 0..<50 as Range<UInt64>)
    func whenTheDepthIsTwo_thenOneTaskIsInterruptedAtMost(seed: UInt64) {
      let turns = ToyProgram.fork(4, 4, 4).run(PCTStrategy(seed: seed, depth: 2, steps: 8)).turns
      #expect(switches(in: turns) <= 4)
    }

    @Test("of depth 2 does interrupt")
    func whenTheDepthIsTwo_thenSomeTaskIsInterruptedUnderSomeSeed() {
      let interrupted = (0..<50 as Range<UInt64>).filter { seed in
        switches(in: ToyProgram.fork(4, 4, 4).run(PCTStrategy(seed: seed, depth: 2, steps: 8)).turns) == 4
      }
      #expect(interrupted.count > 10)
    }

    @Test("does not let a task that polls keep the others from running")
    func whenATaskPolls_thenTheOthersRunToo() {
      for seed in 0..<20 as Range<UInt64> {
        let turns = ToyProgram.fork(1_000, 3).run(PCTStrategy(seed: seed, depth: 1)).turns
        let last = turns.lastIndex { $0.task == 2 }
        #expect((last ?? .max) <= PCTStrategy.patience + 4)
      }
    }

    @Test("gives work of the runtime a priority too, for as long as it waits")
    func whenWorkBelongsToNoTask_thenItsPriorityIsItsOwn() {
      let ready: [Candidate] = (0..<4).map { Candidate(sequence: $0, task: nil, lane: .own) }
      var order = PCTStrategy(seed: 1, depth: 1)
      let choice = order.choose(among: ready[...])
      #expect(order.choose(among: ready[...]) == choice)
    }

    private func switches(in turns: [TaskStep]) -> Int {
      zip(turns, turns.dropFirst()).count { $0.task != $1.task }
    }
  }

  @Suite("given by departures")
  struct ByDepartures {
    @Test("is first in, first out without any")
    func whenThereAreNoDepartures_thenTheOrderIsPlain() {
      let run = ToyProgram.fork(2, 2).run(DeviatingFIFOStrategy([]))
      #expect(run.turns.map(\.task) == [0, 1, 2, 1, 2])
      #expect(run.run.departures.isEmpty)
    }

    @Test("is the run again that the departures were taken from")
    func whenTheDeparturesAreOfARun_thenTheOrderIsThatRun() {
      var generator = SplitMix64(seed: 7)
      for seed in 0..<UInt64(modelSteps(2_000)) {
        let program = ToyProgram.random(using: &generator)
        let drawn = program.run(RandomStrategy(seed: seed))
        let again = program.run(DeviatingFIFOStrategy(drawn.run.departures))
        #expect(again.turns == drawn.turns)
        #expect(again.run.log == drawn.run.log)
        #expect(again.run.departures == drawn.run.departures)
      }
    }

    @Test("passes over what does not apply")
    func whenADepartureDoesNotApply_thenItIsPassedOver() {
      let first = TaskStep(task: 1, turn: 0)
      let order = DeviatingFIFOStrategy([
        FIFODeviation(heldBack: first, preferred: TaskStep(task: 9, turn: 0)),
        FIFODeviation(heldBack: first, preferred: TaskStep(task: 2, turn: 0)),
        FIFODeviation(heldBack: TaskStep(task: 8, turn: 3), preferred: first),
      ])
      #expect(ToyProgram.fork(1, 1).run(order).turns.map(\.task) == [0, 2, 1])
    }

    @Test("tells pieces of the runtime's work apart by their place")
    func whenTwoPiecesBelongToNoTask_thenTheyAreToldApart() {
      let ready: [Candidate] = [
        Candidate(sequence: 0, task: 1, lane: .own), Candidate(sequence: 1, task: nil, lane: .own),
        Candidate(sequence: 2, task: nil, lane: .own),
      ]
      let departure = FIFODeviation(heldBack: TaskStep(task: 1, turn: 0), preferred: TaskStep(task: nil, turn: 1))
      var order = DeviatingFIFOStrategy([departure])
      #expect(order.choose(among: ready[...]) == 2)
    }
  }

  @Suite("that a strategy draws")
  struct OfAStrategy {
    @Test("is written as in code")
    func whenAStrategyIsDescribed_thenItReadsAsCode() {
      #expect("\(InterleavingStrategy.random)" == ".random")
      #expect("\(InterleavingStrategy.pct())" == ".pct(depth: 3)")
      #expect("\(InterleavingStrategy.pct(depth: 2, steps: 57))" == ".pct(depth: 2, steps: 57)")
    }

    @Test("takes the number of steps it learns, unless it is given one")
    func whenStepsAreLearned_thenTheyAreUsedUnlessGiven() {
      #expect(InterleavingStrategy.pct(depth: 2).assuming(steps: 9) == .pct(depth: 2, steps: 9))
      #expect(InterleavingStrategy.pct(depth: 2, steps: 5).assuming(steps: 9) == .pct(depth: 2, steps: 5))
      #expect(InterleavingStrategy.random.assuming(steps: 9) == .random)
    }

    @Test("needs sensible values")
    func whenValuesMakeNoSense_thenTheStrategySaysSo() {
      #expect(InterleavingStrategy.random.misuse == nil)
      #expect(InterleavingStrategy.pct(depth: 1, steps: 1).misuse == nil)
      #expect(InterleavingStrategy.pct(depth: 0).misuse == "The depth of a schedule must be at least 1, not 0.")
      #expect(
        InterleavingStrategy.pct(depth: 1, steps: 0).misuse
          == "The number of steps of a schedule must be at least 1, not 0."
      )
    }
  }
}

extension ToyProgram {
  /// A program of a few tasks that start each other.
  static func random(using generator: inout SplitMix64) -> ToyProgram {
    let count = Int.random(in: 2...6, using: &generator)
    var program = ToyProgram(turns: (0..<count).map { _ in Int.random(in: 1...5, using: &generator) })
    for task in 1..<count {
      let parent = Int.random(in: 0..<task, using: &generator)
      let turn = Int.random(in: 0..<program.turns[parent], using: &generator)
      program.starts[TaskStep(task: parent, turn: turn), default: []].append(task)
    }
    return program
  }
}
