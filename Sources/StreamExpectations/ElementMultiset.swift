/// Elements that can be found by their hash, and used up one by one.
struct ElementMultiset<Element> {
  private let elements: [Element]
  private var indices: [AnyHashable: [Int]] = [:]

  /// `nil` for elements that have no hash.
  init?(_ elements: [Element]) {
    guard Element.self is any Hashable.Type else { return nil }
    self.elements = elements
    for index in elements.indices.reversed() {
      guard let key = elements[index] as? AnyHashable else { return nil }
      indices[key, default: []].append(index)
    }
  }

  /// The expected elements that are missing, and the elements that are not expected, each in their order.
  consuming func difference(from demand: some Sequence<Element>) -> (missing: [Element], unexpected: [Element]) {
    var missing: [Element] = []
    var isUsed = Array(repeating: false, count: elements.count)
    for element in demand {
      if let key = element as? AnyHashable, let index = indices[key]?.popLast() {
        isUsed[index] = true
      } else {
        missing.append(element)
      }
    }
    return (missing, zip(elements, isUsed).filter { !$0.1 }.map(\.0))
  }
}
