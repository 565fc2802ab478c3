/// Descriptions of values that are on one side only; those with the same description on both sides are shown by their
/// fields.
struct DistinctTexts {
  let expected: [String]
  let actual: [String]

  private static let longest = 1_000

  init(_ expected: [Any], _ actual: [Any], limit: Int) {
    let texts = [expected, actual].map { $0.map { ValueText($0, limit: limit).text } }
    let common = Set(texts[0]).intersection(texts[1])
    let sides = zip([expected, actual], texts).map { values, texts in
      zip(values, texts).map { value, text in
        common.contains(text) ? ValueText(value, limit: Self.longest, usesDescriptions: false).text : text
      }
    }
    (self.expected, self.actual) = (sides[0], sides[1])
  }
}
