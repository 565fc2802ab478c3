import Testing
import TestingSupportCore

/// What a stream source sends on a clock, in chronological order.
struct StreamScript<Element: Sendable>: Sendable {
  /// An element, or the end of the streams, and its instant.
  struct Step: Sendable {
    let instant: Duration
    let element: Element?
  }

  let steps: [Step]
  /// An instant that comes before the script begins, if there is one.
  let negativeInstant: Duration?
  /// The error that the streams end with, if they do.
  private let error: (any Error)?

  init(_ elements: [(at: Duration, Element)], end: Duration?, throwing error: (any Error)? = nil) {
    self.error = error
    let ordered = elements.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    let sending = ordered.map { Step(instant: $0.element.at, element: $0.element.1) }
    // At one instant, elements are sent before the end.
    let (before, after) = (
      sending.filter { $0.instant <= end ?? $0.instant }, end.map { [Step(instant: $0, element: nil)] }
    )
    steps = before + (after ?? [])
    negativeInstant = (sending.map(\.instant) + [end ?? .zero]).min().flatMap { $0 < .zero ? $0 : nil }
  }

  /// Sends to the subscribers of a source, from now on.
  ///
  /// - Parameter sourceLocation: Where an issue is recorded if an instant is negative.
  func send<C: Clock>(
    to broadcast: Broadcast<Element>,
    on clock: C,
    sourceLocation: SourceLocation
  ) -> Task<Void, Never> where C.Duration == Duration {
    if let negativeInstant {
      recordIssue(
        "A script cannot begin before its source, at \(negativeInstant.messageText)",
        sourceLocation: sourceLocation
      )
    }
    let start = clock.now
    return Task {
      for step in steps {
        do {
          try await clock.sleep(until: start.advanced(by: step.instant), tolerance: nil)
        } catch {
          return
        }
        if let element = step.element {
          // Finishing a source before its script does cancels the script.
          broadcast.send(element, sourceLocation: nil)
        } else {
          broadcast.end(throwing: error)
        }
      }
    }
  }
}
