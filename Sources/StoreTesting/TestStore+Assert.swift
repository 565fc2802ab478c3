import Testing
import TestingSupportCore

extension TestStore {
  /// Asserts what the state is, besides the changes that sending and receiving assert.
  ///
  /// ```swift
  /// store.assert { $0.items = [apple] }
  /// ```
  ///
  /// Use it in a test that is not exhaustive, for the state in which a flow ends.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where an issue is recorded.
  ///   - expectation: Sets what is expected; the state has to be as before then.
  public func assert(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expectation: (inout State) throws -> Void
  ) {
    var expected = state
    do {
      try expectation(&expected)
    } catch {
      recordIssue(
        "The closure that describes the state threw an error\n\(String(describingForTest: error))",
        sourceLocation: sourceLocation
      )
      return
    }
    guard expected != state else { return }
    recordIssue("The state is not as expected \(Difference.text(expected, state))", sourceLocation: sourceLocation)
  }

  /// Asserts that only asserted actions have changed the state: a store that is not driven by a reducer may change it
  /// on its own.
  func assertIsCurrent(_ current: State, sourceLocation: SourceLocation) {
    guard current != state else { return }
    let before = state
    state = current
    guard exhaustivity == .on else {
      return tellSkipped(
        "The state has changed \(Difference.text(from: before, to: current))",
        sourceLocation: sourceLocation
      )
    }
    recordIssue(
      "The state changed, but no asserted action changes it \(Difference.text(from: before, to: current))",
      sourceLocation: sourceLocation
    )
  }
}
