import Testing

/// An effect that a test store has started, as its activity knows it.
struct StoreEffectRecord: Sendable {
  enum Phase: Sendable {
    case active, cancelled, finishedUnobserved
  }

  let number: Int
  let origin: StoreEffectOrigin
  var task: Task<Void, Never>?
  var phase = Phase.active
  /// Whether no other work has run since the effect started or last sent an action.
  var isInTurn = false

  init(number: Int, origin: StoreEffectOrigin) {
    self.number = number
    self.origin = origin
  }

  var isActive: Bool { phase == .active }
  var isCancelled: Bool { phase == .cancelled }
  var isUnobserved: Bool { phase == .finishedUnobserved }
  var hasTask: Bool { phase != .finishedUnobserved }
}

/// The origin of an effect: the action whose handling returned it, and the line of the test that started it.
struct StoreEffectOrigin: Sendable {
  let action: NamedAction
  let sourceLocation: SourceLocation
  /// All that the test's action led to.
  let root: StoreEffectScope
}
