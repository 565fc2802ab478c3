/// The jobs among which a strategy chooses: those that are ready, the one that has waited longest first, and behind them the
/// end of a sleep, if it may come before.
///
/// A strategy that looks at each of them at each step would make an order of thousands of tasks take minutes: ask for a job by
/// its number, and for those that have come since the last choice.
package struct ReadyJobs: RandomAccessCollection, Sendable {
  private let queue: ReadyQueue
  /// The end of a sleep.
  let timer: Candidate?

  init(_ queue: ReadyQueue, timer: Candidate? = nil) {
    self.queue = queue
    self.timer = timer
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package var count: Int { timer == nil ? queue.count : queue.count + 1 }

  package subscript(offset: Int) -> Candidate {
    if let timer, offset == queue.count { return timer }
    return queue[offset]
  }

  /// The job that became ready last.
  var lastJob: Candidate? { queue.isEmpty ? nil : queue[queue.count - 1] }

  /// The offset of the job with this number.
  func offset(of sequence: Int) -> Int? {
    sequence == timer?.sequence ? queue.count : queue.offset(of: sequence)
  }

  /// The offset of the first job of a task.
  func firstOffset(of task: Int) -> Int? {
    queue.firstOffset(of: task) ?? (timer?.task == task ? queue.count : nil)
  }

  /// How many of the jobs before an offset belong to no task.
  func countOfRuntimeJobs(before offset: Int) -> Int { queue.countOfRuntimeJobs(before: offset) }

  /// The offset of the job that belongs to no task, and before which there are so many others of that kind.
  func offsetOfRuntimeJob(_ number: Int) -> Int? { queue.offsetOfRuntimeJob(number) }

  /// How many jobs have become ready so far.
  var arrivalCount: Int { queue.arrivalCount }

  /// Those of them that have come since there were so many, and are still there.
  func arrivals(after number: Int) -> [Candidate] { queue.arrivals(after: number) }
}
