/// Gives equal keys equal numbers, so that one algorithm serves keys of every type.
enum SequenceNumbering {
  static func numbers<Key: Hashable>(_ expected: [Key], _ actual: [Key]) -> (expected: [Int], actual: [Int]) {
    var numbers: [Key: Int] = Dictionary(minimumCapacity: expected.count)
    func number(_ key: Key) -> Int {
      let next = numbers.count
      return numbers[key, default: next].remember()
    }
    return (expected.map(number), actual.map(number))
  }
}

extension Int {
  /// Itself. Asked for in place, it stores a dictionary's default with a single look-up.
  fileprivate mutating func remember() -> Int { self }
}
