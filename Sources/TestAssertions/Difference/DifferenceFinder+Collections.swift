import TestingSupportCore

extension DifferenceFinder {
  func describeArrays(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    if let expected = expected as? any AnyArray, let actual = actual as? any AnyArray {
      describe(expected, actual, at: path)
    } else {
      let actualMirror = Mirror(readable: actual)
      describe(mirror.children.map(\.value), actualMirror.children.map(\.value), at: path)
    }
  }

  func describe(_ expected: any AnyArray, _ actual: any AnyArray, at path: ValuePath) {
    if isProbe { return probe(expected, actual, at: path) }
    let edits = expected.edits(to: actual, by: self)
    if edits.isEmpty { return describeInstances(expected, actual, at: path) }
    let areUnequal = expected.isComparedByEquality && equality.accuracy == nil
    var rest = edits[...]
    while hasRoom, let edit = rest.first {
      switch edit {
      case .replaced(let from, let to):
        rest = rest.dropFirst()
        let path = path.element(expected: from, actual: to)
        let (expected, actual) = (expected.element(at: from), actual.element(at: to))
        visitElements(expected, actual, areUnequal: areUnequal, at: path)
      case .moved(let from, let to, let isChanged):
        rest = rest.dropFirst()
        addMove(of: actual.distinctText(at: to, by: self), from, to, isChanged: isChanged, at: path)
        guard isChanged, hasRoom else { break }
        let path = path.element(expected: from, actual: to)
        visitElements(expected.element(at: from), actual.element(at: to), areUnequal: areUnequal, at: path)
      case .removed:
        let run = Self.run(of: &rest, \.removed)
        addRun(run, path, "missing") { .expected(ValueText(expected.element(at: $0)).text) }
      case .inserted:
        let run = Self.run(of: &rest, \.inserted)
        addRun(run, path, "unexpected") { .actual(ValueText(actual.element(at: $0)).text) }
      }
    }
    addMore(rest.count)
  }

  /// Finds out with one comparison for each element whether there is a difference at all.
  private func probe(_ expected: any AnyArray, _ actual: any AnyArray, at path: ValuePath) {
    guard expected.elementCount == actual.elementCount else { return addMore(1) }
    for index in 0..<expected.elementCount where count == 0 {
      visit(expected.element(at: index), actual.element(at: index), at: path)
    }
  }

  /// Elements without an `==` that hold the same may still be other objects.
  private func describeInstances(_ expected: any AnyArray, _ actual: any AnyArray, at path: ValuePath) {
    for index in 0..<min(expected.elementCount, actual.elementCount) where otherInstances.count < limit {
      visit(expected.element(at: index), actual.element(at: index), at: path.element(expected: index, actual: index))
    }
  }

  /// - Parameter areUnequal: Whether the elements' own `==` returned `false`, which decides.
  fileprivate func visitElements(_ expected: Any, _ actual: Any, areUnequal: Bool, at path: ValuePath) {
    inside(actual, at: path) {
      if areUnequal {
        visitUnequal(expected, actual, at: path)
      } else {
        visit(expected, actual, at: path)
      }
    }
  }

  private func addMove(of text: String, _ from: Int, _ to: Int, isChanged: Bool, at path: ValuePath) {
    let verb = "moved to [\(to)]\(isChanged ? " and changed" : "")"
    let path = path.elements(from..<(from + 1))
    add(DifferenceEntry(path: path, verb: verb, lines: [.context(text)]))
  }

  /// Elements in a row that are missing, or unexpected, are one place.
  private func addRun(_ run: Range<Int>, _ path: ValuePath, _ verb: String, _ line: (Int) -> DifferenceEntry.Line) {
    let verb = run.count == 1 ? "is \(verb)" : "are \(verb)"
    add(DifferenceEntry(path: path.elements(run), verb: verb, lines: lines(of: run, line), count: run.count))
  }

  /// The lines of the first few elements, and how many more there are.
  fileprivate func lines<C: Collection>(of elements: C, _ line: (C.Element) -> DifferenceEntry.Line) -> [DifferenceEntry
    .Line]
  {
    let most = elements.count == 6 ? 6 : 5
    let rest = elements.dropFirst(most).count
    return elements.prefix(most).map(line) + (rest > 0 ? [.note("… and \(rest.grouped) more")] : [])
  }

