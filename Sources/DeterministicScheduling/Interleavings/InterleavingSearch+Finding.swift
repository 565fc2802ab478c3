extension InterleavingSearch {
  /// An order in which to run the test.
  enum Order: Equatable, Sendable {
    /// The order that the strategy draws from the seed.
    case drawn(InterleavingStrategy, seed: UInt64)
    /// First in, first out but for these.
    case departing([FIFODeviation])
    /// First in, first out, as in a deterministic test without a seed: no choice at all.
    case plain
  }

  /// A failing order, and what was learned about it.
  struct Finding: Sendable {
    /// Which of the orders it was, counted from 1.
    let number: Int
    /// Whether it is one that has failed before, and is not among those that the strategy draws.
    let isKept: Bool
    let seed: UInt64
    let strategy: InterleavingStrategy
    let failing: InterleavingRun
    /// The failing run with the fewest deviations from FIFO order.
    var simplest: InterleavingRun
    var simplestOrder: Order
    /// A run in FIFO order that passes, to compare with; only if the simplest order differs, and was described.
    var passing: InterleavingRun?
    /// Where running the same order again was not the same; `nil` where it was, or was not tried.
    var divergence: Divergence?
    /// Whether the same failure has been seen again in the same order.
    var isConfirmed = false
    /// Whether the test fails without a seed too.
    var failsInPlainOrder = false
    /// How many of the drawn orders have run, and how many of these have failed. Orders after the failing one run only
    /// if the test fails without a seed too.
    var drawn: Int
    var failed = 1
    /// Whether the test has no other order.
    var hasRunAll = false
    /// Whether only the place of the failure is to be compared, since its text is another at every run.
    var comparesPlaceOnly = false

    func isSame(_ failure: InterleavingRun.Failure?) -> Bool {
      guard let expected = failing.failure, let failure else { return false }
      return comparesPlaceOnly ? failure.place == expected.place : failure == expected
    }
  }
}

extension InterleavingSearch.Order {
  /// What decides in this order, if anything does.
  var strategy: (any ScheduleStrategy)? {
    switch self {
    case .drawn(let strategy, let seed): strategy.order(seed: seed)
    case .departing(let departures): DeviatingFIFOStrategy(departures)
    case .plain: nil
    }
  }
}
