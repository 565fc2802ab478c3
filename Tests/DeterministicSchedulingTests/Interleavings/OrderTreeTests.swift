// conventions:ignore-file count-only - how many orders run is what is asked

import Testing

@testable import DeterministicScheduling

@Suite("The tree of orders")
struct OrderTreeTests {
  @Test(
    "leads to each order of a program once, whatever the strategy",
    arguments: [.random, .pos, .pct(depth: 3), .mixed] as [InterleavingStrategy]
  )
  func whenAProgramIsSmall_thenEachOrderRunsOnce(strategy: InterleavingStrategy) {
    // How many orders there are of so many turns: 1; 2! / (1! 1!); 4! / (2! 2!); 3! / (2! 1!); 5! / (2! 2! 1!).
    for (program, expected) in [
      (.fork(3), 1), (.fork(1, 1), 2), (.fork(2, 2), 6), (.fork(1, 2), 3), (.fork(1, 2, 2), 30),
    ] as [(ToyProgram, Int)] {
      let (orders, search) = explore(program, strategy: strategy)
      #expect(orders.count == expected)
      #expect(Set(orders).count == expected)
      #expect(search.hasRunAll)
    }
  }

  @Test("counts as many orders as there are in random programs")
  func whenProgramsAreRandom_thenNoOrderIsLeftOutOrRunTwice() {
    var generator = SplitMix64(seed: 3)
    for seed in 0..<UInt64(searchSteps(100)) {
      let program = ToyProgram.random(using: &generator)
      let expected = allOrders(of: program, atMost: 300)
      let (orders, search) = explore(program, strategy: .mixed, count: 300, firstSeed: seed)
      #expect(search.hasRunAll == (expected != nil))
      if let expected { #expect(Set(orders) == expected && orders.count == expected.count) }
    }
  }

  @Test("is given up when there are more orders than may run")
  func whenThereAreMoreOrders_thenAsManyRunAsAreAskedFor() {
    let (orders, search) = explore(.fork(2, 2), strategy: .random, count: 5)
    #expect(orders.count == 5)
    #expect(!search.hasRunAll)
  }

  @Test("ends the search with the last order that is asked for, if that is the last there is")
  func whenTheCountIsThatOfTheOrders_thenAllHaveRun() {
    let (orders, search) = explore(.fork(2, 2), strategy: .random, count: 6)
    #expect(Set(orders).count == 6)
    #expect(search.hasRunAll)
  }

  @Test("is given up when the same choices lead elsewhere")
  func whenAProgramIsNotTheSame_thenTheSearchGoesOnToItsCount() {
    var runs = 0
    var search = InterleavingSearch(count: 50, firstSeed: 0, strategy: .random)
    while let order = search.order {
      runs += 1
      search.record(ToyProgram.fork(2, runs % 2 + 1).run(order, avoiding: search.seenOrders) { _ in false })
    }
    #expect(runs == 50)
    #expect(!search.hasRunAll)
  }

  @Test("is given up when something else than the order decides")
  func whenARunDependsOnMore_thenTheSearchGoesOnToItsCount() {
    var runs = 0
    var search = InterleavingSearch(count: 9, firstSeed: 0, strategy: .random)
    while let order = search.order {
      runs += 1
      var run = ToyProgram.fork(1).run(order, avoiding: search.seenOrders) { _ in false }
      run.dependsOnOrderAlone = false
      search.record(run)
    }
    #expect(runs == 9)
  }

  @Test(
    "lets an order be replayed that it led to",
    arguments: [.random, .pct(depth: 2), .mixed] as [InterleavingStrategy]
  )
  func whenTheLastOrderFails_thenItsStrategyAndSeedRunItAgain(strategy: InterleavingStrategy) throws {
    let program = ToyProgram.fork(2, 2)
    let orders = try #require(allOrders(of: program, atMost: 6))
    for failing in orders {
      var search = InterleavingSearch(count: 200, firstSeed: 4, strategy: strategy)
      while let order = search.order {
        search.record(program.run(order, avoiding: search.seenOrders) { $0 == failing })
      }
      let finding = try #require(search.finding)
      #expect(finding.number <= 6)
      #expect(program.run(finding.strategy.order(seed: finding.seed)).turns == failing)
    }
  }

  private func explore(
    _ program: ToyProgram,
    strategy: InterleavingStrategy,
    count: Int = 200,
    firstSeed: UInt64 = 1
  ) -> (orders: [[TaskStep]], search: InterleavingSearch) {
    var orders: [[TaskStep]] = []
    var search = InterleavingSearch(count: count, firstSeed: firstSeed, strategy: strategy)
    while let order = search.order {
      let run = program.run(order, avoiding: search.seenOrders) {
        orders.append($0)
        return false
      }
      search.record(run)
    }
    return (orders, search)
  }

  // Found without the tree: by taking the next branch at the last choice that has one.
  private func allOrders(of program: ToyProgram, atMost limit: Int) -> Set<[TaskStep]>? {
    var orders: Set<[TaskStep]> = []
    var choices: [Int] = []
    while true {
      let given = Dictionary(uniqueKeysWithValues: choices.enumerated().map { ($0.offset, $0.element) })
      let order = OverridingStrategy(FirstOrder(), choosing: given)
      let (turns, run) = program.run(order, avoiding: OrderTree(limit: 0))
      orders.insert(turns)
      if orders.count > limit { return nil }
      var path = run.choices.path ?? []
      while let last = path.last, last.index == last.count - 1 { path.removeLast() }
      guard let last = path.popLast() else { return orders }
      choices = path.map(\.index) + [last.index + 1]
    }
  }
}

private struct FirstOrder: ScheduleStrategy {
  func choose(among ready: ReadyJobs) -> Int { 0 }
}
