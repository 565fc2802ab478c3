public import Testing

/// A type whose values say in one readable line what a failing test needs to know of them.
///
/// Conform the models that your tests compare, in the test target, at the end of the file that uses them. Swift Testing
/// takes `testDescription` for a value that stands alone, and `debugDescription` for one inside an array, a dictionary
/// or the payload of an enum; this protocol makes the two say the same.
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
/// - Note: A `testDescription` of your own must not be written in terms of `"\(self)"`: text made of the value asks
///   for its description again, without end. A subclass of `NSObject` inherits a `debugDescription`, which stays in
///   force: override it to return `testDescription`.
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
