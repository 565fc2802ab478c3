import Testing
import TestingSupportCore

extension TestStore {
  /// Compares the state after an action with what the test expects, and continues with the actual state.
  ///
  /// - Parameter mayChangeNothing: Whether the closure may have been given for another reason than to describe a change.
  func check(
    _ stateAfter: State,
    after step: @autoclosure () -> String,
    sourceLocation: SourceLocation,
    mayChangeNothing: Bool = false,
    change: StateCheck<State>.Change
  ) {
    // While the closure runs, the store's state is the one before.
    defer { state = stateAfter }
    guard case .on = exhaustivity else {
      return checkInPart(stateAfter, after: step(), sourceLocation: sourceLocation, change: change)
    }
    StateCheck.exhaustive(from: state, to: stateAfter, change: change) { verdict in
      if case .changesNothing = verdict, mayChangeNothing { return }
      report(verdict, of: stateAfter, after: step(), sourceLocation: sourceLocation)
    }
  }

  @inline(never)
  private func checkInPart(
    _ stateAfter: State,
    after step: @autoclosure () -> String,
    sourceLocation: SourceLocation,
    change: StateCheck<State>.Change
  ) {
    let verdict = StateCheck.partial(from: state, to: stateAfter, change: change)
    report(verdict, of: stateAfter, after: step(), sourceLocation: sourceLocation)
  }

  /// The test states nothing about the state after an action: it expects the earlier state.
  func checkIsUnchanged(
    _ stateAfter: State,
    after step: @autoclosure () -> String,
    sourceLocation: SourceLocation
  ) {
    let before = state
    state = stateAfter
    guard before != stateAfter else { return }
    report(
      exhaustivity == .on ? .changed(from: before) : .holdsInPart(expected: before),
      of: stateAfter,
      after: step(),
      sourceLocation: sourceLocation
    )
  }

  private func report(
    _ verdict: StateCheck<State>.Verdict,
    of stateAfter: State,
    after step: String,
    sourceLocation: SourceLocation
  ) {
    switch verdict {
    case .holds:
      break
    case .holdsInPart(let expected):
      tellSkipped(
        "\(step) changed state that is not asserted \(Difference.text(from: expected, to: stateAfter))",
        sourceLocation: sourceLocation
      )
    case .changed(let before):
      recordIssue(
        """
        \(step) changed the state, but no change was expected \(Difference.text(from: before, to: stateAfter))
        Describe the change in a closure if it is correct.
        """,
        sourceLocation: sourceLocation
      )
    case .differs(let expected):
      recordIssue(
        "The state after \(step) is not as expected \(Difference.text(expected, stateAfter))",
        sourceLocation: sourceLocation
      )
    case .changesNothing:
      recordIssue(
        """
        \(step) did not change the state, and the closure describes no change
        Remove the closure if that is correct.
        """,
        sourceLocation: sourceLocation
      )
    case .threw(let error):
      recordIssue(
        "The closure that describes the change by \(step) threw an error\n\(String(describingForTest: error))",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Tells what a test that is not exhaustive has passed over, if it wants to know.
  func tellSkipped(_ text: String, sourceLocation: SourceLocation) {
    guard exhaustivity.showsSkipped else { return }
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
    #else
      withKnownIssue("Skipped") { _ = recordIssue(text, sourceLocation: sourceLocation) }
    #endif
  }
}
