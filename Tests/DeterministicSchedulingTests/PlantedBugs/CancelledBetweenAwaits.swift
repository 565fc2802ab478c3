extension PlantedBug {
  /// A checkout reserves the goods, then pays. The customer leaves the screen in between, and the goods stay reserved.
  static let cancelledBetweenAwaits = PlantedBug(name: "cancelled between two awaits") { version in
    let shop = Shop()
    let checkout = start("checkout") { try? await shop.checkOut(version) }
    let customer = start("customer") {
      await roundTrip(turns: 6)  // reads the page, then goes back
      checkout.cancel()
    }
    _ = await (checkout.value, customer.value)
    return await shop.isReserved == shop.isPaid
  }
}

private actor Shop {
  private(set) var isReserved = false
  private(set) var isPaid = false

  func checkOut(_ version: PlantedBug.Version) async throws {
    await roundTrip()
    try Task.checkCancellation()
    isReserved = true
    do {
      await roundTrip(turns: 2)  // the bank
      try Task.checkCancellation()
      isPaid = true
    } catch {
      if version == .corrected { isReserved = false }
      throw error
    }
  }
}
