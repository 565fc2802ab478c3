/// Which elements of two collections belong together, whatever their order.
struct UnorderedMatching {
  /// Indices of the elements that have no counterpart.
  let missing: [Int]
  let unexpected: [Int]

  /// Pairs equal elements by their hashes.
  init<T: Hashable>(expected: [T], actual: [T]) {
    var remaining: [T: [Int]] = [:]
    for (index, element) in expected.enumerated().reversed() { remaining[element, default: []].append(index) }
    var unexpected: [Int] = []
    for (index, element) in actual.enumerated() where remaining[element]?.popLast() == nil { unexpected.append(index) }
    missing = remaining.values.joined().sorted()
    self.unexpected = unexpected
  }

  /// Finds as many pairs as there can be. An element that matches several others takes none from an element that
  /// matches only one of them.
  init(expectedCount: Int, actualCount: Int, areMatching: (_ expected: Int, _ actual: Int) -> Bool) {
    var partners: [Int?] = Array(repeating: nil, count: expectedCount)
    var matches: [Int: [Int]] = [:]

    /// The expected elements that an actual one matches, beginning with that in the same place.
    func candidates(for actual: Int) -> [Int] {
      if let known = matches[actual] { return known }
      let found = (0..<expectedCount).filter { areMatching($0, actual) }
      matches[actual] = found
      return found
    }

    /// Gives an actual element a partner, if need be by giving another one another partner.
    func findPartner(for start: Int) -> Bool {
      // Breadth first, so that long chains need no stack.
      var origin: [Int: Int] = [:]
      var queue = [start]
      var next = 0
      while next < queue.count {
        let actual = queue[next]
        next += 1
        for expected in candidates(for: actual) where origin[expected] == nil {
          origin[expected] = actual
          guard let rival = partners[expected] else {
            reassign(from: expected, origin, start: start)
            return true
          }
          queue.append(rival)
        }
      }
      return false
    }

    func reassign(from end: Int, _ origin: [Int: Int], start: Int) {
      var expected = end
      while let actual = origin[expected] {
        let previous = partners.firstIndex(of: actual)
        partners[expected] = actual
        guard actual != start, let previous else { return }
        expected = previous
      }
    }

    var unexpected: [Int] = []
    for actual in 0..<actualCount {
      if actual < expectedCount, partners[actual] == nil, areMatching(actual, actual) {
        partners[actual] = actual
      } else if !findPartner(for: actual) {
        unexpected.append(actual)
      }
    }
    missing = partners.indices.filter { partners[$0] == nil }
    self.unexpected = unexpected
  }
}
