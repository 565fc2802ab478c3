/// The result of one trial for a class of values.
struct TrialClass: Sendable, Equatable {
  var isMember: Bool
  /// The share of trials, in percent, that are to be of the class.
  var requiredShare: Double?
}
