/// The differences between two values, ready to be read.
struct DifferenceReport {
  /// How many differences there are; never 0.
  let count: Int
  let text: String

  /// The report of two values that are unequal by their own `==`: there is a reason, if only that they look alike.
  init(betweenUnequal expected: Any, and actual: Any) {
    let finder = DifferenceFinder()
    finder.visitUnequal(expected, actual, at: ValuePath())
    if finder.count == 0 { finder.addNote(LookalikeExplanation.explanation(of: expected, actual), at: ValuePath()) }
    self.init(places: finder.places, undescribed: finder.undescribedCount)
  }

  /// `nil` where nothing differs.
  init?(_ finder: DifferenceFinder) {
    if finder.count > 0 {
      self.init(places: finder.places, undescribed: finder.undescribedCount)
    } else if !finder.otherInstances.isEmpty {
      self.init(places: finder.otherInstances, undescribed: 0)
    } else {
      return nil
    }
  }

  private init(places: [DifferenceEntry], undescribed: Int) {
    count = places.reduce(undescribed) { $0 + $1.count }
    var blocks = places.map(Self.text)
    if undescribed > 0 {
      blocks.append("… and \(undescribed.grouped) more difference\(undescribed == 1 ? "" : "s")")
    }
    text = blocks.joined(separator: "\n")
  }

  private static func text(of place: DifferenceEntry) -> String {
    let head =
      [place.path.withoutTrailingOptional.text, place.verb].filter { !$0.isEmpty }.joined(separator: " ")
      + (place.holder.isEmpty ? "" : ", in \(place.holder)")
    let lines = place.lines.map(text)
    return head.isEmpty
      ? lines.joined(separator: "\n") : ([head + ":"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  private static func text(of line: DifferenceEntry.Line) -> String {
    switch line {
    case .expected(let text): "- \(text)"
    case .actual(let text): "+ \(text)"
    case .context(let text), .marks(let text): "  \(text)"
    case .note(let text): text
    }
  }
}
