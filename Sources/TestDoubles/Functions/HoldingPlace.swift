/// What delays the result of a call: a gate, or time.
enum HoldingPlace: Sendable {
  case gate(Gate, evenIfCancelled: Bool)
  /// Returns whether the time has passed; `false` if the sleeping task was cancelled.
  case delay(@Sendable () async -> Bool)

  /// Waits, and returns whether the wait was not cut short by cancellation.
  func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    switch self {
    case .gate(let gate, let evenIfCancelled): await gate.pass(evenIfCancelled: evenIfCancelled)
    case .delay(let sleep): await sleep()
    }
  }

  /// What a call has to wait for now.
  var obstacle: String? {
    switch self {
    case .gate(let gate, _): gate.isOpen ? nil : "at a gate"
    case .delay: "for a delay"
    }
  }
}
