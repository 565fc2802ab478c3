import TestingSupportCore

extension DifferenceFinder {
  // Deep enough for any value that a person will read, and far from the end of a task's stack.
  private static let deepest = 64

  /// Goes into two values that differ, or may differ.
  func describe(_ expected: Any, _ actual: Any, at path: ValuePath, isEquatable: Bool) {
    if let standIns = standIns.pair(expected, actual) {
      return describe(standIns.expected, standIns.actual, at: path, isEquatable: isEquatable)
    }
    guard type(of: expected) == type(of: actual) else { return addChange(expected, actual, at: path) }
    guard depth < Self.deepest else {
      return addNote("not compared: more than \(Self.deepest) levels deep", at: path)
    }
    depth += 1
    defer { depth -= 1 }
    let found = (count, otherInstances.count, revisits)
    let mirror = Mirror(readable: expected)
    if mirror.displayStyle == .class {
      describeObjects(expected, actual, mirror, at: path, isEquatable: isEquatable)
    } else {
      describeParts(expected, actual, mirror, at: path)
      if isEquatable, found == (count, otherInstances.count, revisits) {
        addNote(LookalikeExplanation.explanation(of: expected, actual), at: path)
      }
    }
  }

  private func describeParts(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    switch mirror.displayStyle {
    case .optional: describeOptionals(expected, actual, at: path)
    case .collection: describeArrays(expected, actual, mirror, at: path)
    case .dictionary: describeDictionaries(expected, actual, mirror, at: path)
    case .set: describeSets(expected, actual, mirror, at: path)
    case .enum: describeCases(expected, actual, mirror, at: path)
    default:
      if leaves.contains(expected) {
        describeLeaves(expected, actual, at: path)
      } else {
        describeFields(expected, actual, mirror, at: path)
      }
    }
  }

  private func describeOptionals(_ expected: Any, _ actual: Any, at path: ValuePath) {
    switch ((expected as? any AnyOptional)?.wrapped, (actual as? any AnyOptional)?.wrapped) {
    case (nil, nil): return
    case (let expected?, let actual?): visit(expected, actual, at: path.unwrapped)
    default: addChange(expected, actual, at: path)
    }
  }

  private func describeCases(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    switch (mirror.children.first, Mirror(readable: actual).children.first) {
    case (nil, nil): describeLeaves(expected, actual, at: path)
    case (let expected?, let actual?) where expected.label == actual.label:
      visit(expected.value, actual.value, at: expected.label.map(path.field) ?? path)
    default: addChange(expected, actual, at: path)
    }
  }

  private func describeFields(_ expected: Any, _ actual: Any, _ mirror: Mirror, at path: ValuePath) {
    let fields = (Fields(of: mirror), Fields(of: Mirror(readable: actual)))
    guard fields.0.labels == fields.1.labels else { return addChange(expected, actual, at: path) }
    if fields.0.count == 0 { return describeLeaves(expected, actual, at: path) }
    if redaction.hides(expected, actual) { return describeRedacted(expected, actual, fields, at: path) }
    let pairs = zip(fields.0, fields.1).map { ($0, $1, areEqual: equality.areEqual($0.value, $1.value)) }
    let areSimple = pairs.allSatisfy {
      $2 == false && leaves.contains($0.value) && leaves.contains($1.value)
    }
    if hasRoom, areSimple, pairs.count > 1, addWholes(expected, actual, at: path) { return }
    for (expected, actual, areEqual) in pairs {
      switch areEqual {
      case true?: continue
      case false?: visitUnequal(expected.value, actual.value, at: path.field(expected.label))
      // Those without an `==` are visited to find out.
      case nil: visit(expected.value, actual.value, at: path.field(expected.label))
      }
    }
  }

  /// Values that hide what they hold are not looked into for others to see, but they may be equal.
  private func describeRedacted(_ expected: Any, _ actual: Any, _ fields: (Fields, Fields), at path: ValuePath) {
    if !zip(fields.0, fields.1).contains(where: { isDifferent($0.value, $1.value) }) { return }
    let text = ValueText(actual).text
    add(
      DifferenceEntry(
        path: path,
        lines: [.note("different, but both hide what they hold:"), .expected(text), .actual(text)]
      )
    )
  }

  /// Values of which every field differs are shown on one line, if it is short enough to be read.
  private func addWholes(_ expected: Any, _ actual: Any, at path: ValuePath) -> Bool {
    let texts = (ValueText(expected, limit: 80), ValueText(actual, limit: 80))
    guard !texts.0.isCut, !texts.1.isCut, texts.0.text != texts.1.text else { return false }
    add(DifferenceEntry(path: path, lines: [.expected(texts.0.text), .actual(texts.1.text)]))
    return true
  }

  private func describeObjects(
    _ expected: Any,
    _ actual: Any,
    _ mirror: Mirror,
    at path: ValuePath,
    isEquatable: Bool
  ) {
    let isSame = expected as AnyObject === actual as AnyObject
    if isSame, !isEquatable { return }
    if isProbe, let isDifferent = objects.areDifferent(expected, actual) { return addMore(isDifferent ? 1 : 0) }
    let isLeaf = leaves.contains(expected)
    // A pair of objects is reported only where it is found first. This also ends cycles.
    guard isLeaf || objects.visit(expected, actual) else {
      revisits += 1
      return
    }
    let (countBefore, instancesBefore, revisitsBefore) = (count, otherInstances.count, revisits)
    if !isSame, !isLeaf {
      describeFields(expected, actual, mirror, at: path)
    } else if !isSame {
      describeLeaves(expected, actual, at: path)
    }
    if count > countBefore { return }
    if isEquatable {
      if revisits > revisitsBefore { return }
      addNote(LookalikeExplanation.explanation(of: expected, actual), at: path)
    } else {
      let text = "same fields, another instance of \(type(of: actual))"
      addOtherInstance(text, at: path, inPlaceOf: instancesBefore..<otherInstances.count)
    }
  }

  private func describeLeaves(_ expected: Any, _ actual: Any, at path: ValuePath) {
    if let expected = expected as? String, let actual = actual as? String {
      addText(expected, actual, at: path)
    } else if let expected = expected as? Substring, let actual = actual as? Substring {
      addText(String(expected), String(actual), at: path)
    } else if let expected = ByteText(expected), let actual = ByteText(actual) {
      if expected != actual { add(DifferenceEntry(path: path, lines: expected.lines(comparedWith: actual))) }
    } else if type(of: expected) == AnyHashable.self, let pair = (expected, actual) as? (AnyHashable, AnyHashable) {
      visit(pair.0.base, pair.1.base, at: path)
    } else if equality.isEquatable(type(of: expected)) {
      addChange(expected, actual, at: path)
    } else if LeafTypes.isFunction(type(of: expected)) {
      // Inside a value, it cannot be distinguished; compared itself, there is nothing to pass on.
      if path == ValuePath() { addNote("functions cannot be compared", at: path) }
    } else if ChangeText(expected: expected, actual: actual) != nil {
      addChange(expected, actual, at: path)
    }
  }
}
