/// What the random choices of one trial lean towards, so that among many trials are some of every kind.
enum TrialBias: CaseIterable, Sendable {
  case none
  /// The ends of ranges, and the values listed as special.
  case extremes
  /// The same value again, if a value of its type was created before.
  case repetitions
  /// The same, with texts in another canonically equivalent form.
  case equivalentTexts
  /// Few elements, and numbers close to zero.
  case small
  /// Many elements.
  case large

  /// The biases of ten trials.
  static let deck: [TrialBias] = [
    .none, .none, .none, .none, .none, .extremes, .repetitions, .equivalentTexts, .small, .large,
  ]

  /// In how many of 100 choices a special value is chosen.
  var specialPercentage: UInt64 {
    switch self {
    case .extremes: 90
    case .small: 20
    default: 40
    }
  }

  /// In how many of 100 cases an earlier value of the same type is repeated.
  var repetitionPercentage: UInt64 {
    switch self {
    case .repetitions, .equivalentTexts: 75
    default: 12
    }
  }

  /// After how many elements a collection ends, on average.
  var averageCount: UInt64 {
    switch self {
    case .small: 2
    case .large: 32
    default: 8
    }
  }
}
