public import DeterministicScheduling
import Testing
public import XCTest

extension XCTestCase {
  /// Runs code of an `async` test method on a schedule of its own: in the same order every time, and in virtual time.
  ///
  /// Use it around the body of a test that would otherwise depend on how busy the machine is:
  ///
  /// ```swift
  /// @MainActor
  /// func test_search_isDebounced() async throws {
  ///   try await withDeterministicScheduling {
  ///     let sut = SearchViewModel()
  ///     sut.type("sw")
  ///     sut.type("swift")
  ///     try await Task.sleep(for: .seconds(1))  // virtual: takes no time
  ///     XCTAssertEqual(sut.searches, ["swift"])
  ///   }
  /// }
  /// ```
  ///
  /// It is what the trait `.deterministic` is for a test of Swift Testing. Every issue that the code records fails the
  /// test at the issue's own line, as with ``failOnIssues(isolation:file:line:_:)``. Code that waits with nothing left that
  /// could run is given time for the outside, then it fails the test at `file` and `line`.
  ///
  /// What still sleeps when the code has ended goes on in real time, and a tracked object that it holds counts as leaked:
  /// sleep in the code until it is over.
  ///
  /// - Parameters:
  ///   - seed: Decides the order; first in, first out without.
  ///   - strategy: How the seed decides it.
  ///   - limit: How long, in real time, the code may rest until something from outside wakes it.
  ///   - isolation: The isolation of the caller.
  ///   - file: Where to fail if the code does not come to its end.
  ///   - line: The same.
  ///   - body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws, or an error if it had to be left behind.
  @discardableResult
  public func withDeterministicScheduling<R>(
    seed: UInt64? = nil,
    strategy: InterleavingStrategy = .random,
    outside limit: Duration = .seconds(5),
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () async throws -> R
  ) async throws -> R {
    let location = SourceLocation(file: file, line: line)
    return try await failing(at: location) { () async throws -> R in
      try await DeterministicScheduling.withDeterministicScheduling(
        seed: seed,
        strategy: strategy,
        outside: limit,
        sourceLocation: location,
        body
      )
    }
  }
}
