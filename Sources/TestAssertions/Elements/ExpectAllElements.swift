import Testing
import TestingSupportCore

/// Expects every element of a sequence to satisfy a condition, and names those that don't.
///
/// Use it in place of `#expect(elements.allSatisfy { … })`, which names none of them.
///
/// ```swift
/// expectAllElements(of: cart.items) { $0.price > 0 }
/// ```
/// ```
/// 2 of 3 elements do not satisfy the condition
///   [0]: Item(name: "Tea", price: 0)
///   [2]: Item(name: "Milk", price: -1)
/// ```
///
/// An element for which the condition throws does not satisfy it. A sequence without elements fails too, because
/// nothing was checked.
///
/// - Parameters:
///   - elements: What to check. The sequence is read once.
///   - allowsNone: Whether a sequence without elements passes.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
///   - predicate: Whether an element is as it should be.
public func expectAllElements<S: Sequence>(
  of elements: S,
  allowsNone: Bool = false,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ predicate: (S.Element) throws -> Bool
) {
  var count = 0
  var failures: [String] = []
  var failureCount = 0
  for element in elements {
    var reason: String?
    do {
      if try !predicate(element) { reason = "" }
    } catch {
      reason = "\n    threw \(String(describingForTest: error))"
    }
    if let reason {
      failureCount += 1
      if failures.count < 20 { failures.append("\n  [\(count)]: \(ValueText(element).text)\(reason)") }
    }
    count += 1
  }
  if count == 0, !allowsNone {
    let advice = "Pass `allowsNone: true` if there may be none."
    recordIssue("No element was checked\n\(advice)", comment: comment(), sourceLocation: sourceLocation)
  }
  if failureCount == 0 { return }
  let title = "\(failureCount.grouped) of \(count.grouped) element\(count == 1 ? "" : "s")"
  let more = failureCount > failures.count ? "\n  … and \((failureCount - failures.count).grouped) more" : ""
  recordIssue(
    "\(title) \(failureCount == 1 ? "does" : "do") not satisfy the condition\(failures.joined())\(more)",
    comment: comment(),
    sourceLocation: sourceLocation
  )
}
