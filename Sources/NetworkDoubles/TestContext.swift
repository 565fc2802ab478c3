/// Runs work in the context of the test that created it: its task-local values, and its schedule.
///
/// A session calls on its own threads, on which the testing library knows no test.
final class TestContext: Sendable {
  typealias Work = @Sendable () async -> Void

  private let continuation: AsyncStream<Entry>.Continuation

  private struct Entry: Sendable {
    let work: Work
    let task: WorkTask
  }

  init() {
    let (entries, continuation) = AsyncStream<Entry>.makeStream()
    self.continuation = continuation
    // A task inherits the task-local values of its creator: this one from the test, and the tasks it creates from this
    // one.
    Task {
      for await entry in entries {
        entry.task.start(Task { await entry.work() })
      }
    }
  }

  deinit {
    continuation.finish()
  }

  /// Runs work in a separate task, and returns a closure that cancels it.
  func run(_ work: @escaping Work) -> WorkTask {
    let task = WorkTask()
    continuation.yield(Entry(work: work, task: task))
    return task
  }
}
