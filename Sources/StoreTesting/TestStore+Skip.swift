import Testing
import TestingSupportCore

extension TestStore {
  /// Skips every action that has been received and not been asserted; the state is the one after these actions.
  ///
  /// Use it in an exhaustive test for the part of a flow that another test asserts. While effects are running it waits
  /// for a first action.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails the test if there is nothing to skip.
  ///   - sourceLocation: Where an issue is recorded.
  public func skipReceived(strict: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async {
    await letEffectsRun()
    if strict { _ = await wait(for: .action(after: 0), within: nil) }
    let skipped = skip(at: "`skipReceived()`")
    if let last = skipped.last {
      state = last.stateAfter
      let names = skipped.unreportedNames()
      guard !names.isEmpty else { return }
      tellSkipped("Skipped \(names.counted("received action"))\n\(names.asList)", sourceLocation: sourceLocation)
    } else if strict {
      recordIssue("There is no received action to skip", sourceLocation: sourceLocation)
    }
  }

  /// Cancels every effect that is still running.
  ///
  /// Use it at the end of a test of a feature with an endless effect, such as a timer, that another test ends in the
  /// regular way.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails the test if no effect is running.
  ///   - sourceLocation: Where an issue is recorded.
  public func skipInFlightEffects(strict: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async {
    await letEffectsRun()
    let running = activity.withLock { $0.running }
    if strict, running.isEmpty {
      recordIssue("There is no effect in flight to skip", sourceLocation: sourceLocation)
    }
    if case .reducing(let loop) = engine {
      for effect in running { loop.cancel(effect.origin.root) }
    }
    activity.withLock { $0.discardUnobserved() }
    let names = running.map { "effect of \($0.origin.action.name)" }
    if !names.isEmpty { tellSkipped("Cancelled\n\(names.asList)", sourceLocation: sourceLocation) }
  }

  /// Takes what has been received and not been asserted; if the test waits for it later, the failure names the place.
  func skip(at place: @autoclosure () -> String) -> ArraySlice<Received> {
    let taken = activity.withLock { $0.takeAll() }
    guard !taken.isEmpty else { return taken }
    let place = place()
    activity.withLock { $0.skip(taken, at: place) }
    return taken
  }
}
