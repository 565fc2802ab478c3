import Testing

@testable import DeterministicScheduling

@Suite("The search for a failing order")
struct InterleavingSearchTests {
  @Test("tries as many orders as it is asked to, under seeds that follow each other")
  func whenNoOrderFails_thenAllAreTried() {
    var search = InterleavingSearch(count: 3, firstSeed: .max, strategy: .random)
    var orders: [InterleavingSearch.Order] = []
    while let order = search.order {
      orders.append(order)
      search.record(InterleavingRun())
    }
    #expect(orders == [.drawn(.random, seed: .max), .drawn(.random, seed: 0), .drawn(.random, seed: 1)])
    #expect(search.finding == nil)
  }

  @Test("has nothing to try when it is asked for none")
  func whenTheCountIsZero_thenThereIsNoOrder() {
    #expect(InterleavingSearch(count: 0, firstSeed: 0, strategy: .random).order == nil)
  }

  @Test("stops at the first order that fails and tells which it was")
  func whenAnOrderFails_thenTheSearchStopsThere() throws {
    let finding = try #require(find(in: .fork(3, 3), failingWhen: { isInOrder($0, [2, 2, 2, 1]) }))
    let turns = ToyProgram.fork(3, 3).run(RandomStrategy(seed: finding.seed)).turns
    #expect(isInOrder(turns, [2, 2, 2, 1]))
    #expect(finding.seed == UInt64(finding.number - 1))
    for seed in 0..<finding.seed {
      #expect(!isInOrder(ToyProgram.fork(3, 3).run(RandomStrategy(seed: seed)).turns, [2, 2, 2, 1]))
    }
  }

  @Test("finds the fewest departures that make it fail")
  func whenOneDepartureIsEnough_thenTheSimplestOrderHasOne() throws {
    let finding = try #require(find(in: .fork(5, 5, 5), failingWhen: { isInOrder($0, [3, 1, 2]) }))
    #expect(finding.isConfirmed)
    #expect(finding.divergence == nil)
    #expect(finding.failing.departures.count > 1)
    #expect(finding.simplest.departures.count <= 2)
    #expect(finding.simplest.failure == finding.failing.failure)
  }

  @Test("tells when the plain order fails too")
  func whenEveryOrderFails_thenTheSimplestHasNoDeparture() throws {
    let finding = try #require(find(in: .fork(2, 2), failingWhen: { _ in true }))
    #expect(finding.number == 1)
    #expect(finding.simplest.departures.isEmpty)
    #expect(finding.failsInPlainOrder)
  }

  @Test("tells when taking turns at each hop is enough")
  func whenOnlyThePlainOrderPasses_thenTheFindingSaysSo() throws {
    var search = InterleavingSearch(count: 9, firstSeed: 0, strategy: .random)
    while let order = search.order {
      search.record(ToyProgram.fork(2, 2).run(order) { _ in order != .plain })
    }
    #expect(search.finding?.simplest.departures == [])
    #expect(search.finding?.failsInPlainOrder == false)
  }

  @Test("carries the number of steps it has learned in the strategy")
  func whenTheStrategyNeedsSteps_thenTheFindingHasThem() throws {
    let program = ToyProgram.fork(4, 4, 4)
    let fails: ([TaskStep]) -> Bool = { isInOrder($0, [2, 1, 3, 1]) && isInOrder($0, [3, 2]) }
    let finding = try #require(find(in: program, strategy: .pct(depth: 3), failingWhen: fails))
    #expect(finding.number > 1)
    let replay = program.run(finding.strategy.order(seed: finding.seed)).turns
    #expect(fails(replay))
    #expect("\(finding.strategy)".hasPrefix(".pct(depth: 3, steps: "))
  }

