internal import DeterministicSchedulingLoader

/// Blocks that the test enqueues on the main queue.
extension Schedule {
  /// A block may be about to be enqueued on the main queue: main-actor jobs that are enqueued later run after it.
  func noteMainBlock() {
    let kept = state.withLock { state in
      // Blocks stay in order.
      defer { state.latestMainBlock = state.scheduler.sequence }
      return state.takeMainBlocks()
    }
    for block in kept { block.enqueue() }
  }

  /// The same, of a block that can be enqueued later, once the jobs before it have run.
  ///
  /// - Returns: Whether it is kept until then.
  func keepMainBlock(_ started: UnsafeMutableRawPointer) -> Bool {
    state.withLock { $0.keepMainBlock(started) }
  }
}

/// A block that is to run on the main queue after jobs that were enqueued before it.
struct MainBlock: Sendable {
  /// The number that the next job had then.
  let sequence: Int
  private let started: UInt

  init(_ started: UnsafeMutableRawPointer, sequence: Int) {
    (self.started, self.sequence) = (UInt(bitPattern: started), sequence)
  }

  func enqueue() {
    if let started = UnsafeMutableRawPointer(bitPattern: started) { testing_support_enqueue_on_main(started) }
  }
}

extension ScheduleState {
  mutating func keepMainBlock(_ started: UnsafeMutableRawPointer) -> Bool {
    let sequence = scheduler.sequence
    guard !isClosed, !lane.keepsMain, !mainBlocks.isEmpty || scheduler.hasMainJob(before: sequence) else {
      latestMainBlock = sequence
      return false
    }
    mainBlocks.append(MainBlock(started, sequence: sequence))
    return true
  }

  /// Takes those blocks out that no job is to run before.
  mutating func takeDueMainBlocks() -> [MainBlock] {
    guard !mainBlocks.isEmpty else { return [] }
    return takeMainBlocks(mainBlocks.prefix { !scheduler.hasMainJob(before: $0.sequence) }.count)
  }

  mutating func takeMainBlocks(_ count: Int = .max) -> [MainBlock] {
    let taken = Array(mainBlocks.prefix(count))
    mainBlocks.removeFirst(taken.count)
    latestMainBlock = taken.last?.sequence ?? latestMainBlock
    return taken
  }
}
