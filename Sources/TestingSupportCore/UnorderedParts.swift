/// Sets and dictionaries in a value, whose elements have a different order in every process.
enum UnorderedParts {
  // Deeper than the models of most apps, and an end for objects that hold each other.
  private static let depth = 8

  /// Whether there are any. Of a long list only the beginning is looked at, since all its elements are of one type.
  static func are(in value: Any, depth: Int = depth) -> Bool {
    guard depth > 0 else { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set, .dictionary: return true
    case .collection: return mirror.children.prefix(4).contains { are(in: $0.value, depth: depth - 1) }
    default: return mirror.children.contains { are(in: $0.value, depth: depth - 1) }
    }
  }

  /// The parts of the value, those of sets and dictionaries in the order of their descriptions.
  static func describe(_ value: Any, depth: Int = depth) -> String {
    let mirror = Mirror(reflecting: value)
    guard depth > 0, !mirror.children.isEmpty else { return String(describing: value) }
    let parts = mirror.children.map { ($0.label.map { $0 + ": " } ?? "") + describe($0.value, depth: depth - 1) }
    let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
    return "\(mirror.subjectType)(" + (isUnordered ? parts.sorted() : parts).joined(separator: ", ") + ")"
  }
}
