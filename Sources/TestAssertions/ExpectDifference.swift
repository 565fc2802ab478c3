import Testing
import TestingSupportCore

/// Expects an operation to change a value in exactly the ways given.
///
/// Use it to test what a method does to some state, without repeating the state that it doesn't change: the changes are
/// applied to a copy of the earlier value, and everything else must be the same.
///
/// ```swift
/// expectDifference(cart.order) {
///   cart.removeLast()
/// } changes: {
///   $0.lines.removeLast()
///   $0.isUpToDate = false
/// }
/// ```
///
/// If the values differ, the test fails at the line of the call, reports the difference, and continues. It also fails
/// if a closure throws, and if nothing changed and no change was expected: use
/// ``expectNoDifference(_:_:_:sourceLocation:)`` for that.
///
/// - Parameters:
///   - value: The value, read before the operation and after it. A class is one instance all along: give what is in it.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
///   - operation: What is expected to change the value.
///   - changes: Applies the expected changes to the earlier value.
public func expectDifference<T: Equatable>(
  _ value: @autoclosure () throws -> T,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  after operation: () throws -> Void,
  changes: (inout T) throws -> Void
) {
  let steps = DifferenceSteps(comment: comment(), sourceLocation: sourceLocation)
  guard let before = steps.result(of: "reading the value", value) else { return }
  guard steps.result(of: "the operation", operation) != nil else { return }
  guard let after = steps.result(of: "reading the value after the operation", value) else { return }
  steps.check(from: before, to: after, changes)
}

/// Expects an asynchronous operation to change a value in exactly the ways given.
///
/// Use it like the synchronous function. It awaits the operation; if the operation starts tasks, wait for them in the
/// closure.
///
/// ```swift
/// await expectDifference(cart.order) {
///   await cart.refresh()
/// } changes: {
///   $0.isUpToDate = true
/// }
/// ```
///
/// - Parameters:
///   - value: The value, read before the operation and after it. A class is one instance all along: give what is in it.
///   - comment: A comment to add to the failure.
///   - isolation: The isolation in which the closures run. Defaults to the caller's.
///   - sourceLocation: Where the failure is recorded.
///   - operation: What is expected to change the value.
///   - changes: Applies the expected changes to the earlier value.
public func expectDifference<T: Equatable>(
  _ value: @autoclosure () async throws -> T,
  _ comment: @autoclosure () -> Comment? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after operation: () async throws -> Void,
  changes: (inout T) throws -> Void
) async {
  let steps = DifferenceSteps(comment: comment(), sourceLocation: sourceLocation)
  do {
    let before = try await value()
    do {
      try await operation()
    } catch {
      return steps.record(error, of: "the operation")
    }
    let after = try await value()
    steps.check(from: before, to: after, changes)
  } catch {
    steps.record(error, of: "reading the value")
  }
}

/// What the synchronous and the asynchronous function have in common.
private struct DifferenceSteps {
  let comment: Comment?
  let sourceLocation: SourceLocation

  func result<R>(of step: String, _ body: () throws -> R) -> R? {
    do {
      return try body()
    } catch {
      record(error, of: step)
      return nil
    }
  }

  func record(_ error: any Error, of step: String) {
    record("expectDifference could not compare, because \(step) threw: \(ValueText(error: error).text)")
  }

  func check<T: Equatable>(from before: T, to after: T, _ changes: (inout T) throws -> Void) {
    var expected = before
    guard result(of: "making the expected changes", { try changes(&expected) }) != nil else { return }
    if expected == after {
      guard expected == before else { return }
      record("Nothing changed, and no change was expected\nUse `expectNoDifference` instead.")
    } else {
      let report = DifferenceReport(betweenUnequal: expected, and: after)
      record(report.headed(before == after ? "the operation changed nothing, " : "after the operation, "))
    }
  }

  private func record(_ text: String) {
    recordIssue(text, comment: comment, sourceLocation: sourceLocation)
  }
}
