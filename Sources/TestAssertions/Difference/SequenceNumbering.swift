/// Gives equal keys equal numbers, so that one algorithm serves keys of every type.
enum SequenceNumbering {
  static func numbers<Key: Hashable>(_ expected: [Key], _ actual: [Key]) -> (expected: [Int], actual: [Int]) {
    var numbers: [Key: Int] = Dictionary(minimumCapacity: expected.count + actual.count)
    func number(_ key: Key) -> Int {
      let next = numbers.count
      return numbers[key, default: next].remember()
    }
    return (expected.map(number), actual.map(number))
  }

  /// The same numbering, which stores its results: it is requested repeatedly for most elements.
  static func remembering(
    _ middle: Gap,
    _ number: @escaping SequenceAlignment.Numbering
  ) -> SequenceAlignment.Numbering {
    var known: (expected: [Int], actual: [Int])?
    return { expected, actual in
      if known == nil {
        let isMost = (expected.count + actual.count) * 2 > middle.expected.count + middle.actual.count
        guard isMost else { return number(expected, actual) }
        known = number(Array(middle.expected), Array(middle.actual))
      }
      let numbers = known ?? ([], [])
      return (
        expected.map { numbers.expected[$0 - middle.expected.lowerBound] },
        actual.map { numbers.actual[$0 - middle.actual.lowerBound] }
      )
    }
  }
}

extension Int {
  /// Itself. Asked for in place, it stores a dictionary's default with a single look-up.
  fileprivate mutating func remember() -> Int { self }
}
