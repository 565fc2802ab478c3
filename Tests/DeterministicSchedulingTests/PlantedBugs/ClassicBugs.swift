// conventions:ignore-file yielding - each yield is one step of the order

import DeterministicScheduling
import TestingSupportCore

/// The classic bugs of the literature, as small as they can be: each step of a task is one turn of the schedule.
extension PlantedBug {
  static let classics = [
    classicLostUpdate, checkThenAct, reusedNode, lateRegistration, twoGates, outOfOrder, heldBack, nested,
  ]

  static let classicLostUpdate = PlantedBug(name: "classic: lost update") { version in
    let balance = Locked(0)
    await both { _ in
      if version == .corrected { return balance.withLock { $0 += 1 } }
      let read = balance.withLock(\.self)
      await Task.yield()
      balance.withLock { $0 = read + 1 }
    }
    return balance.withLock { $0 == 2 }
  }

  static let checkThenAct = PlantedBug(name: "classic: check, then act") { version in
    let (isLoaded, loads) = (Locked(false), Locked(0))
    await both { _ in
      let wasLoaded = isLoaded.withLock { isLoaded in
        defer { if version == .corrected { isLoaded = true } }
        return isLoaded
      }
      if wasLoaded { return }
      await Task.yield()
      isLoaded.withLock { $0 = true }
      loads.withLock { $0 += 1 }
    }
    return loads.withLock { $0 == 1 }
  }

  /// A B A: what is compared is the same as before, and yet not the same.
  static let reusedNode = PlantedBug(name: "classic: A B A") { version in
    let stack = Locked((nodes: ["A", "B", "C"], version: 0))
    let lost = Locked(false)
    await both { task in
      if task == 1 {
        let seen = stack.withLock { (top: $0.nodes.first, next: $0.nodes.dropFirst().first, version: $0.version) }
        await Task.yield()
        stack.withLock { stack in
          guard stack.nodes.first == seen.top, version == .buggy || stack.version == seen.version else { return }
          // The new top is what was second then: it may have been taken out since.
          lost.withLock { $0 = stack.nodes.dropFirst().first != seen.next }
        }
      } else {
        let top = stack.withLock { stack in
          stack.version += 1
          return stack.nodes.removeFirst()
        }
        stack.withLock { _ = $0.nodes.removeFirst() }
        stack.withLock { $0.nodes.insert(top, at: 0) }
      }
    }
    return lost.withLock { !$0 }
  }

  static let lateRegistration = PlantedBug(name: "classic: missed wake-up") { version in
    let state = Locked((isReady: false, isWaiting: false, isWoken: false))
    await both { task in
      if task == 1 {
        if state.withLock(\.isReady) { return state.withLock { $0.isWoken = true } }
        await Task.yield()
        state.withLock { state in
          state.isWaiting = true
          if version == .corrected, state.isReady { state.isWoken = true }
        }
      } else {
        await Task.yield()
        state.withLock { state in
          state.isReady = true
          if state.isWaiting { state.isWoken = true }
        }
      }
    }
    return state.withLock(\.isWoken)
  }

  static let twoGates = PlantedBug(name: "classic: deadlock of two gates") { version in
    let owners = Locked<[Int?]>([nil, nil])
    let isDeadlock = Locked(false)
    await both { task in
      let first = version == .corrected ? 0 : task - 1
      for gate in [first, 1 - first] {
        while owners.withLock({ $0[gate] != nil }) {
          if owners.withLock({ !$0.contains(nil) && Set($0).count == 2 }) { return isDeadlock.withLock { $0 = true } }
          await Task.yield()
        }
        owners.withLock { $0[gate] = task }
        await Task.yield()
      }
      owners.withLock { $0 = [nil, nil] }
    }
    return isDeadlock.withLock { !$0 }
  }

  static let outOfOrder = PlantedBug(name: "classic: out of order") { version in
    let shown = Locked(0)
    await both { answer in
      await Task.yield()
      shown.withLock { $0 = version == .corrected ? max($0, answer) : answer }
    }
    return shown.withLock { $0 == 2 }
  }

  static let heldBack = PlantedBug(name: "classic: held back for 20 steps") { version in
    let (isConfigured, isBroken) = (Locked(version == .corrected), Locked(false))
    await both { task in
      if task == 1 { return isConfigured.withLock { $0 = true } }
      for _ in 0..<20 { await Task.yield() }
      if !isConfigured.withLock(\.self) { isBroken.withLock { $0 = true } }
    }
    return isBroken.withLock { !$0 }
  }

  /// Three tasks of two steps each, of which one lies within the other: A B C C B A.
  static let nested = PlantedBug(name: "classic: A B C C B A") { version in
    let order = Locked("")
    let tasks = ["A", "B", "C"].map { name in
      start(name) {
        order.withLock { $0 += name }
        await Task.yield()
        order.withLock { $0 += name }
      }
    }
    for task in tasks { await task.value }
    return version == .corrected || order.withLock { $0 != "ABCCBA" }
  }
}

private func both(_ body: @escaping @Sendable (Int) async -> Void) async {
  let tasks = [1, 2].map { task in start("task \(task)") { await body(task) } }
  for task in tasks { await task.value }
}
