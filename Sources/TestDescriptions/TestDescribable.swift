public import Testing

/// A type whose values describe themselves in one readable line for failing tests.
///
/// Add conformances for the models that your tests compare, in the test target, at the end of the file that uses them.
/// Swift Testing prints `testDescription` for a value on its own, and `debugDescription` for one inside an array, a
/// dictionary, or the payload of an enum; this protocol makes the two the same.
///
/// ```swift
/// extension Network: TestDescribable {
///   public var testDescription: String {
///     TestDescription(for: self).id(id).text(ssid).flag("selected", isSelected).flag("🔒", isSecure).description
///   }
/// }
/// ```
///
/// A conformance without any code is enough to start with: `extension NetworkModel: TestDescribable {}` describes the
/// value by its fields, as ``TestDescription/init(reflecting:)`` does.
///
/// - Note: Your own `testDescription` must not use `"\(self)"`, which would recurse endlessly. A subclass of `NSObject`
///   inherits a `debugDescription`, which takes precedence: override it to return `testDescription`.
public protocol TestDescribable: CustomTestStringConvertible, CustomDebugStringConvertible {}

extension TestDescribable {
  /// The value's fields, as ``TestDescription/init(reflecting:)`` shows them.
  public var testDescription: String {
    TestDescription(reflecting: self).description
  }

  /// The same as `testDescription`.
  public var debugDescription: String {
    testDescription
  }
}
