import Testing
import TestingSupportCore

/// An element of a stream, and the instant at which it was delivered.
///
/// Delivered by a ``TimedSequence``, which counts instants from the subscription.
public struct TimedElement<Element> {
  /// How long after the subscription the element was delivered, to the nanosecond.
  public let instant: Duration
  /// What the stream delivered.
  public let element: Element

  /// Creates an element with its instant.
  ///
  /// - Parameters:
  ///   - instant: How long after the subscription the element is delivered.
  ///   - element: What the stream delivers.
  public init(at instant: Duration, _ element: Element) {
    self.instant = instant.roundedToNanoseconds
    self.element = element
  }
}

extension TimedElement: Sendable where Element: Sendable {}
extension TimedElement: Equatable where Element: Equatable {}
extension TimedElement: Hashable where Element: Hashable {}

extension TimedElement: CustomStringConvertible, CustomTestStringConvertible {
  /// The element and its instant: `3 at 2.1 seconds`.
  public var description: String { testDescription }

  /// The element and its instant: `3 at 2.1 seconds`.
  public var testDescription: String { "\(String(describingForMessage: element)) at \(instant.messageText)" }
}

extension AsyncSequence {
  /// Pairs each element of the sequence with the instant at which it is delivered.
  ///
  /// Use it to read elements with their instants from a probe:
  ///
  /// ```swift
  /// await withProbe(of: keys.makeStream().timed(on: clock)) { probe in
  ///   await clock.advance(by: .seconds(1))
  ///   await probe.expectNext(TimedElement(at: .seconds(0.1), "s"))
  ///   // …
  /// }
  /// ```
  ///
  /// - Parameter clock: The clock to read. Defaults to `ContinuousClock`, which uses virtual time in a deterministic
  ///   test and real time in any other test.
  public func timed<C: Clock>(on clock: C = ContinuousClock()) -> TimedSequence<Self, C> where C.Duration == Duration {
    TimedSequence(base: self, clock: clock)
  }
}

/// A sequence whose elements know when they were delivered.
///
/// Created by ``_Concurrency/AsyncSequence/timed(on:)``.
public struct TimedSequence<Base: AsyncSequence, C: Clock>: AsyncSequence where C.Duration == Duration {
  /// What the sequence delivers.
  public typealias Element = TimedElement<Base.Element>

  fileprivate let base: Base
  fileprivate let clock: C

  /// Subscribes to the sequence. Instants count from here.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), clock: clock, start: clock.now)
  }

  /// Reads the elements of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let clock: C
    fileprivate let start: C.Instant

    /// Waits for the next element.
    public mutating func next() async rethrows -> TimedElement<Base.Element>? {
      guard let element = try await base.next() else { return nil }
      return TimedElement(at: start.duration(to: clock.now), element)
    }

    /// Waits for the next element, without leaving an actor.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> TimedElement<Base.Element>? {
      guard let element = try await base.next(isolation: actor) else { return nil }
      return TimedElement(at: start.duration(to: clock.now), element)
    }
  }
}

extension TimedSequence: Sendable where Base: Sendable {}

extension Duration {
  /// Without the error that `.seconds(2.1)` has, because 2.1 is no floating-point number.
  fileprivate var roundedToNanoseconds: Duration {
    let (seconds, attoseconds) = components
    let nanoseconds = (Double(attoseconds) / 1e9).rounded()
    return .seconds(seconds) + .nanoseconds(Int64(nanoseconds))
  }
}
