internal import TestingSupportCore

/// The gates and clocks that a test has made, as long as they live.
struct WaitPointRegistry: Sendable {
  private struct Room {
    weak var object: (any WaitPoint)?
  }

  private var rooms: [Room] = []
  private var countBeforeSweep = 64

  /// Remembers one more.
  ///
  /// - Returns: What was kept alive meanwhile. To be let go outside any lock: a clock that ends wakes its sleepers.
  mutating func insert(_ room: any WaitPoint) -> [any WaitPoint] {
    rooms.append(Room(object: room))
    guard rooms.count > countBeforeSweep else { return [] }
    let living = living
    rooms = living.map(Room.init)
    countBeforeSweep = max(64, 2 * living.count)
    return living
  }

  /// How many are remembered, some of which may have gone.
  var count: Int { rooms.count }

  /// Those that still live, in the order in which they were made. To be let go outside any lock.
  var living: [any WaitPoint] { rooms.compactMap(\.object) }
}
