/// How many sleepers may wake without a turn of the test's body before time passes no more.
///
/// Otherwise, a timer that is never cancelled would keep a test running forever that waits for something else.
struct WakeUpBudget: Sendable {
  private(set) var used = 0
  private let usual: Int
  private var allowed: Int
  /// The first registration of a sleep after the first wake-up since the body last ran.
  private(set) var firstRegistration = 0
  /// The step of that wake-up.
  private(set) var firstStep = 0

  init(_ usual: Int) {
    self.usual = usual
    allowed = usual
  }

  var isUsedUp: Bool { used >= allowed }

  /// The body runs.
  mutating func begin() {
    (used, allowed) = (0, usual)
  }

  /// A sleeper wakes in a step, when the next sleep would get this registration.
  mutating func noteWake(at registration: Int, step: Int) {
    if used == 0 { (firstRegistration, firstStep) = (registration, step) }
    used += 1
  }

  /// Allows more for an earlier sleeper, such as the body itself: time will reach its deadline, with a hundred times as
  /// many wake-ups.
  mutating func extend() {
    if allowed < 100 * usual { allowed += usual }
  }
}
