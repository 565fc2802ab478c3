/// Says what became of the elements that were not matched: replaced, moved, removed or inserted.
struct GapResolver {
  let alignment: SequenceAlignment
  let gaps: [Gap]

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
    let isOnlyReplaced = gaps.count == 1 && gaps[0].isOnePair && alignment.identityNumbers == nil
    if isOnlyReplaced || !alignment.tellsMoves { return [:] }
    let expected = gaps.flatMap(\.expected)
    let actual = gaps.flatMap(\.actual)
    if expected.isEmpty || actual.isEmpty { return [:] }
    let isShort = expected.count * actual.count <= (alignment.isCostly ? 64 : 4096)
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

  /// Between partners that kept their order: the others are reported as moved, the rest is paired.
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
    let size = expected.count * actual.count
    let hasIdentity = alignment.identityNumbers != nil
    if size == 1, !hasIdentity { return [.replaced(expected: expected[0], actual: actual[0])] }
    if size > 0, size <= Self.largestResemblanceTable, size <= effort {
      effort -= size
      return ResemblancePairing(expected: expected, actual: actual, isStrict: hasIdentity)
        .edits(resemblance: alignment.resemblance)
        .filter(isChange)
    }
    let count = hasIdentity ? 0 : min(expected.count, actual.count)
    let pairs = zip(expected, actual).prefix(count).map { SequenceAlignment.Edit.replaced(expected: $0, actual: $1) }
    return pairs.filter(isChange) + expected[count...].map { .removed($0) } + actual[count...].map { .inserted($0) }
  }

  /// Not every equal element was matched where many are the same, and a pair of equal ones is no change.
  private func isChange(_ edit: SequenceAlignment.Edit) -> Bool {
    if case .replaced(let expected, let actual) = edit { !alignment.areEqual(expected, actual) } else { true }
  }
}
