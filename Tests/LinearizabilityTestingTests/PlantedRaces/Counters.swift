import LinearizabilityTesting

extension PlantedRace {
  /// The value is read, something is awaited, and the value is written.
  static let counter = PlantedRace(
    "a counter with an await between",
    system: { PlantedCounter(version: $0) },
    model: { 0 },
    operations: {
      [
        ModelOperation("counter.increment()") { (counter: PlantedCounter) in
          await counter.increment()
        } model: { (count: inout Int) in
          count += 1
          return count
        },
        ModelOperation("counter.value()") { (counter: PlantedCounter) in
          await counter.value()
        } model: { (count: inout Int) in
          count
        },
      ]
    }
  )

  /// So many calls are allowed until the next reset. The limit is checked before a call is written down, and an await is
  /// between.
  static let rateLimiter = PlantedRace(
    "a rate limiter",
    system: { RateLimiter(version: $0) },
    model: { 0 },
    operations: {
      [
        ModelOperation("limiter.allows()") { (limiter: RateLimiter) in
          await limiter.allows()
        } model: { (count: inout Int) in
          guard count < RateLimiter.limit else { return false }
          count += 1
          return true
        },
        ModelOperation("limiter.reset()") { (limiter: RateLimiter) in
          await limiter.reset()
        } model: { (count: inout Int) in
          count = 0
        },
      ]
    }
  )

  /// The balance is checked, the audit is awaited, and the amount is subtracted.
  static let overdraft = PlantedRace(
    "an account that can be overdrawn",
    system: { Account(version: $0) },
    model: { 0 },
    operations: {
      [
        ModelOperation("account.deposit(_:)") { (account: Account, amount: UInt8) in
          await account.deposit(Int(amount))
        } model: { (balance: inout Int, amount: UInt8) in
          balance += Int(amount)
        },
        ModelOperation("account.withdraw(_:)") { (account: Account, amount: UInt8) in
          try await account.withdraw(Int(amount))
        } model: { (balance: inout Int, amount: UInt8) in
          guard balance >= Int(amount) else { throw Overdrawn(balance: balance) }
          balance -= Int(amount)
          return balance
        },
      ]
    }
  )
}

actor PlantedCounter {
  private let version: PlantedRace.Version
  private var count = 0

  init(version: PlantedRace.Version) { self.version = version }

  func increment() async -> Int {
    let next = count + 1
    if version == .corrected { count = next }
    await roundTrip()
    if version == .faulty { count = next }
    return next
  }

  func value() -> Int { count }
}

private actor RateLimiter {
  static let limit = 2

  private let version: PlantedRace.Version
  private var count = 0

  init(version: PlantedRace.Version) { self.version = version }

  func allows() async -> Bool {
    guard count < Self.limit else { return false }
    if version == .corrected { count += 1 }
    await roundTrip()
    if version == .faulty { count += 1 }
    return true
  }

  func reset() { count = 0 }
}

private struct Overdrawn: Error, Equatable {
  let balance: Int
}

private actor Account {
  private let version: PlantedRace.Version
  private var balance = 0

  init(version: PlantedRace.Version) { self.version = version }

  func deposit(_ amount: Int) { balance += amount }

  func withdraw(_ amount: Int) async throws -> Int {
    if version == .faulty {
      guard balance >= amount else { throw Overdrawn(balance: balance) }
      await roundTrip()
      balance -= amount
      return balance
    }
    await roundTrip()
    guard balance >= amount else { throw Overdrawn(balance: balance) }
    balance -= amount
    return balance
  }
}
