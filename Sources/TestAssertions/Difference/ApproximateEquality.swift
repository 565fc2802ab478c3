import TestingSupportCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares values of unknown type, and lets the floating-point numbers inside them be a little apart.
///
/// A value counts as equal if its `==` returns `true`, or if all of its parts are equal and a number among them is
/// within the accuracy. If there is no such number, the value's `==` is right: something differs that its parts don't
/// show.
final class ApproximateEquality {
  private let accuracy: Double
  private var exact = DynamicEquality()
  private var toleratedCount = 0
  private var objects = ObjectPairs()
  private var depth = 0

  private static let deepest = 64

  init(accuracy: Double) {
    self.accuracy = accuracy
  }

  /// Whether the values are equal but for numbers that are close enough.
  func areEqual(_ expected: Any, _ actual: Any) -> Bool {
    isClose(expected, actual) && toleratedCount > 0
  }

  private func isClose(_ expected: Any, _ actual: Any) -> Bool {
    guard type(of: expected) == type(of: actual), depth < Self.deepest else { return false }
    depth += 1
    defer { depth -= 1 }
    let areEqual = exact.areExactlyEqual(expected, actual)
    if areEqual == true { return true }
    let countBefore = toleratedCount
    guard areNumbersClose(expected, actual) ?? arePartsClose(expected, actual) else { return false }
    return areEqual == nil || toleratedCount > countBefore
  }

  /// `nil` for what is no number, and no date, which is one inside.
  private func areNumbersClose(_ expected: Any, _ actual: Any) -> Bool? {
    let distance: Double
    if let expected = expected as? any BinaryFloatingPoint {
      guard let actual = actual as? any BinaryFloatingPoint else { return false }
      distance = abs(Self.double(expected) - Self.double(actual))
    } else if let expected = expected as? Date, let actual = actual as? Date {
      distance = abs(expected.timeIntervalSince(actual))
    } else {
      return nil
    }
    guard distance <= accuracy else { return false }
    toleratedCount += 1
    return true
  }

  private static func double(_ number: some BinaryFloatingPoint) -> Double { Double(number) }

  private func arePartsClose(_ expected: Any, _ actual: Any) -> Bool {
    if type(of: expected) == AnyHashable.self, let pair = (expected, actual) as? (AnyHashable, AnyHashable) {
      return isClose(pair.0.base, pair.1.base)
    }
    let mirrors = (Mirror(readable: expected), Mirror(readable: actual))
    switch mirrors.0.displayStyle {
    case .set: return false
    case .dictionary: return areEntriesClose(expected, actual)
    case .class where expected as AnyObject === actual as AnyObject: return true
    case .class where !exact.isEquatable(type(of: expected)) || !objects.visit(expected, actual): return false
    default: break
    }
    let fields = (Fields(of: mirrors.0), Fields(of: mirrors.1))
    // Without fields to look into, a value with an `==` is unequal, and one without cannot be compared.
    if fields.0.count == 0 { return fields.1.count == 0 && !exact.isEquatable(type(of: expected)) }
    guard fields.0.labels == fields.1.labels else { return false }
    return zip(fields.0, fields.1).allSatisfy { isClose($0.value, $1.value) }
  }

  private func areEntriesClose(_ expected: Any, _ actual: Any) -> Bool {
    guard let expected = expected as? [AnyHashable: Any], let actual = actual as? [AnyHashable: Any] else {
      return false
    }
    guard expected.count == actual.count else { return false }
    return expected.allSatisfy { key, value in actual[key].map { isClose(value, $0) } ?? false }
  }
}