  private static func run(
    of edits: inout ArraySlice<SequenceAlignment.Edit>,
    _ index: (SequenceAlignment.Edit) -> Int?
  ) -> Range<Int> {
    guard let start = edits.first.flatMap(index) else { return 0..<0 }
    var end = start
    while let edit = edits.first, index(edit) == end {
      end += 1
      edits = edits.dropFirst()
    }
    return start..<end
  }
}

extension SequenceAlignment.Edit {
  fileprivate var removed: Int? { if case .removed(let index) = self { index } else { nil } }
  fileprivate var inserted: Int? { if case .inserted(let index) = self { index } else { nil } }
}

extension AnyArray {
  /// The text of an element, by its fields if another element near it reads the same and is not equal to it.
  fileprivate func distinctText(at index: Int, by finder: DifferenceFinder) -> String {
    let element = element(at: index)
    let text = ValueText(element, limit: 100).text
    let textByFields = ValueText(element, usesDescriptions: false).text
    guard textByFields != text else { return text }
    let hasLookalike = (max(0, index - 16)..<min(elementCount, index + 16)).contains { other in
      let neighbor = self.element(at: other)
      return other != index && ValueText(neighbor, limit: 100).text == text && finder.isDifferent(element, neighbor)
    }
    return hasLookalike ? textByFields : text
  }
}

// MARK: - Keyed

extension DifferenceFinder {
  func describeDictionaries(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    guard let dictionary = expected as? any AnyDictionary else {
      return describeCustomDictionaries(expected, actual, mirror, at: path)
    }
    let changes = dictionary.changes(to: actual, by: self)
    addChanged(changes.changed, at: path)
    let (missing, unexpected) = (changes.missing.prefix(limit), changes.unexpected.prefix(limit))
    let texts = DistinctTexts(missing.map(\.key), unexpected.map(\.key), limit: 60)
    for (key, (_, value)) in zip(texts.expected, missing) {
      add(DifferenceEntry(path: path.key(key), verb: "is missing", lines: [.expected(ValueText(value).text)]))
    }
    for (key, (_, value)) in zip(texts.actual, unexpected) {
      let notes = ConfusableLetters.notes(expected: texts.expected, actual: [key]).map { DifferenceEntry.Line.note($0) }
      add(DifferenceEntry(path: path.key(key), verb: "is unexpected", lines: [.actual(ValueText(value).text)] + notes))
    }
    addMore(max(0, changes.missing.count - limit) + max(0, changes.unexpected.count - limit))
  }

  /// A collection that only its mirror calls a dictionary is compared by key too, and then by the order of the keys.
  private func describeCustomDictionaries(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    if let expected = PairedEntries(mirror), let actual = PairedEntries(Mirror(readable: actual)) {
      let countBefore = count
      describeDictionaries(expected.dictionary, actual.dictionary, mirror, at: path)
      if count > countBefore { return }
      return describe(expected.keys, actual.keys, at: path)
    }
    describeArrays(expected, actual, mirror, at: path)
  }

  /// The same for what only its mirror calls a set.
  private func describeCustomSets(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    let elements = [mirror, Mirror(readable: actual)].map { mirror in mirror.children.map { $0.value as? AnyHashable } }
    let sets = elements.map { Set($0.compactMap { $0 }) }
    guard sets[0].count == elements[0].count, sets[1].count == elements[1].count, sets[0] != sets[1] else {
      return describeArrays(expected, actual, mirror, at: path)
    }
    describeSets(sets[0], sets[1], mirror, at: path)
  }

  func describeSets(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    guard let set = expected as? any AnySet else { return describeCustomSets(expected, actual, mirror, at: path) }
    let changes = set.changes(to: actual)
    addChanged(changes.changed, at: path)
    let count = changes.missing.count + changes.unexpected.count
    if count == 0 { return }
    let missing = lines(of: changes.missing) { .expected(ValueText($0.value).text) }
    let unexpected = lines(of: changes.unexpected) { .actual(ValueText($0.value).text) }
    add(DifferenceEntry(path: path, lines: missing + unexpected, count: count))
  }

  private func addChanged(_ changes: [KeyedChanges.Change], at path: ValuePath) {
    var rest = changes[...]
    while hasRoom, let change = rest.popFirst() {
      visitElements(change.expected, change.actual, areUnequal: false, at: path.key(of: change.key))
    }
    addMore(rest.count)
  }
}

extension ValuePath {
  fileprivate func key(of key: Any) -> ValuePath {
    self.key((key as? SetKey)?.text ?? ValueText(key, limit: 60).text)
  }
}
