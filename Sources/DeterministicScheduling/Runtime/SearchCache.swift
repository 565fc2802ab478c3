internal import TestingSupportCore

/// What was found under each key, and what was not: a search through a large program takes a while.
struct SearchCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Locked<[Key: Value?]>([:])

  /// The value of a key, searched for at the first call.
  func value(of key: Key, search: (Key) -> Value?) -> Value? {
    known.withLock { known in
      if let value = known[key] { return value }
      let value = search(key)
      known[key] = .some(value)
      return value
    }
  }
}
