import Testing
import TestingSupportCore

/// A clock that the code under test is not expected to use.
///
/// Use it to check that code does not depend on time. Each use fails the test, at the line that creates the clock, and
/// is then forwarded to the wrapped clock, so nothing hangs.
///
/// ```swift
/// let server = FailingServer(failures: 0)
/// let content = try await retrying(on: .unimplemented()) { try await server.load() }  // fails if it sleeps
/// #expect(content == "content")
/// ```
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the time of the wrapped clock.
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String
  private let sourceLocation: SourceLocation

  /// Creates a clock that fails the test at each use.
  ///
  /// - Parameters:
  ///   - base: The clock that carries on after the failure.
  ///   - name: What to call the clock in the failure.
  ///   - sourceLocation: Where an issue is recorded.
  public init(
    _ base: some Clock<Duration>,
    name: String = "UnimplementedClock",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.base = AnyClock(base)
    self.name = name
    self.sourceLocation = sourceLocation
  }

  /// The time of the wrapped clock. Fails the test.
  public var now: Instant {
    report("its time was read")
    return base.now
  }

  /// The smallest step of the wrapped clock. Fails the test.
  public var minimumResolution: Duration {
    report("its resolution was read")
    return base.minimumResolution
  }

  /// Sleeps on the wrapped clock. Fails the test.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: How much later is good enough.
  /// - Throws: What the wrapped clock throws.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("it was asked to sleep for \(messageText(base.now.duration(to: deadline)))")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ use: String) {
    let text =
      "Unexpected use of \(name): \(use)\nPass a `TestClock` or an `ImmediateClock` if the test depends on time."
    recordIssue(text, sourceLocation: sourceLocation)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that fails the test at each use and then behaves like an ``ImmediateClock``.
  ///
  /// - Parameters:
  ///   - name: What to call the clock in the failure.
  ///   - sourceLocation: Where an issue is recorded.
  public init(name: String = "UnimplementedClock", sourceLocation: SourceLocation = #_sourceLocation) {
    self.init(ImmediateClock(), name: name, sourceLocation: sourceLocation)
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that the code under test is not expected to use.
  ///
  /// - Parameters:
  ///   - name: What to call the clock in the failure.
  ///   - sourceLocation: Where an issue is recorded.
  public static func unimplemented(
    _ name: String = "UnimplementedClock",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> UnimplementedClock<Swift.Duration> {
    UnimplementedClock(name: name, sourceLocation: sourceLocation)
  }
}
