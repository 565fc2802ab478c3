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

  init(_ elements: [(at: Duration, Element)], end: Duration?) {
    let ordered = elements.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    let sending = ordered.map { Step(instant: $0.element.at, element: $0.element.1) }
    // At one instant, elements are sent before the end.
    let (before, after) = (
      sending.filter { $0.instant <= end ?? $0.instant }, end.map { [Step(instant: $0, element: nil)] }
    )
    steps = before + (after ?? [])
    negativeInstant = (sending.map(\.instant) + [end ?? .zero]).min().flatMap { $0 < .zero ? $0 : nil }
  }
}
