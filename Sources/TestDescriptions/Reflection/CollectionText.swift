import TestingSupportCore

/// The text of an array, a set or a dictionary: its first elements, and how many there are.
enum CollectionText {
  private static let mostElements = 8
  private static let mostToSort = 1_000

  static func isCollection(_ value: Any) -> Bool {
    switch Mirror(readable: value).displayStyle {
    case .collection, .set, .dictionary: true
    default: false
    }
  }

  static func of(_ mirror: Mirror) -> String {
    let isDictionary = mirror.displayStyle == .dictionary
    let texts = shown(of: mirror).map { isDictionary ? entry($0) : ValueText.of($0) }
    let elements = texts.prefix { $0 != "…" && $0 != "…: …" }
    let count = mirror.children.count
    if count == 0 { return isDictionary ? "[:]" : "[]" }
    let rest = count > elements.count ? ["… \(count) in all"] : []
    return "[\((elements + rest).joined(separator: ", "))]"
  }

  /// The elements that are shown: the first of an array, and of a collection without order those that sort first, so
  /// that equal ones read alike.
  private static func shown(of mirror: Mirror) -> [Any] {
    let elements = mirror.children.lazy.map(\.value)
    guard mirror.displayStyle != .collection, mirror.children.count <= mostToSort else {
      return Array(elements.prefix(mostElements))
    }
    let sortable = DescriptionScope.current.withRoomOfItsOwn.describing {
      elements.map { (element: $0, key: SortKey($0)) }
    }
    return sortable.sorted { $0.key < $1.key }.prefix(mostElements).map(\.element)
  }

  private static func entry(_ element: Any) -> String {
    let pair = Array(Mirror(readable: element).children)
    guard pair.count == 2 else { return ValueText.of(element) }
    return "\(ValueText.of(pair[0].value)): \(ValueText.of(pair[1].value))"
  }
}

/// Numbers sort by size and everything else, after them, by its text.
private struct SortKey: Comparable {
  private let number: Double
  private let text: String

  init(_ element: Any) {
    text = String(describing: Mirror(readable: element).children.first?.value ?? element)
    number = Double(text).flatMap { $0.isNaN ? nil : $0 } ?? .infinity
  }

  static func < (one: SortKey, other: SortKey) -> Bool {
    (one.number, one.text) < (other.number, other.text)
  }
}
