import DeterministicScheduling
import LinearizabilityTesting
import Testing
import TestingSupportCore

@Suite("Checking calls that overlap", .exactOnly)
struct CheckingCallsThatOverlapExamples {
  @Test("When calls overlap then each seat is reserved once")
  func whenCallsOverlap_thenEachSeatIsReservedOnce() async {
    await expectLinearizable(
      system: { TicketOffice() },
      model: { Set<Seat>() },
      operations: [
        ModelOperation("office.reserve(_:)") { (office: TicketOffice, seat: Seat) in
          await office.reserve(seat)
        } model: { (reserved: inout Set<Seat>, seat: Seat) in
          reserved.insert(seat).inserted
        },
        ModelOperation("office.cancel(_:)") { (office: TicketOffice, seat: Seat) in
          await office.cancel(seat)
        } model: { (reserved: inout Set<Seat>, seat: Seat) in
          reserved.remove(seat) != nil
        },
      ]
    )
  }

  @Test("When the payment comes before the reservation then two calls reserve one seat")
  func whenPaymentComesBeforeReservation_thenTwoCallsReserveOneSeat() async {
    let issues = await capturingIssues { await checkEarlierOffice(replaying: nil) }

    #expect(
      issues.first?.textWithoutNumbers.split(separator: "\n").prefix(4) == [
        "No sequential order of the calls explains their results",
        "Who called what, the result, and when the call began and returned:",
        "  task 1  office.reserve(.aisle)  → true  #–#",
        "  task 2  office.reserve(.aisle)  → true  #–#",
      ]
    )
  }

  @Test("When the scenario of the article is replayed then it fails")
  func whenScenarioOfArticleIsReplayed_thenItFails() async {
    let issues = await capturingIssues {
      typealias TicketOffice = Earlier.TicketOffice
      await expectLinearizable(
        replaying: "0.1.0.0.0.0.1",
        system: { TicketOffice() },
        model: { Set<Seat>() },
        operations: Earlier.operations
      )
    }

    #expect(issues.map { $0.text.contains("office.reserve(.aisle)  → true") } == [true])
  }

  @Test("When an account is used by several tasks then it behaves as if by one")
  func whenAccountIsUsedBySeveralTasks_thenItBehavesAsIfByOne() async {
    await expectLinearizable(
      scenarios: 10,
      system: { Account() },
      model: { 200 },
      operations: [
        ModelOperation("account.withdraw(_:)") { (account: Account, amount: UInt8) in
          try await account.withdraw(Int(amount))
        } model: { (balance: inout Int, amount: UInt8) in
          guard balance >= Int(amount) else { throw Overdrawn() }
          balance -= Int(amount)
        }
      ]
    )
  }

  @Test("When a counter is incremented by several tasks then no increment is lost")
  func whenCounterIsIncrementedBySeveralTasks_thenNoIncrementIsLost() async {
    await expectLinearizable(
      system: { Counter() },
      model: { 0 },
      operations: [
        ModelOperation("counter.increment()") { (counter: Counter) in
          await counter.increment()
        } model: { (count: inout Int) in
          count += 1
          return count
        }
      ]
    )
  }

  @Test("When a buffer is empty then a call waits")
  func whenBufferIsEmpty_thenCallWaits() async {
    let take = ModelOperation("buffer.take()", when: { (items: [Int]) in !items.isEmpty }) { (buffer: Buffer) in
      await buffer.take()
    } model: { (items: inout [Int]) in
      items.removeFirst()
    }
    let put = ModelOperation("buffer.put(_:)") { (buffer: Buffer, item: Int) in
      await buffer.put(item)
    } model: { (items: inout [Int], item: Int) in
      items.append(item)
    }
    await expectLinearizable(
      scenarios: 10,
      system: { Buffer() },
      model: { [] },
      operations: [take, put]
    )
  }
}

enum Seat: CaseIterable, Fixture { case aisle, window }

private func payment() async { await roundTrip() }

/// The office before it was corrected.
private enum Earlier {
  actor TicketOffice {
    private var reserved: Set<Seat> = []

    func reserve(_ seat: Seat) async -> Bool {
      guard !reserved.contains(seat) else { return false }
      await payment()
      reserved.insert(seat)
      return true
    }

    func cancel(_ seat: Seat) -> Bool {
      reserved.remove(seat) != nil
    }
  }

  static var operations: [ModelOperation<TicketOffice, Set<Seat>>] {
    [
      ModelOperation("office.reserve(_:)") { (office: TicketOffice, seat: Seat) in
        await office.reserve(seat)
      } model: { (reserved: inout Set<Seat>, seat: Seat) in
        reserved.insert(seat).inserted
      },
      ModelOperation("office.cancel(_:)") { (office: TicketOffice, seat: Seat) in
        await office.cancel(seat)
      } model: { (reserved: inout Set<Seat>, seat: Seat) in
        reserved.remove(seat) != nil
      },
    ]
  }
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func checkEarlierOffice(replaying token: String?) async {
  await expectLinearizable(
    replaying: token,
    system: { Earlier.TicketOffice() },
    model: { Set<Seat>() },
    operations: Earlier.operations
  )
}

private actor TicketOffice {
  private var reserved: Set<Seat> = []

  func reserve(_ seat: Seat) async -> Bool {
    guard reserved.insert(seat).inserted else { return false }
    await payment()
    return true
  }

  func cancel(_ seat: Seat) -> Bool {
    reserved.remove(seat) != nil
  }
}

private actor Counter {
  private var count = 0

  func increment() -> Int {
    count += 1
    return count
  }
}

private struct Overdrawn: Error {}

private actor Account {
  private var balance = 200

  func withdraw(_ amount: Int) async throws {
    guard balance >= amount else { throw Overdrawn() }
    balance -= amount
    await payment()
  }
}

private actor Buffer {
  private var items: [Int] = []
  private var waiting: [CheckedContinuation<Int, Never>] = []

  func put(_ item: Int) {
    if waiting.isEmpty { items.append(item) } else { waiting.removeFirst().resume(returning: item) }
  }

  func take() async -> Int {
    if !items.isEmpty { return items.removeFirst() }
    return await withCheckedContinuation { waiting.append($0) }
  }
}
