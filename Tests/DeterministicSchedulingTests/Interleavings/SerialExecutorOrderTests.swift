// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Explored orders", .serialized, .exactOnly)
struct SerialExecutorOrderTests {
  @Test("are those that the runtime can produce, and no others", arguments: OrderProgram.all)
  func whenOrdersAreExplored_thenTheyAreThoseOfTheRuntime(program: OrderProgram) async throws {
    for strategy in [.random, .pct(depth: 3)] as [InterleavingStrategy] {
      var explored: Set<[Int]> = []
      for seed in 0..<80 as Range<UInt64> {
        let log = Numbers()
        try await withDeterministicScheduling(seed: seed, strategy: strategy) { await program.run(log) }
        explored.insert(log.all)
      }
      #expect(explored == program.orders, "\(strategy)")
    }
  }

  @Test("include all that the runtime produces without a schedule", arguments: OrderProgram.all)
  func whenTheRuntimeDecides_thenTheOrderIsOneOfThem(program: OrderProgram) async {
    for _ in 0..<20 {
      let log = Numbers()
      await program.run(log)
      #expect(program.orders.contains(log.all), "\(log.all)")
    }
  }
}

/// Three or fewer tasks, and the orders in which they can reach a log.
struct OrderProgram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let orders: Set<[Int]>
  let run: @Sendable (Numbers) async -> Void

  static let all = [
    OrderProgram(testDescription: "tasks of the main actor", orders: [[1, 2, 3]]) { log in
      await onMain { (1...3).map { number in Task { log.add(number) } } }
    },
    OrderProgram(testDescription: "tasks of the main actor, whatever their priority", orders: [[1, 2, 3]]) { log in
      await onMain {
        zip(1...3, [TaskPriority.low, .high, .medium]).map { number, priority in
          Task(priority: priority) { log.add(number) }
        }
      }
    },
    OrderProgram(testDescription: "calls from the main actor to an actor", orders: [[1, 2, 3]]) { log in
      let store = Store()
      await onMain { (1...3).map { number in Task { await store.add(number, to: log) } } }
    },
    OrderProgram(testDescription: "tasks of the main actor that yield", orders: [[1, 2], [2, 1]]) { log in
      await onMain {
        (1...2).map { number in
          Task {
            await Task.yield()
            log.add(number)
          }
        }
      }
    },
    OrderProgram(testDescription: "tasks of an actor", orders: [[1, 2, 3]]) { log in
      await Store().addInTasks(to: log, priorities: [nil, nil, nil])
    },
    OrderProgram(testDescription: "tasks of an actor, by priority", orders: [[2, 3, 1]]) { log in
      await Store().addInTasks(to: log, priorities: [.low, .high, .medium])
    },
    OrderProgram(testDescription: "calls from an actor to another", orders: [[1, 2, 3]]) { log in
      await Caller().call(Store(), log)
    },
    OrderProgram(testDescription: "a call from an actor, and a task resumed later there", orders: [[1, 2]]) { log in
      await Caller().take([.call, .resume], at: WaitingStore(), log)
    },
    OrderProgram(testDescription: "two calls from an actor, and a task resumed later there", orders: [[1, 2, 3]]) {
      log in
      await Caller().take([.call, .call, .resume], at: WaitingStore(), log)
    },
    OrderProgram(testDescription: "a call from the main actor, and a task resumed later there", orders: [[1, 2]]) {
      log in
      await takeOnMain([.call, .resume], at: WaitingStore(), log)
    },
    OrderProgram(
      testDescription: "a call from the main actor between tasks resumed there",
      orders: [[1, 2, 3], [2, 1, 3], [2, 3, 1]]
    ) { log in
      await takeOnMain([.resume, .call, .resume], at: WaitingStore(), log)
    },
    OrderProgram(testDescription: "tasks of no actor", orders: allOrders) { log in
      for task in (1...3).map({ number in Task.detached { log.add(number) } }) { await task.value }
    },
    OrderProgram(testDescription: "calls from no actor to an actor", orders: allOrders) { log in
      let store = Store()
      for task in (1...3).map({ number in Task.detached { await store.add(number, to: log) } }) { await task.value }
    },
  ]

  private static let allOrders: Set = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]

  @MainActor private static func onMain(_ start: @MainActor () -> [Task<Void, Never>]) async {
    for task in start() { await task.value }
  }

  private actor Store {
    func add(_ number: Int, to log: Numbers) { log.add(number) }

    func addInTasks(to log: Numbers, priorities: [TaskPriority?]) async {
      let tasks = zip(1..., priorities).map { number, priority in
        Task(priority: priority) { add(number, to: log) }
      }
      for task in tasks { await task.value }
    }
  }

  private enum Step {
    case call, resume
  }

  @MainActor private static func takeOnMain(_ steps: [Step], at store: WaitingStore, _ log: Numbers) async {
    let waiting = await store.startWaiting(for: steps, log)
    let tasks = zip(1..., waiting).map { number, task in
      Task {
        if let task { task.continuation.resume(returning: number) } else { await store.add(number, to: log) }
      }
    }
    for task in tasks { await task.value }
    for task in waiting { await task?.task.value }
  }

  /// An actor with tasks that wait there until they are resumed.
  private actor WaitingStore {
    struct Waiting {
      let task: Task<Void, Never>
      let continuation: CheckedContinuation<Int, Never>
    }

    private var isUsed = false

    func add(_ number: Int, to log: Numbers) { log.add(number) }

    func startWaiting(for steps: [Step], _ log: Numbers) async -> [Waiting?] {
      var all: [Waiting?] = []
      for step in steps { all.append(step == .call ? nil : await startWaiting(log)) }
      return all
    }

    private func startWaiting(_ log: Numbers) async -> Waiting {
      let started = Locked<Task<Void, Never>?>(nil)
      let continuation: CheckedContinuation<Int, Never> = await withCheckedContinuation { outer in
        let task = Task {
          let number = await withCheckedContinuation { outer.resume(returning: $0) }
          isUsed = true
          log.add(number)
        }
        started.withLock { $0 = task }
      }
      return Waiting(task: started.withLock { $0 } ?? Task {}, continuation: continuation)
    }
  }

  private actor Caller {
    private var calls = 0

    func take(_ steps: [Step], at store: WaitingStore, _ log: Numbers) async {
      let waiting = await store.startWaiting(for: steps, log)
      let tasks = zip(1..., waiting).map { number, task in
        Task {
          calls += 1
          if let task { task.continuation.resume(returning: number) } else { await store.add(number, to: log) }
        }
      }
      for task in tasks { await task.value }
      for task in waiting { await task?.task.value }
    }

    func call(_ store: Store, _ log: Numbers) async {
      let tasks = (1...3).map { number in
        Task {
          calls += 1
          await store.add(number, to: log)
        }
      }
      for task in tasks { await task.value }
    }
  }
}

/// Numbers in the order in which they came.
final class Numbers: Sendable {
  private let numbers = Locked<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
