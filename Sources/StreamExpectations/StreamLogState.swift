import TestingSupportCore

/// The events of a stream, how many were read, and the waiters for more: the transitions, without any concurrency.
struct StreamLogState<Element> {
  private(set) var events: [StreamEvent<Element>] = []
  private(set) var eventCount = 0
  private(set) var readCount = 0
  /// Whether no more events can arrive, because the stream has finished or is no longer read.
  private(set) var isClosed = false
  private(set) var ignoresUnread = false
  /// How many events may be unread before the reader pauses.
  let readAhead: Int
  private var reader = Reader.reading
  private var waiting: [(count: Int, waiter: Waiter)] = []

  private enum Reader {
    case reading
    /// Enough is unread.
    case paused(CheckedContinuation<Void, Never>)
    /// The test has read enough, but the reader has not run yet.
    case resumed
  }

  init(readAhead: Int = .max) {
    self.readAhead = readAhead
  }

  var unread: ArraySlice<StreamEvent<Element>> { events[readCount...] }
  var read: ArraySlice<StreamEvent<Element>> { events[..<readCount] }
  var hasEnded: Bool {
    if case .element? = events.last { false } else { !events.isEmpty }
  }

  // MARK: Writing

  /// Adds what the stream did. Tell the waiters, once the lock is released, with ``Waiter/signal()``.
  mutating func append(_ event: StreamEvent<Element>, isLast: Bool) -> [Waiter] {
    if isClosed { return [] }
    events.append(event)
    eventCount += 1
    return isLast ? close() : takeReached()
  }

  /// Accepts no more events and no more waiters.
  mutating func close() -> [Waiter] {
    isClosed = true
    defer { waiting.removeAll() }
    return waiting.map(\.waiter)
  }

  private mutating func takeReached() -> [Waiter] {
    if waiting.isEmpty { return [] }
    let reached = waiting.filter { $0.count <= eventCount }.map(\.waiter)
    if !reached.isEmpty { waiting.removeAll { $0.count <= eventCount } }
    return reached
  }

  // MARK: Demand

  /// Whether the reader may continue.
  var hasRoom: Bool { isClosed || eventCount - readCount < readAhead }

  /// Whether the reader has stopped ahead of the test, so that the stream may have more than it has read. It stays
  /// stopped while the test reads the first half of what is unread.
  var isReaderStopped: Bool {
    if isClosed { return false }
    return switch reader {
    case .paused, .resumed: true
    case .reading: !hasRoom
    }
  }

  /// Pauses the reader until half of the unread events have been read, unless it may continue.
  mutating func pauseReader(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if hasRoom { return false }
    reader = .paused(continuation)
    return true
  }

  /// Returns the paused reader if it may continue, to be resumed once the lock is released.
  mutating func takeResumableReader() -> CheckedContinuation<Void, Never>? {
    guard case .paused(let paused) = reader, isClosed || eventCount - readCount <= readAhead / 2 else { return nil }
    reader = .resumed
    return paused
  }

  /// The reader runs again. Returns whether it should read on.
  mutating func readerDidResume() -> Bool {
    reader = .reading
    return !isClosed
  }

  // MARK: Waiting

  /// Whether there are `count` events, or never will be.
  func hasEvents(_ count: Int) -> Bool { eventCount >= count || isClosed }

  /// Whether there are `count` events, or never will be; if neither, `waiter` is signaled when there are.
  mutating func hasEvents(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if hasEvents(count) { return true }
    waiting.append((count, waiter))
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiting.removeAll { $0.waiter === waiter }
  }

  // MARK: Reading

  mutating func readNext() -> StreamEvent<Element>? {
    guard readCount < eventCount else { return nil }
    defer { readCount += 1 }
    return events[readCount]
  }

  /// Reads the next event if it is an element.
  mutating func readNextElement() -> Element? {
    // By index: of a slice, the generic code would look up half a dozen types for each element.
    guard readCount < eventCount, case .element(let element) = events[readCount] else { return nil }
    readCount += 1
    return element
  }

  /// Reads all elements up to the ending, which stays unread.
  mutating func readElements() -> [Element] {
    let elements = unread.compactMap(\.element)
    readCount += elements.count
    return elements
  }

  /// Returns all unread events, and ignores unread events from now on.
  mutating func ignoreUnread() -> [StreamEvent<Element>] {
    defer { readCount = events.count }
    ignoresUnread = true
    return Array(unread)
  }
}
