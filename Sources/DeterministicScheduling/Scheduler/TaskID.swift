/// A task as the runtime numbers it, as the key of a dictionary that every step of a test looks into.
///
/// Each task has a number of its own, so a product spreads them as well as the hash function that withstands chosen keys, for
/// a tenth of the time.
struct TaskID: Hashable, Sendable {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  // What dictionaries and sets ask for.
  func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: ((number ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
