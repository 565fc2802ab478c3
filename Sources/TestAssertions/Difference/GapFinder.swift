/// Matches equal elements in order, and finds what is left over between them.
///
/// The effort is bounded, whatever the sequences: no step costs more than a fixed number of comparisons, or one
/// comparison or look-up for each element.
struct GapFinder {
  let alignment: SequenceAlignment

  private static let shortScript = 32

  func gaps() -> [Gap] {
    let middle = alignment.middle.trimmed(alignment.areEqual)
    if middle.isEmpty { return [] }
    if middle.isOneSided || middle.isOnePair { return [middle] }
    let inPlace = gapsInPlace(of: middle)
    let changed = inPlace.map { $0.reduce(0) { $0 + $1.expected.count } } ?? Self.shortScript
    // A script replaces an element with two edits, and has to be shorter than changing elements where they stand.
    let limit = min(2 * changed - 1, Self.shortScript)
    if let gaps = script(for: middle, limit: limit) { return gaps }
    if let inPlace, changed * 2 <= middle.expected.count || limit < Self.shortScript {
      return inPlace.flatMap(gapsBesideInPlace)
    }
    return gapsBetweenAnchors(of: middle)
  }

  private func script(for gap: Gap, limit: Int) -> [Gap]? {
    ShortestEditScript(whole: gap, areEqual: alignment.areEqual).gaps(limit: min(limit, alignment.longestScript))
  }

  /// Matches each element with the one at its own position.
  private func gapsInPlace(of gap: Gap) -> [Gap]? {
    guard gap.expected.count == gap.actual.count else { return nil }
    let shift = gap.actual.lowerBound - gap.expected.lowerBound
    var gaps: [Gap] = []
    var start = gap.expected.lowerBound
    for position in gap.expected where alignment.areEqual(position, position + shift) {
      if position > start { gaps.append(Gap(expected: start..<position, shiftedBy: shift)) }
      start = position + 1
    }
    return gaps
      + (start < gap.expected.upperBound ? [Gap(expected: start..<gap.expected.upperBound, shiftedBy: shift)] : [])
  }

  private func gapsBesideInPlace(of gap: Gap) -> [Gap] {
    if gap.isOnePair { return [gap] }
    return script(for: gap, limit: Self.shortScript) ?? gapsBetweenAnchors(of: gap)
  }

  /// Takes elements that occur once on both sides as given, and looks for scripts between them.
  private func gapsBetweenAnchors(of gap: Gap) -> [Gap] {
    guard let anchors = anchors(of: gap) else { return script(for: gap, limit: alignment.longestScript) ?? [gap] }
    let matches = anchors.filter { alignment.areEqual($0.expected, $0.actual) }
    if matches.isEmpty { return script(for: gap, limit: alignment.longestScript) ?? [gap] }
    return gap.split(at: matches).flatMap { between -> [Gap] in
      let rest = between.trimmed(alignment.areEqual)
      if rest.isEmpty { return [] }
      return rest.isOneSided ? [rest] : script(for: rest, limit: Self.shortScript) ?? [rest]
    }
  }

  private func anchors(of gap: Gap) -> [(expected: Int, actual: Int)]? {
    guard let number = alignment.equalityNumbers ?? alignment.identityNumbers else { return nil }
    let (expected, actual) = (Array(gap.expected), Array(gap.actual))
    let numbers = number(expected, actual)
    let pairs = UniquePairs(expected: numbers.expected, actual: numbers.actual).pairs
    return pairs.inLongestOrder().map { (expected[$0.expected], actual[$0.actual]) }
  }
}
