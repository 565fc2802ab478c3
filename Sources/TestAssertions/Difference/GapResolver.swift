/// Says what became of the elements that were not matched: replaced, moved, removed or inserted.
struct GapResolver {
  let alignment: SequenceAlignment
  let gaps: [Gap]

  private static let largestPairwiseComparison = 4096
  private static let largestResemblanceTable = 144
  private static let largestResemblanceEffort = 2000

  func edits() -> [SequenceAlignment.Edit] {
    let partners = partners()
    let partnered = Set(partners.values)
    var effort = Self.largestResemblanceEffort
    return gaps.flatMap { edits(in: $0, partners: partners, partnered: partnered, effort: &effort) }
  }

  /// Elements that belong together wherever they stand: from expected to actual positions.
  private func partners() -> [Int: Int] {
    guard alignment.tellsMoves, !(gaps.count == 1 && gaps[0].isOnePair) else { return [:] }
    let expected = gaps.flatMap(\.expected)
    let actual = gaps.flatMap(\.actual)
    if expected.isEmpty || actual.isEmpty { return [:] }
    let isShort = expected.count * actual.count <= Self.largestPairwiseComparison
    guard let number = alignment.identityNumbers ?? (isShort ? nil : alignment.equalityNumbers) else {
      return isShort ? equalPartners(expected, actual) : [:]
    }
    let numbers = number(expected, actual)
    let pairs = UniquePairs(expected: numbers.expected, actual: numbers.actual).pairs
    return Dictionary(uniqueKeysWithValues: pairs.map { (expected[$0.expected], actual[$0.actual]) })
  }

  private func equalPartners(_ expected: [Int], _ actual: [Int]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var free = actual
    for position in expected {
      guard let index = free.firstIndex(where: { alignment.areEqual(position, $0) }) else { continue }
      partners[position] = free.remove(at: index)
    }
    return partners
  }

  private func edits(
    in gap: Gap,
    partners: [Int: Int],
    partnered: Set<Int>,
    effort: inout Int
  ) -> [SequenceAlignment.Edit] {
    let together = gap.expected.compactMap { position in
      partners[position].flatMap { gap.actual.contains($0) ? (expected: position, actual: $0) : nil }
    }.inLongestOrder()
    var edits: [SequenceAlignment.Edit] = []
    var stretch = gap
    for pair in together + [(gap.expected.upperBound, gap.actual.upperBound)] {
      stretch.expected = stretch.expected.lowerBound..<pair.expected
      stretch.actual = stretch.actual.lowerBound..<pair.actual
      edits += self.edits(inStretch: stretch, partners: partners, partnered: partnered, effort: &effort)
      if pair.expected < gap.expected.upperBound, !alignment.areEqual(pair.expected, pair.actual) {
        edits.append(.replaced(expected: pair.expected, actual: pair.actual))
      }
      stretch = Gap(
        expected: min(pair.expected + 1, gap.expected.upperBound)..<gap.expected.upperBound,
        actual: min(pair.actual + 1, gap.actual.upperBound)..<gap.actual.upperBound
      )
    }
    return edits
  }

  /// Between partners that kept their order: the others are told as moved, the rest is paired.
  private func edits(
    inStretch stretch: Gap,
    partners: [Int: Int],
    partnered: Set<Int>,
    effort: inout Int
  ) -> [SequenceAlignment.Edit] {
    let moves = stretch.expected.compactMap { position in
      partners[position].map {
        SequenceAlignment.Edit.moved(expected: position, actual: $0, isChanged: !alignment.areEqual(position, $0))
      }
    }
    let expected = stretch.expected.filter { partners[$0] == nil }
    let actual = stretch.actual.filter { !partnered.contains($0) }
    return moves + paired(expected, actual, effort: &effort)
  }

  private func paired(_ expected: [Int], _ actual: [Int], effort: inout Int) -> [SequenceAlignment.Edit] {
    if expected.isEmpty || actual.isEmpty {
      return expected.map { .removed($0) } + actual.map { .inserted($0) }
    }
    let size = expected.count * actual.count
    let hasIdentity = alignment.identityNumbers != nil
    if size <= Self.largestResemblanceTable, size <= effort, size > 1 || hasIdentity {
      effort -= size
      return ResemblancePairing(expected: expected, actual: actual, isStrict: hasIdentity)
        .edits(resemblance: alignment.resemblance)
    }
    if hasIdentity { return expected.map { .removed($0) } + actual.map { .inserted($0) } }
    let count = min(expected.count, actual.count)
    return zip(expected, actual).map { .replaced(expected: $0, actual: $1) }
      + expected[count...].map { .removed($0) } + actual[count...].map { .inserted($0) }
  }
}
