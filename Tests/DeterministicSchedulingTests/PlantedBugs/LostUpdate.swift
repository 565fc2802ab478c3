extension PlantedBug {
  /// A cart is read from its store, changed and written back, by the user and by the sync with the server.
  static let lostUpdate = PlantedBug(name: "lost update") { version in
    let store = CartStore()
    let sync = start("sync") { await store.add("shoes", version) }
    let user = start("user") {
      await roundTrip(turns: 3)  // looks around
      await store.add("socks", version)
    }
    _ = await (sync.value, user.value)
    return await store.read().count == 2
  }
}

private actor CartStore {
  private var cart: Set<String> = []

  func read() async -> Set<String> {
    let cart = cart
    await roundTrip()
    return cart
  }

  func write(_ cart: Set<String>) { self.cart = cart }

  func insert(_ item: String) { cart.insert(item) }
}

extension CartStore {
  fileprivate nonisolated func add(_ item: String, _ version: PlantedBug.Version) async {
    switch version {
    case .buggy:
      let cart = await read()
      await write(cart.union([item]))
    case .corrected:
      await insert(item)
    }
  }
}
