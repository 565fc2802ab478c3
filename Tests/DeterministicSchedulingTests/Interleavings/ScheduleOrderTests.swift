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
      let choice = order.choose(among: ReadyJobs(ready))
      #expect(order.choose(among: ReadyJobs(ready)) == choice)
    }

    private func switches(in turns: [TaskStep]) -> Int {
      zip(turns, turns.dropFirst()).count { $0.task != $1.task }
    }
  }

  @Suite("drawn from partial orders")
  struct ByPartialOrder {
    @Test("is the same for the same seed, another for another")
    func whenTheSeedIsTheSame_thenSoIsTheOrder() {
      let program = ToyProgram.fork(5, 5, 5)
      let orders = (0..<20 as Range<UInt64>).map { seed in
        let first = program.run(POSStrategy(seed: seed)).turns
        #expect(program.run(POSStrategy(seed: seed)).turns == first)
        return first
      }
      #expect(Set(orders).count > 10)
    }

    @Test("holds one step back for twenty others about once in twenty orders")
    func whenAStepHasTheLowestPriority_thenItComesLast() {
      let heldBack = (0..<1_000 as Range<UInt64>).count { seed in
        ToyProgram.fork(1, 20).run(POSStrategy(seed: seed)).turns.last?.task == 1
      }
      #expect((25...100).contains(heldBack))
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
      #expect(order.choose(among: ReadyJobs(ready)) == 2)
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

    @Test(
      "is read back from its description",
      arguments: [
        .mixed, .random, .pos, .pct(), .pct(depth: 2, steps: 57), .pos.taking([3: 1, 0: 2]),
        .pct(depth: 2, steps: 5).taking([1: 0]), .mixed.withDelays, .pct(depth: 2, steps: 5).withDelays.taking([1: 0]),
      ] as [InterleavingStrategy]
    )
    func whenAStrategyIsDescribed_thenItIsReadBack(strategy: InterleavingStrategy) {
      #expect(InterleavingStrategy("\(strategy)") == strategy)
    }

    @Test(
      "is not read from nonsense",
      arguments: ["", "random", ".x", ".pct", ".pct(depth: 2", ".pos.taking([1])", ".random(3)", ".withDelays"]
    )
    func whenATextIsNoStrategy_thenNoneIsRead(text: String) {
      #expect(InterleavingStrategy(text) == nil)
    }

    @Test("takes given choices in place of its own, and the last one for what there is none of")
    func whenChoicesAreGiven_thenTheyAreTaken() {
      let order = InterleavingStrategy.random.taking([0: 1, 1: 9]).order(seed: 1)
      #expect(ToyProgram.fork(1, 1, 1).run(order).turns.map(\.task) == [0, 2, 3, 1])
    }

    @Test("is that of each strategy in turn, where strategies are mixed")
    func whenStrategiesAreMixed_thenEachHasItsTurn() {
      let drawn = (0..<6 as Range<UInt64>).map { InterleavingStrategy.mixed.resolved(seed: $0, steps: 4) }
      #expect(Set(drawn).isSuperset(of: [.random, .pos, .pct(depth: 2, steps: 4), .pct(depth: 3, steps: 4)]))
      for seed in 0..<12 as Range<UInt64> {
        let strategy = InterleavingStrategy.mixed.resolved(seed: seed, steps: nil)
        let program = ToyProgram.fork(3, 3, 3)
        let mixed = program.run(InterleavingStrategy.mixed.order(seed: seed)).turns
        #expect(program.run(strategy.order(seed: seed)).turns == mixed)
      }
    }

    @Test("takes the number of steps it learns, unless it is given one")
    func whenStepsAreLearned_thenTheyAreUsedUnlessGiven() {
      #expect(InterleavingStrategy.pct(depth: 2).resolved(seed: 0, steps: 9) == .pct(depth: 2, steps: 9))
      #expect(InterleavingStrategy.pct(depth: 2, steps: 5).resolved(seed: 0, steps: 9) == .pct(depth: 2, steps: 5))
      #expect(InterleavingStrategy.random.resolved(seed: 0, steps: 9) == .random)
    }

    @Test("needs sensible values")
    func whenValuesMakeNoSense_thenTheStrategySaysSo() {
      #expect(InterleavingStrategy.random.misuse == nil)
      #expect(InterleavingStrategy.pct(depth: 1, steps: 1).misuse == nil)
      #expect(InterleavingStrategy.pct(depth: 0).misuse == "`depth` must be at least 1, not 0")
      #expect(
        InterleavingStrategy.pct(depth: 1, steps: 0).misuse
          == "`steps` must be at least 1, not 0"
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
