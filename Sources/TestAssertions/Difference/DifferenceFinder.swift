import TestingSupportCore

/// Walks through two values in parallel and collects their differences.
///
/// It descends only into unequal values, and stops describing once it has found enough differences; the others are
/// counted. `Equatable` values are compared with `==`, other values by their fields.
final class DifferenceFinder {
  private(set) var places: [DifferenceEntry] = []
  /// Objects that are other instances, with the same fields: that matters only where nothing else differs.
  private(set) var otherInstances: [DifferenceEntry] = []
  /// Differences that were found and are not described.
  private(set) var undescribedCount = 0

  let limit: Int
  /// A probe only wants to know whether there is a difference.
  let isProbe: Bool
  var equality = DynamicEquality()
  var leaves = LeafTypes()
  var standIns = StandInPairs()
  var redaction = Redaction()
  var objects = ObjectPairs()
  /// How often a pair of objects was omitted because another entry reports it.
  var revisits = 0
  var depth = 0
  private var holder: (path: ValuePath, value: Any)?

  private static let longestLine = 160

  /// - Parameter limit: How many places are described.
  init(limit: Int = 20) {
    self.limit = limit
    isProbe = false
  }

  /// Knows what the other has visited, so that it does not walk in circles.
  private init(probingFor finder: DifferenceFinder) {
    limit = 0
    isProbe = true
    equality = finder.equality
    leaves = finder.leaves
    standIns = finder.standIns
    objects = finder.objects
    depth = finder.depth
  }

  /// How many differences there are in all.
  var count: Int { places.reduce(undescribedCount) { $0 + $1.count } }

  /// Compares two values of which nothing is known.
  func visit(_ expected: Any, _ actual: Any, at path: ValuePath) {
    switch equality.areEqual(expected, actual) {
    case true?: return
    case false?: visitUnequal(expected, actual, at: path)
    case nil where isProbe || hasRoom: describe(expected, actual, at: path, isEquatable: false)
    case nil: if isDifferent(expected, actual) { undescribedCount += 1 }
    }
  }

  /// Compares two values that are known to be unequal by their `==`.
  func visitUnequal(_ expected: Any, _ actual: Any, at path: ValuePath) {
    if hasRoom {
      describe(expected, actual, at: path, isEquatable: true)
    } else {
      undescribedCount += 1
    }
  }

  /// Whether two values differ, without a word on how.
  func isDifferent(_ expected: Any, _ actual: Any) -> Bool {
    if let areEqual = equality.areEqual(expected, actual) { return !areEqual }
    if isProbe {
      let countBefore = count
      describe(expected, actual, at: ValuePath(), isEquatable: false)
      return count > countBefore
    }
    if let isDifferent = objects.areDifferent(expected, actual) { return isDifferent }
    let probe = DifferenceFinder(probingFor: self)
    probe.describe(expected, actual, at: ValuePath(), isEquatable: false)
    objects.learn(from: probe.objects, isDifferent: probe.count > 0, expected, actual)
    return probe.count > 0
  }

  /// Which part of their fields two values have in common, from 0 to 1.
  func resemblance(_ expected: Any, _ actual: Any) -> Double {
    let fields = (Fields(of: Mirror(readable: expected)), Fields(of: Mirror(readable: actual)))
    guard fields.0.count > 0, fields.0.labels == fields.1.labels else { return 0 }
    let equal = zip(fields.0, fields.1).count { !isDifferent($0.value, $1.value) }
    return Double(equal) / Double(fields.0.count)
  }

  var hasRoom: Bool { places.count < limit }
}

// MARK: - Noting

extension DifferenceFinder {
  func add(_ place: DifferenceEntry) {
    guard hasRoom else { return undescribedCount += place.count }
    places.append(held(place).explainingLookalikes())
  }

  /// Notes that an object is another instance, in place of all others that were noted inside it.
  func addOtherInstance(_ text: String, at path: ValuePath, inPlaceOf inner: Range<Int>) {
    // A probe does not look at the identity of objects: arrays are aligned by what is in them.
    if isProbe { return }
    otherInstances.removeSubrange(inner)
    if otherInstances.count < limit { otherInstances.append(held(DifferenceEntry(path: path, lines: [.note(text)]))) }
  }

  private func held(_ place: DifferenceEntry) -> DifferenceEntry {
    guard let holder, holder.path != place.path else { return place }
    var place = place
    place.holder = ValueText(holder.value, limit: 60).text
    return place
  }

  func addMore(_ count: Int) {
    undescribedCount += count
  }

  /// Notes that one value stands where the other was expected.
  func addChange(_ expected: Any, _ actual: Any, at path: ValuePath) {
    guard hasRoom else { return undescribedCount += 1 }
    guard let texts = ChangeText(expected: expected, actual: actual) else {
      return addNote(LookalikeExplanation.explanation(of: expected, actual), at: path)
    }
    // A space at the end cannot be seen without quotes.
    if texts.differBySpaceAlone {
      return add(
        DifferenceEntry(
          path: path,
          lines: LineComparison(expected: texts.expected, actual: texts.actual, quote: "\"").lines
        )
      )
    }
    let isLong = max(texts.expected.count, texts.actual.count) > Self.longestLine
    let lines: [DifferenceEntry.Line] =
      isLong
      ? LineComparison(expected: texts.expected, actual: texts.actual).lines
      : [.expected(texts.expected), .actual(texts.actual)]
    add(DifferenceEntry(path: path, lines: (texts.note.map { [.note($0)] } ?? []) + lines))
  }

  func addText(_ expected: String, _ actual: String, at path: ValuePath) {
    guard hasRoom else { return undescribedCount += 1 }
    add(DifferenceEntry(path: path, lines: TextDifference(expected: expected, actual: actual).lines))
  }

  func addNote(_ text: String, at path: ValuePath) {
    add(DifferenceEntry(path: path, lines: [.note(text)]))
  }

  /// Runs `body` for an element of a collection, which is named for the differences inside it.
  func inside(_ value: Any, at path: ValuePath, _ body: () -> Void) {
    let outer = holder
    holder = (path, value)
    body()
    holder = outer
  }
}