  @Test("does not mistake another failure for the one it simplifies")
  func whenASimplerOrderFailsElsewhere_thenItIsNotTaken() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random)
    while let order = search.order {
      var run = ToyProgram.fork(3, 3).run(order) { isInOrder($0, [2, 2, 2, 1]) }
      if run.failure == nil { run.failure = run.departures.isEmpty ? .init(place: "elsewhere", text: "other") : nil }
      search.record(run)
    }
    #expect(search.finding?.simplest.departures.isEmpty == false)
  }

  @Test("compares only the place of a failure whose text is another every time")
  func whenTheTextChanges_thenThePlaceIsCompared() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random)
    var number = 0
    while let order = search.order {
      var run = ToyProgram.fork(3, 3).run(order) { isInOrder($0, [2, 2, 2, 1]) }
      number += 1
      if run.failure != nil { run.failure = .init(place: "here", text: "object \(number)") }
      search.record(run)
    }
    #expect(search.finding?.isConfirmed == true)
    // conventions:ignore count-only - which of the departures is left is of no account
    #expect(search.finding?.simplest.departures.count == 1)
  }

  @Test("does not simplify when the same order takes other steps")
  func whenTheReplayDiffers_thenTheSearchEndsWithTheDivergence() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random)
    var runs = 0
    while let order = search.order {
      runs += 1
      search.record((runs == 1 ? ToyProgram.fork(3, 3) : .fork(3, 4)).run(order) { _ in true })
    }
    #expect(runs == 2)
    guard case .step = search.finding?.divergence else {
      Issue.record("\(String(describing: search.finding?.divergence))")
      return
    }
  }

  @Test("tells when the same steps do not fail again")
  func whenTheReplayPasses_thenTheOutcomeDiverges() {
    var search = InterleavingSearch(count: 1, firstSeed: 0, strategy: .random)
    search.record(ToyProgram.fork(3).run(.drawn(.random, seed: 0)) { _ in true })
    search.record(ToyProgram.fork(3).run(.drawn(.random, seed: 0)) { _ in false })
    #expect(search.finding?.divergence == .outcome(nil))
    #expect(search.order == nil)
  }

  @Test("runs the simplest order once more, and the plain one, to describe them")
  func whenItDescribes_thenTheSimplestOrderAndThePlainOneRunAtTheEnd() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random, describes: true)
    var described: [InterleavingSearch.Order] = []
    while let order = search.order {
      if search.isDescribing { described.append(order) }
      var run = ToyProgram.fork(3, 3).run(order) { isInOrder($0, [2, 2, 2, 1]) }
      if search.isDescribing { run.log.details[0] = StepDetails(functions: ["test()"]) }
      search.record(run)
    }
    let finding = try #require(search.finding)
    let departures = described.map { ToyProgram.fork(3, 3).run($0.strategy).run.departures }
    #expect(departures == [finding.simplest.departures, []])
    #expect(finding.simplest.log.details[0]?.functions == ["test()"])
    #expect(finding.passing?.log.details[0]?.functions == ["test()"])
  }

  @Test("takes no description of a run that takes other steps")
  func whenTheDescribedRunDiffers_thenTheSimplestIsLeftUndescribed() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random, describes: true)
    while let order = search.order {
      let program = search.isDescribing ? ToyProgram.fork(3, 4) : .fork(3, 3)
      var run = program.run(order) { isInOrder($0, [2, 2, 2, 1]) }
      if search.isDescribing { run.log.details[0] = StepDetails(functions: ["test()"]) }
      search.record(run)
    }
    let finding = try #require(search.finding)
    #expect(finding.isConfirmed)
    #expect(finding.simplest.log.details.isEmpty)
    #expect(finding.passing == nil)
  }

  @Test("looks for simpler orders until the limit, then describes the one it has", arguments: 1...20, [true, false])
  func whenSimplifyingHasTakenLongerThanTheLimit_thenItEnds(after limit: Int, failsInPlainOrder: Bool) throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random, describes: true)
    var (simplifying, describing) = (0, 0)
    while let order = search.order, simplifying < 100 {
      if search.isDescribing { describing += 1 } else if search.finding != nil { simplifying += 1 }
      let run = ToyProgram.fork(3, 3).run(order) { failsInPlainOrder || isInOrder($0, [2, 2, 2, 1]) }
      search.record(run, taking: .seconds(1), limit: .seconds(limit))
    }
    #expect(simplifying <= limit + 1)
    #expect(describing == (failsInPlainOrder ? 1 : 2))
    let finding = try #require(search.finding)
    #expect(finding.isConfirmed)
    #expect((finding.passing == nil) == failsInPlainOrder)
  }

  @Test("spends its limit on simpler orders, not on those that came before")
  func whenOrdersThatPassHaveTakenLong_thenTheFailingOneIsSimplifiedAllTheSame() throws {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random)
    while let order = search.order {
      let run = ToyProgram.fork(5, 5, 5).run(order) { search.explored >= 3 && isInOrder($0, [3, 1, 2]) }
      search.record(run, taking: search.finding == nil ? .seconds(1) : .zero, limit: .seconds(1))
    }
    let finding = try #require(search.finding)
    #expect(finding.number > 1)
    #expect(finding.simplest.departures.count < finding.failing.departures.count)
  }

  @Test("looks for no simpler order of one that has taken longer than the limit")
  func whenTheFailingOrderHasTakenLongerThanTheLimit_thenItDoesNotRunAgain() {
    var search = InterleavingSearch(count: 100, firstSeed: 0, strategy: .random, describes: true)
    search.record(
      ToyProgram.fork(3, 3).run(.drawn(.random, seed: 0)) { _ in false },
      taking: .seconds(3),
      limit: .seconds(2)
    )
    #expect(search.order != nil)
    search.record(
      ToyProgram.fork(3, 3).run(.drawn(.random, seed: 1)) { _ in true },
      taking: .seconds(3),
      limit: .seconds(2)
    )
    #expect(search.order == nil)
    #expect(search.finding?.isConfirmed == false)
  }

  @Test("ends with what it has when it is stopped")
  func whenItIsStopped_thenTheFailingRunIsTheFinding() {
    var search = InterleavingSearch(count: 1, firstSeed: 0, strategy: .random)
    search.record(ToyProgram.fork(3, 3).run(.drawn(.random, seed: 0)) { _ in true })
    search.stop()
    search.record(InterleavingRun())
    #expect(search.order == nil)
    #expect(search.finding?.number == 1)
    #expect(search.finding?.isConfirmed == false)
  }

  @Test("spends no more runs on a simpler order than it is given")
  func whenTheReplaysAreUsedUp_thenItStops() {
    var search = InterleavingSearch(count: 1, firstSeed: 3, strategy: .random, replays: 2)
    var runs = 0
    while let order = search.order {
      runs += 1
      search.record(ToyProgram.fork(9, 9).run(order) { !isInOrder($0, [1, 2, 1, 2, 1, 2]) })
    }
    #expect(runs <= 4)
  }

  @Test("never finds a simplest order that passes, or that can do without a departure, in any program")
  func whenProgramsAreRandom_thenTheSimplestOrderFailsAndIsMinimal() {
    var generator = SplitMix64(seed: 11)
    var found = 0
    let rounds = searchSteps(300)
    for seed in 0..<UInt64(rounds) {
      let program = ToyProgram.random(using: &generator)
      let tasks = (0..<3).map { _ in Int.random(in: 0..<program.turns.count, using: &generator) }
      let fails: ([TaskStep]) -> Bool = { isInOrder($0, tasks) }
      let strategy: InterleavingStrategy = seed % 2 == 0 ? .random : .pct(depth: 3)
      guard let finding = find(in: program, strategy: strategy, firstSeed: seed, failingWhen: fails) else { continue }
      found += 1
      let simplest = finding.simplest.departures
      #expect(fails(program.run(DeviatingFIFOStrategy(simplest)).turns))
      #expect(fails(program.run(finding.strategy.order(seed: finding.seed)).turns))
      #expect(simplest.count <= finding.failing.departures.count)
      for index in simplest.indices {
        var less = simplest
        less.remove(at: index)
        let run = program.run(DeviatingFIFOStrategy(less))
        #expect(!fails(run.turns) || run.run.departures.count >= simplest.count)
      }
    }
    #expect(found > rounds / 6)
  }

  private func find(
    in program: ToyProgram,
    strategy: InterleavingStrategy = .random,
    firstSeed: UInt64 = 0,
    failingWhen condition: ([TaskStep]) -> Bool
  ) -> InterleavingSearch.Finding? {
    var search = InterleavingSearch(count: 200, firstSeed: firstSeed, strategy: strategy)
    while let order = search.order { search.record(program.run(order, failingWhen: condition)) }
    return search.finding
  }
}

/// Whether tasks took turns in this order, with any turns in between.
private func isInOrder(_ turns: [TaskStep], _ tasks: [Int]) -> Bool {
  var left = tasks[...]
  for turn in turns where turn.task == left.first { left.removeFirst() }
  return left.isEmpty
}
