import Foundation
import LinearizabilityTesting

extension PlantedRace {
  /// A task that is woken does not look again whether there is anything to take.
  static let impatientBuffer = buffer("a buffer that does not look again") { version in
    Buffer(looksAgain: version == .corrected, wakesAll: true)
  }

  /// One waiting task is woken, which may be one that still cannot go on.
  static let lostWakeUp = buffer("a buffer that wakes the wrong task") { version in
    Buffer(looksAgain: true, wakesAll: version == .corrected)
  }

  private static func buffer(
    _ name: String,
    system: @escaping @Sendable (Version) -> Buffer
  ) -> PlantedRace {
    PlantedRace(
      name,
      system: system,
      model: { [Int?]() },
      operations: {
        [
          ModelOperation("buffer.put(_:)", when: { $0.count < Buffer.capacity }) { (buffer: Buffer, item: Int) in
            await buffer.put(item)
          } model: { (items: inout [Int?], item: Int) in
            items.append(item)
          },
          ModelOperation("buffer.take()", when: { !$0.isEmpty }) { (buffer: Buffer) in
            await buffer.take()
          } model: { (items: inout [Int?]) in
            items.removeFirst()
          },
        ]
      }
    )
  }

  /// What is lent is taken off the list of free things after it was prepared.
  static let pool = PlantedRace(
    "a pool that hands one thing to two",
    system: { Pool(version: $0) },
    model: { Pool.things },
    operations: {
      [
        ModelOperation("pool.borrow()") { (pool: Pool) in
          await pool.borrow()
        } model: { (free: inout [Int]) in
          free.popLast()
        },
        ModelOperation("pool.giveBack(_:)") { (pool: Pool, key: Key) in
          await pool.giveBack(key.rawValue)
        } model: { (free: inout [Int], key: Key) in
          if !free.contains(key.rawValue) { free.append(key.rawValue) }
        },
      ]
    }
  )

  /// A class with a lock, which is held for the check and for the change, but not from one to the other.
  static let lockedSet = PlantedRace(
    "a set with a lock",
    system: { LockedSet(version: $0) },
    model: { Set<Int>() },
    operations: {
      [
        ModelOperation("set.insert(_:)") { (set: LockedSet, number: Int) in
          await set.insert(number)
        } model: { (set: inout Set<Int>, number: Int) in
          set.insert(number).inserted
        },
        ModelOperation("set.remove(_:)") { (set: LockedSet, number: Int) in
          set.remove(number)
        } model: { (set: inout Set<Int>, number: Int) in
          set.remove(number) != nil
        },
      ]
    }
  )
}

private actor Buffer {
  static let capacity = 1

  private let looksAgain: Bool
  private let wakesAll: Bool
  private var items: [Int] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(looksAgain: Bool, wakesAll: Bool) {
    self.looksAgain = looksAgain
    self.wakesAll = wakesAll
  }

  func put(_ item: Int) async {
    await wait { self.items.count < Self.capacity }
    items.append(item)
    wake()
  }

  func take() async -> Int? {
    await wait { !self.items.isEmpty }
    let item = items.isEmpty ? nil : items.removeFirst()
    wake()
    return item
  }

  private func wait(until condition: () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { waiting.append($0) }
      if !looksAgain { return }
    }
  }

  private func wake() {
    let woken = wakesAll ? waiting.count : min(1, waiting.count)
    for continuation in waiting.prefix(woken) { continuation.resume() }
    waiting.removeFirst(woken)
  }
}

private actor Pool {
  static let things = [0, 1]

  private let version: PlantedRace.Version
  private var free = Pool.things

  init(version: PlantedRace.Version) { self.version = version }

  func borrow() async -> Int? {
    guard let thing = free.last else { return nil }
    if version == .corrected { free.removeLast() }
    await roundTrip()
    if version == .faulty { free.removeAll { $0 == thing } }
    return thing
  }

  func giveBack(_ thing: Int) {
    if !free.contains(thing) { free.append(thing) }
  }
}

// Sendable: the numbers are only touched while the lock is held.
private final class LockedSet: @unchecked Sendable {
  private let version: PlantedRace.Version
  private let lock = NSLock()
  private var numbers: Set<Int> = []

  init(version: PlantedRace.Version) { self.version = version }

  func insert(_ number: Int) async -> Bool {
    if version == .corrected {
      await roundTrip()
      return lock.withLock { numbers.insert(number).inserted }
    }
    guard !lock.withLock({ numbers.contains(number) }) else { return false }
    await roundTrip()
    lock.withLock { _ = numbers.insert(number) }
    return true
  }

  func remove(_ number: Int) -> Bool {
    lock.withLock { numbers.remove(number) != nil }
  }
}
