/// Whether jobs of a test may be on their way to it where no hook shows them.
struct FenceState: Sendable {
  /// Whether there is anything that no hook shows.
  let isPossible: Bool
  // The number of jobs so far, when the fence was raised, and when the latest fence passed.
  private var jobCount = 0
  private var countAtFence: Int?
  private var countPassed: Int?
  /// The priorities of the jobs that have arrived.
  private(set) var priorities: Set<UInt8> = []

  init(isPossible: Bool) {
    self.isPossible = isPossible
  }

  /// A job has arrived.
  mutating func note(priority: @autoclosure () -> UInt8) {
    guard isPossible else { return }
    jobCount += 1
    priorities.insert(priority())
  }

  /// Whether a fence has to pass before the test may be called idle.
  var isNeeded: Bool { isPossible && countPassed != jobCount }

  /// Raises a fence, if one is needed and none is up.
  mutating func raise() -> Bool {
    guard isNeeded, countAtFence == nil else { return false }
    countAtFence = jobCount
    return true
  }

  /// The fence has passed. It counts if no job has arrived since it was raised.
  mutating func pass() {
    if countAtFence == jobCount { countPassed = jobCount }
    countAtFence = nil
  }
}
