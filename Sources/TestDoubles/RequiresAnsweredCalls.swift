public import Testing
import TestingSupportCore

/// Reports, at the end of a test, the calls that the test has left without an answer.
///
/// Created by ``Testing/Trait/requiresAnsweredCalls``.
public struct AnsweredCallsTrait: TestTrait, SuiteTrait, TestScoping {
  /// The trait applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs the test and checks its spies afterward.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, AnswerScope.current == nil else { return try await function() }
    let scope = AnswerScope()
    let outerAction = PostBodyAction.current
    let atEnd = PostBodyAction {
      scope.reportUnanswered()
      await outerAction?.action()
    }
    try await AnswerScope.$current.withValue(scope) {
      try await PostBodyAction.$current.withValue(atEnd) { try await function() }
    }
    scope.reportUnanswered()
  }
}

extension Trait where Self == AnsweredCallsTrait {
  /// Requires that each call which a spy keeps for the test is answered before the test ends.
  ///
  /// Use it on a test or on a suite whose doubles call back. At the end of each test, every ``CallbackSpy`` with a
  /// pending call, and every ``FunctionSpy`` with a held one, records an issue that lists these calls, at the line that
  /// creates the spy.
  ///
  /// ```swift
  /// @Suite("Gallery", .requiresAnsweredCalls)
  /// struct GalleryTests {
  ///   // …
  /// }
  /// ```
  ///
  /// The trait checks the spies that the test's own task and its children create.
  public static var requiresAnsweredCalls: Self { Self() }
}

/// A spy that keeps calls for the test to answer.
protocol AnswerSource: AnyObject, Sendable {
  /// Records an issue if there are calls without an answer.
  func reportUnanswered()
}

/// The spies that one test creates.
final class AnswerScope: Sendable {
  @TaskLocal static var current: AnswerScope?

  // Sendable: written when it is created, and then only by the runtime, which clears a weak reference atomically.
  private struct Reference: @unchecked Sendable {
    weak var source: (any AnswerSource)?
  }

  private let sources = Locked<[Reference]>([])

  func add(_ source: any AnswerSource) {
    sources.withLock { $0.append(Reference(source: source)) }
  }

  /// Checks each spy once. A spy that was deallocated earlier has already reported its calls.
  func reportUnanswered() {
    let sources = sources.withLock { sources in
      defer { sources = [] }
      return sources
    }
    for reference in sources { reference.source?.reportUnanswered() }
  }
}
