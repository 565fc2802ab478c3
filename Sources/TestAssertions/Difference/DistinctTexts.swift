/// The texts of values that are on one side only, told by their fields where a description is the same on both.
struct DistinctTexts {
  let expected: [String]
  let actual: [String]

  init(_ expected: [Any], _ actual: [Any], limit: Int) {
    let texts = [expected, actual].map { $0.map { ValueText($0, limit: limit).text } }
    let common = Set(texts[0]).intersection(texts[1])
    let sides = zip([expected, actual], texts).map { values, texts in
      zip(values, texts).map { value, text in
        common.contains(text) ? ValueText(value, limit: limit, usesDescriptions: false).text : text
      }
    }
    (self.expected, self.actual) = (sides[0], sides[1])
  }
}
