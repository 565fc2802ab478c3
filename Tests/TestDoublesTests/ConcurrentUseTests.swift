import TestDoubles
import Testing

@Suite("Doubles under concurrent use")
struct ConcurrentUseTests {
  @Test("When many tasks change one value then no change is lost")
  func whenManyChangeValue_thenNoneIsLost() async {
    let sut = LockIsolated(0)
    await inParallel { _ in sut.withValue { $0 += 1 } }
    #expect(sut.value == operations)
  }

  @Test("When many tasks call one function then every call is remembered and answered")
  func whenManyCallFunction_thenEveryCallIsRemembered() async {
    let sut = FunctionSpy<Int, Int, Never> { $0 + 1 }
    async let waiting: Void = sut.waitForCalls(operations)
    await inParallel { number in
      if sut.call(number) != number + 1 { Issue.record("Wrong answer") }
    }
    await waiting
    #expect(sut.calls.sorted() == Array(0..<operations))
  }

  @Test("When answers change under way then each call gets an old one or a new one")
  func whenAnswersChange_thenEachCallGetsOne() async {
    let sut = FunctionSpy<Int, Int, Never>(.success(0))
    await inParallel { number in
      sut.result = .success(number)
      if !(0..<operations).contains(sut.call(number)) { Issue.record("Wrong answer") }
    }
    #expect(sut.callCount == operations)
  }

  @Test("When many tasks pass a gate that opens and closes then none is left behind")
  func whenManyPassGate_thenNoneIsLeft() async {
    let sut = Gate()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<7 {
        group.addTask {
          for _ in 0..<operations / 8 { await sut.wait() }
        }
      }
      group.addTask {
        for _ in 0..<operations / 8 {
          sut.close()
          sut.open()
        }
      }
    }
    #expect(sut.waiterCount == 0)
  }

  @Test("When subscribers come and go while many send then each gets its elements in order and the source forgets it")
  func whenSubscribersComeAndGo_thenSourceForgetsThem() async {
    let sut = StreamSource<Int>(replaysLatest: true)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<operations / 800 {
            var received: [Int] = []
            for await number in sut.makeStream() {
              received.append(number)
              if received.count == 3 { break }
            }
            for (first, second) in zip(received, received.dropFirst())
            where first / operations == second / operations && first >= second {
              Issue.record("Wrong order: \(received)")
            }
          }
        }
      }
      group.addTask {
        await withTaskGroup(of: Void.self) { senders in
          for sender in 0..<4 {
            senders.addTask {
              for number in 0..<operations / 8 { sut.send(sender * operations + number) }
            }
          }
        }
        // Subscribers that are left are served with what they need.
        for number in 0..<operations / 8 {
          sut.send(4 * operations + number)
          // conventions:ignore yielding - the code under test yields
          await Task.yield()
        }
        sut.finish()
      }
    }
    #expect(sut.subscriberCount == 0)
  }
}

// MARK: - Factories

private let operations = 80_000

private func inParallel(_ operation: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for task in 0..<8 {
      group.addTask {
        for number in 0..<operations / 8 { operation(task * (operations / 8) + number) }
      }
    }
  }
}
