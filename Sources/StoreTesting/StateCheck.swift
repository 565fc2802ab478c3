/// Compares the state that a test expects with the store's state.
enum StateCheck<State: Equatable> {
  /// The result of the comparison.
  enum Verdict {
    case holds
    /// What is asserted holds, but more has changed.
    case holdsInPart(expected: State)
    /// The state was not to change.
    case changed(from: State)
    /// The state is not what the closure makes of the one before.
    case differs(expected: State)
    /// A closure was given, and neither it nor the store changes anything.
    case changesNothing
    case threw(any Error)
  }

  /// The change that a test describes, applied to a copy of the state.
  typealias Change = (inout State) throws -> Void

  // The closures do not escape, so that a call with one costs no allocation.

  /// The state has to be exactly what `change` makes of `before`; `onFailure` learns why it is not.
  ///
  /// `before` is consumed: without another owner it is changed in place, and a large state is not copied.
  static func exhaustive(
    from before: consuming State,
    to after: State,
    change: Change,
    onFailure: (Verdict) -> Void
  ) {
    let hasChanged = before != after
    var expected = consume before
    do { try change(&expected) } catch { return tell(expected, as: { _ in .threw(error) }, to: onFailure) }
    guard expected == after else { return tell(expected, as: { .differs(expected: $0) }, to: onFailure) }
    if !hasChanged { tell(expected, as: { _ in .changesNothing }, to: onFailure) }
  }

  // Apart, so that a check that holds is spared the making of the verdict's type.
  @inline(never)
  private static func tell(_ state: State, as verdict: (State) -> Verdict, to onFailure: (Verdict) -> Void) {
    onFailure(verdict(state))
  }

  /// What `change` sets has to hold; the rest may be anything.
  ///
  /// A complete change also matches if it is relative to the earlier state, such as `$0.count += 1`.
  static func partial(from before: State, to after: State, change: Change) -> Verdict {
    do {
      var described = before
      try change(&described)
      if described == after { return .holds }
      var actual = after
      try change(&actual)
      return actual == after ? .holdsInPart(expected: described) : .differs(expected: actual)
    } catch {
      return .threw(error)
    }
  }
}
