import DeterministicScheduling
import Testing

@Suite("Hops to actors", .exactOnly)
struct HopTests {
  @Test("When the order is first in, first out then two calls of an idle actor are not parted")
  func whenFirstInFirstOut_thenCallsAreNotParted() async throws {
    #expect(try await withDeterministicScheduling { await balanceAfterTwoDeposits() } == 20)
  }

  @Test("When orders are explored then another task gets between two calls of an actor")
  func whenOrdersAreExplored_thenCallsAreParted() async throws {
    var balances: Set<Int> = []
    for seed in 0..<20 {
      balances.insert(try await withDeterministicScheduling(seed: UInt64(seed)) { await balanceAfterTwoDeposits() })
    }
    #expect(balances == [10, 20])
  }

  private func balanceAfterTwoDeposits() async -> Int {
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let balance = await account.balance
          await account.set(balance + 10)
        }
      }
    }
    return await account.balance
  }
}

private actor Account {
  private(set) var balance = 0
  func set(_ value: Int) { balance = value }
}
