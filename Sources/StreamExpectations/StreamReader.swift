import DeterministicScheduling
import Testing
import TestingSupportCore

/// The one task that reads a sequence, into a log.
///
/// A test never asks the sequence itself for the next element and gives up on it: to cancel an iterator that waits ends
/// many a stream, and what comes later is lost. It waits for the log instead.
///
/// The pump runs in the isolation of its caller, so that neither the sequence nor its elements have to be `Sendable`. A
/// caller without isolation gives it an actor of its own, which knows when the pump waits for an element.
struct StreamReader<Element>: Sendable {
  let log: StreamLog<Element>
  private let task: Task<Void, Never>
  private let ended: Waiter

  /// Subscribes to a sequence: when this returns, the iterator is made and was asked for the first element.
  ///
  /// - Parameters:
  ///   - sequence: What to read.
  ///   - limit: How many events to read at most; the sequence is asked for no more.
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
      // Safe: the pump runs in the caller's isolation. A caller without one lends the sequence until the pump has
      // ended; the iterator is used by nobody else.
      nonisolated(unsafe) let sequence = sequence
      let work = OneShotWork { isolation in
        await pump(sequence, into: log, limit: limit, subscribed: subscribed, isolation: isolation)
      }
      task = Task {
        await work.run(in: home)
        ended.arrive()
      }
    }
    // The pump said so just before it asked; it has asked when it leaves its actor to another.
    if let home = home as? ReaderActor { await home.waitUntilIdle() }
    if CurrentTestSchedule.schedule != nil { await settle(sourceLocation: sourceLocation) }
    self.log = log
    self.task = task ?? Task {}
    self.ended = ended
  }

  /// Ends the reading at once; ``stop(isolation:sourceLocation:)`` has still to be called.
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
    // A task of its own, because a wait in a cancelled one ends at once.
    let outcome = await Task { [ended] in await ended.wait() }.value
    if outcome == .arrived { return }
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

/// Where the pump of a caller without isolation runs.
private actor ReaderActor {
  /// Returns when the pump is not running.
  // Inlined, there would be nothing left to wait for.
  @inline(never)
  func waitUntilIdle() {}
}

/// Takes work to another task, and keeps nothing of it once it is done.
// Sendable: the work is taken once, by the task that does it; before that nobody reads it.
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

private func pump<S: AsyncSequence>(
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
      // A sequence that always has another element is read no further than the test asks for.
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
  @TaskLocal static var limit = 10_000
}

/// After how many elements the pump lets others run, for a sequence that always has another one.
private let turn = 1_024
