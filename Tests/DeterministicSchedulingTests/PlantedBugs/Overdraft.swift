extension PlantedBug {
  /// Two payments check the balance; each waits for the fraud check before it takes the money.
  ///
  /// The classic check-then-act over an `await`: what was checked no longer holds when it is acted on.
  static let overdraft = PlantedBug(name: "overdraft") { version in
    let account = Account(balance: 100)
    let subscription = start("subscription") { await account.pay(80, version) }
    let purchase = start("purchase") {
      await roundTrip(turns: 4)  // the customer confirms
      await account.pay(80, version)
    }
    _ = await (subscription.value, purchase.value)
    return await account.balance >= 0
  }
}

private actor Account {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func pay(_ amount: Int, _ version: PlantedBug.Version) async {
    guard balance >= amount else { return }
    await roundTrip(turns: 2)  // the fraud check
    if version == .corrected, balance < amount { return }
    balance -= amount
  }
}
