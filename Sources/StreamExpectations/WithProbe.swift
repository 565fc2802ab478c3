import DeterministicScheduling
import Testing
import TestingSupportCore

/// Reads a sequence step by step, and expects that nothing of it is left unread.
///
/// The sequence is subscribed before `body` starts: its iterator has been created, and the first element has been
/// requested. The test fails and lists all events that `body` does not read. When this function returns, the reading
/// has finished, even if `body` throws.
///
/// The probe reads at most 10,000 events ahead of the test, or 1,000 where the order of tasks follows a seed, as with
/// `.interleavings`. So a sequence that always has another element can be read as far as the test needs it. End such a
/// test with ``StreamProbe/ignoreRemaining()``.
///
/// ```swift
/// await withProbe(of: sut.statuses, name: "statuses") { statuses in
///   await statuses.expectNext(.enabled)
///   location.simulateEnd()
///   await statuses.expectFinish()
/// }
/// ```
///
/// - Parameters:
///   - sequence: What to subscribe to. It may be any, `Sendable` or not, and is read in the isolation of the test.
///   - name: What failures call the probe.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where unread events are recorded.
///   - body: Acts and reads.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws. What is unread is then no failure, unless it is another error: that may be the cause.
@discardableResult
public func withProbe<S: AsyncSequence, R, E: Error>(
  of sequence: S,
  name: String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (StreamProbe<S.Element>) async throws(E) -> R
) async throws(E) -> R {
  let reader = await StreamReader(of: sequence, readAhead: ProbeReadAhead.limit, sourceLocation: sourceLocation)
  let probe = reader.probe(named: name)
  let result: R
  do throws(E) {
    result = try await body(probe)
  } catch {
    probe.tellUnreadFailure(beside: error, sourceLocation: sourceLocation)
    await reader.stop(sourceLocation: sourceLocation)
    throw error
  }
  _ = await probe.letEventsArrive(sourceLocation: sourceLocation)
  probe.expectAllRead(sourceLocation: sourceLocation)
  await reader.stop(sourceLocation: sourceLocation)
  return result
}

/// Reads step by step what a double receives, and expects that no event is left unread.
///
/// Use it for callbacks, delegates and spies: feed the probe from the double.
///
/// ```swift
/// await withProbe(for: String.self, name: "titles") { titles in
///   let sut = Presenter(onTitle: { titles.send($0) })
///   sut.load()
///   await titles.expectNext("Feed")
/// }
/// ```
///
/// - Parameters:
///   - type: What the double receives.
///   - name: What failures call the probe.
///   - isolation: The isolation to wait in: the caller's.
///   - sourceLocation: Where unread events are recorded.
///   - body: Acts and reads.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws. What is unread is then no failure, unless it is another error: that may be the cause.
@discardableResult
public func withProbe<Element: Sendable, R, E: Error>(
  for type: Element.Type,
  name: String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (StreamProbe<Element>) async throws(E) -> R
) async throws(E) -> R {
  let probe = StreamProbe<Element>(name: name)
  let result: R
  do throws(E) {
    result = try await body(probe)
  } catch {
    probe.tellUnreadFailure(beside: error, sourceLocation: sourceLocation)
    throw error
  }
  _ = await probe.letEventsArrive(sourceLocation: sourceLocation)
  probe.expectAllRead(sourceLocation: sourceLocation)
  return result
}

/// Reads several sequences step by step, each with its own probe.
///
/// All are subscribed, in their order, before `body` starts. In all else it is
/// ``withProbe(of:name:isolation:sourceLocation:_:)``.
///
/// ```swift
/// await withProbes(of: sut.statuses, sut.prompts, names: ["statuses", "prompts"]) { statuses, prompts in
///   await statuses.expectNext(.enabled)
///   location.simulateAuthorization(.disabled)
///   await statuses.expectNext(.disabled)
///   await prompts.expectNext("Location is disabled")
/// }
/// ```
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - names: What failures call the probes; by default, by their number.
///   - isolation: The isolation that the sequences are read in: the caller's.
///   - sourceLocation: Where unread events are recorded.
///   - body: Acts and reads.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws. What is unread is then no failure, unless it is another error: that may be the cause.
@discardableResult
public func withProbes<each S: AsyncSequence, R, E: Error>(
  of sequence: repeat each S,
  names: [String] = [],
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (repeat StreamProbe<(each S).Element>) async throws(E) -> R
) async throws(E) -> R {
  var number = 0
  func nextName() -> String {
    defer { number += 1 }
    return number < names.count ? names[number] : "\(number + 1)"
  }
  let readers =
    (repeat await StreamReader(of: each sequence, readAhead: ProbeReadAhead.limit, sourceLocation: sourceLocation))
  let probes = (repeat (each readers).probe(named: nextName()))
  let result: R
  do throws(E) {
    result = try await body(repeat each probes)
  } catch {
    for probe in repeat each probes { probe.tellUnreadFailure(beside: error, sourceLocation: sourceLocation) }
    for reader in repeat each readers { await reader.stop(sourceLocation: sourceLocation) }
    throw error
  }
  var hasSettled = false
  for probe in repeat each probes {
    if !hasSettled { hasSettled = await probe.letEventsArrive(sourceLocation: sourceLocation) }
  }
  for probe in repeat each probes { probe.expectAllRead(sourceLocation: sourceLocation) }
  for reader in repeat each readers { await reader.stop(sourceLocation: sourceLocation) }
  return result
}

extension StreamReader {
  fileprivate func probe(named name: String?) -> StreamProbe<Element> {
    StreamProbe(log: log, name: name, cancelReading: cancel)
  }
}

extension StreamProbe {
  /// Waits for events that are still in flight: all of them in a deterministic test, usually all in any other test.
  ///
  /// A deterministic test that never becomes idle fails, unless the probe could miss no event.
  ///
  /// - Returns: Whether that is true of the events of all probes.
  fileprivate func letEventsArrive(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async -> Bool {
    guard CurrentTestSchedule.settlingSchedule != nil else {
      // Enough for a reader, which stands first in line, and few for a test.
      await log.letIn(turns: 32)
      return false
    }
    if log.withState({ $0.isClosed || $0.ignoresUnread }) {
      _ = await becomesIdle()
      return false
    }
    await settle(sourceLocation: sourceLocation)
    return true
  }

  fileprivate func expectAllRead(sourceLocation: SourceLocation) {
    let (unread, pause) = log.withState { ($0.ignoresUnread ? [] : Array($0.unread), $0.pauseText) }
    if unread.isEmpty { return }
    recordIssue(
      """
      Unread events in \(title)\(list(of: unread))\(pause)
      Read them, or call `ignoreRemaining()`.
      """,
      sourceLocation: sourceLocation
    )
  }

  /// A body that throws has read no more, and an error that it has not read may be why.
  fileprivate func tellUnreadFailure(beside thrown: any Error, sourceLocation: SourceLocation) {
    guard case .failure(let error) = log.withState({ $0.ignoresUnread ? nil : $0.unread.last }) else { return }
    if isSameError(error, thrown) { return }
    let text = "The stream of \(title) threw an error that was never read"
    recordIssue(
      "\(text)\n\(String(describingForMessage: error))\nIt may be why the body threw.",
      sourceLocation: sourceLocation
    )
  }
}
