import Testing

/// The values that were seen one after the other, without repetitions.
package struct SeenValues<Value: Equatable> {
  private static var mostValues: Int { 5 }

  package private(set) var last: Value?
  private var texts: [String] = []
  private var count = 0

  package init() {}

  package mutating func add(_ value: Value) {
    guard value != last else { return }
    let text = ValueText(value).text
    // A value that is not even equal to itself, such as NaN, repeats itself all the same.
    if value != value, text == texts.last { return }
    last = value
    count += 1
    texts.append(text)
    if texts.count > Self.mostValues { texts.removeFirst() }
  }

  /// "Seen: 0, 1, 2.", the latest values last, and where the last one differs from what was expected, unless that is
  /// plain to see; `nil` if there were none.
  package func report(expected: Value) -> String? {
    guard let last else { return nil }
    let earlier = count > texts.count ? ["… \(count - texts.count) more"] : []
    let seen = "Seen: \((earlier + texts).joined(separator: ", "))."
    let report = DifferenceReport(betweenUnequal: expected, and: last)
    let (expectedText, lastText) = (ValueText(expected), ValueText(last))
    let isPlain = !expectedText.isCut && !lastText.isCut && expectedText.text != lastText.text
    return isPlain && report.text.hasPrefix("- ") ? seen : "\(seen)\n\(report.headed("In the last one, "))"
  }
}
