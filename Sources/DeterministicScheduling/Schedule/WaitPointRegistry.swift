internal import TestingSupportCore

/// The gates and clocks that a test has created, as long as they are alive.
struct WaitPointRegistry: Sendable {
  private struct Room {
    weak var object: (any WaitPoint)?
  }

  private var rooms: [Room] = []
  private var countBeforeSweep = 64

  /// Remembers one more.
  ///
  /// - Returns: What was retained during the call. Release it outside any lock: a deallocated clock wakes its sleepers.
  mutating func insert(_ room: any WaitPoint) -> [any WaitPoint] {
    rooms.append(Room(object: room))
    guard rooms.count > countBeforeSweep else { return [] }
    let living = living
    rooms = living.map(Room.init)
    countBeforeSweep = max(64, 2 * living.count)
    return living
  }

  /// How many are registered, some of which may be deallocated.
  var count: Int { rooms.count }

  /// Those that are still alive, in the order in which they were created. Release them outside any lock.
  var living: [any WaitPoint] { rooms.compactMap(\.object) }
}
