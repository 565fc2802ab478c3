/// How many sleepers may wake without a turn of the test's body before time passes no more.
///
/// A timer that nobody ends would otherwise keep a test for ever that waits for something else.
struct WakeAllowance: Sendable {
  private(set) var used = 0
  private let usual: Int
  private var allowed: Int
  // The first registration of a sleep that came after the body's last turn.
  private(set) var registrationAtTurn = 0

  init(_ usual: Int) {
    self.usual = usual
    allowed = usual
  }

  var isUsedUp: Bool { used >= allowed }

  /// Notes that the body has its turn, when the next sleep would get this registration.
  mutating func begin(at registration: Int) {
    (used, allowed, registrationAtTurn) = (0, usual, registration)
  }

  mutating func noteWake() { used += 1 }

  /// Allows more, for the sake of a sleeper from before the body's last turn: it is what the test may be about, and has ten
  /// times as long.
  mutating func extend() {
    if allowed < 10 * usual { allowed += usual }
  }
}
