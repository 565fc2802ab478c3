/// The entries of a collection that calls itself a dictionary, where each key is there once and can be looked up.
struct PairedEntries {
  private(set) var keys: [AnyHashable] = []
  private(set) var dictionary: [AnyHashable: Any] = [:]

  init?(_ mirror: Mirror) {
    for entry in mirror.children {
      let parts = Array(Mirror(reflecting: entry.value).children)
      guard parts.count == 2, let key = parts[0].value as? AnyHashable, dictionary[key] == nil else { return nil }
      keys.append(key)
      dictionary[key] = parts[1].value
    }
  }
}
