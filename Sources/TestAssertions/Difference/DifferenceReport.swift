/// The differences between two values, ready to be read.
struct DifferenceReport {
  /// How many differences there are; never 0.
  let count: Int
  let text: String

  /// The report of two values that are unequal by their own `==`.
  init(betweenUnequal expected: Any, and actual: Any) {
    let finder = DifferenceFinder()
    finder.visitUnequal(expected, actual, at: ValuePath())
    // The values are unequal, so there is a reason, if only that they look alike.
    self = DifferenceReport(finder) ?? DifferenceReport(count: 1, text: Resemblance.explanation(of: expected, actual))
  }

  /// `nil` where nothing differs.
  init?(_ finder: DifferenceFinder) {
    let isOnlyInstances = finder.count == 0
    let places = isOnlyInstances ? finder.otherInstances : finder.places
    let undescribed = isOnlyInstances ? 0 : finder.undescribedCount
    count = places.reduce(undescribed) { $0 + $1.count }
    if count == 0 { return nil }
    var blocks = places.map(Self.text)
    if undescribed > 0 {
      blocks.append("… and \(undescribed.grouped) more difference\(undescribed == 1 ? "" : "s")")
    }
    text = blocks.joined(separator: "\n")
  }

  private init(count: Int, text: String) {
    self.count = count
    self.text = text
  }

  private static func text(of place: Place) -> String {
    let head =
      [place.path.withoutTrailingOptional.text, place.verb].filter { !$0.isEmpty }.joined(separator: " ")
      + (place.holder.isEmpty ? "" : ", in \(place.holder)")
    let lines = place.lines.map(text)
    return head.isEmpty
      ? lines.joined(separator: "\n") : ([head + ":"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  private static func text(of line: Place.Line) -> String {
    switch line {
    case .expected(let text): "- \(text)"
    case .actual(let text): "+ \(text)"
    case .context(let text), .marks(let text): "  \(text)"
    case .note(let text): text
    }
  }
}
