import DeterministicScheduling
import Testing
import TestingSupportCore

/// The one task that reads a sequence, into a log.
///
/// A test never requests an element from the sequence and then abandons the request: cancelling a suspended iterator
/// finishes many streams, and later elements are lost. It waits for the log instead.
///
/// The reader runs in the isolation of its caller, so neither the sequence nor its elements have to be `Sendable`. For
/// a caller without isolation, it runs on a separate actor, which knows when the reader waits for an element.
struct StreamReader<Element>: Sendable {
  let log: StreamLog<Element>
  private let task: Task<Void, Never>
  private let ended: Waiter

  /// Subscribes to a sequence: when this returns, the iterator has been created, and the first element has been
  /// requested.
  ///
  /// - Parameters:
  ///   - sequence: What to read.
  ///   - limit: The maximum number of events to read from the sequence.
  ///   - readAhead: How many events may be unread before the reading pauses.
  ///   - isolation: Where to run: where the caller does.
  ///   - sourceLocation: Where a failure is recorded.
  init<S: AsyncSequence>(
    of sequence: S,
    limit: Int = .max,
    readAhead: Int = .max,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async where S.Element == Element {
    let log = StreamLog<Element>(readAhead: readAhead)
    let ended = Waiter()
    let home: any Actor = isolation ?? ReaderActor()
    var task: Task<Void, Never>?
    await withCheckedContinuation { subscribed in
      // Safe: the reader runs in the caller's isolation. A caller without one does not use the sequence until the
      // reader has finished; nothing else uses the iterator.
      nonisolated(unsafe) let sequence = sequence
      let work = OneShotWork { isolation in
        await readAll(sequence, into: log, limit: limit, subscribed: subscribed, isolation: isolation)
      }
      task = Task {
        await work.run(in: home)
        ended.signal()
      }
    }
    // The reader signals this just before it requests the element, and has requested it once its actor is free.
    if let home = home as? ReaderActor { await home.waitUntilIdle() }
    if CurrentTestSchedule.settlingSchedule != nil { await settle(sourceLocation: sourceLocation) }
    self.log = log
    self.task = task ?? Task {}
    self.ended = ended
  }

  /// Cancels the reading; call ``stop(isolation:sourceLocation:)`` afterward.
  func cancel() {
    log.close()
    task.cancel()
  }

  /// Ends the reading, and returns when it has ended, also in a task that is cancelled.
  ///
  /// A sequence that does not end when it is cancelled is left behind, with an issue.
  func stop(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async {
    cancel()
    // A separate task, because a wait in a cancelled task returns immediately.
    let outcome = await Task { [ended] in await ended.wait() }.value
    if outcome == .signaled { return }
    recordIssue(
      """
      The sequence ignored the cancellation of its task
      \(outcome)
      The sequence was abandoned.
      Make its iterator return `nil` or throw when cancelled.
      """,
      sourceLocation: sourceLocation
    )
  }
}

/// Where the reader of a caller without isolation runs.
private actor ReaderActor {
  /// Returns when the reader is not running. Inlined, there would be nothing left to wait for.
  @inline(never)
  func waitUntilIdle() {}
}

/// Transfers work to another task, and releases it once it has run. Sendable: only the task that runs the work reads
/// it, once.
private final class OneShotWork: @unchecked Sendable {
  typealias Work = (any Actor) async -> Void
  private var work: Work?

  init(_ work: @escaping Work) {
    self.work = work
  }

  func run(in isolation: any Actor) async {
    let work = work.take()
    await work?(isolation)
  }
}

private func readAll<S: AsyncSequence>(
  _ sequence: S,
  into log: StreamLog<S.Element>,
  limit: Int,
  subscribed: CheckedContinuation<Void, Never>,
  isolation: isolated any Actor
) async {
  // Safe: used by this function alone. Before `next(isolation:)`, an iterator left the actor for each element.
  nonisolated(unsafe) var iterator = sequence.makeAsyncIterator()
  subscribed.resume()
  do {
    var count = 0
    while count < limit {
      let element: S.Element?
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        element = try await iterator.next(isolation: isolation)
      } else {
        element = try await iterator.next()
      }
      count += 1
      guard let element else {
        log.append(.finish, isLast: true)
        return
      }
      // A sequence that always has another element is read only as far as the test requests.
      if !log.append(.element(element), isLast: false), await !log.waitForRoom() { return }
      if count.isMultiple(of: turn) {
        if Task.isCancelled { return }
        await Task.yield()
      }
    }
  } catch {
    log.append(.failure(error), isLast: true)
  }
}

enum ProbeReadAhead {
  /// How many events of a probe may be unread before the reading pauses.
  static var limit: Int {
    // With a seed, reading is many more steps.
    testLimit ?? (CurrentTestSchedule.settlingSchedule?.seed == nil ? 10_000 : 1_000)
  }

  @TaskLocal static var testLimit: Int?
}

/// After how many elements the reader lets others run, for a sequence that always has another one.
private let turn = 1_024
