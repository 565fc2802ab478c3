/// Compares errors of unknown type with the `==` of that type, and with nothing else.
///
/// A cast such as `error as? any Equatable` is not used: on Apple platforms it may wrap any Swift error in an
/// `NSError`, which is equal to each error with the same domain and code, whatever the error carries. Here the *types*
/// are cast. A type conforms to `Equatable` or it does not, and a value is no instance of a class that it would have to
/// be wrapped in.
package enum ErrorEquality {
  /// Whether the errors are equal, or `nil` if they have no `==` that compares them.
  ///
  /// Errors of two types are different, unless one is an instance of the other's superclass: then the superclass
  /// decides.
  package static func areEqual(_ left: any Error, _ right: any Error) -> Bool? {
    let types: [any Error.Type] = [type(of: left), type(of: right)]
    guard let base = commonType(types[0], types[1]) else { return false }
    return (base as? any (Error & Equatable).Type).map { areEqual(left, right, as: $0) }
  }

  private static func commonType(_ left: any Error.Type, _ right: any Error.Type) -> (any Error.Type)? {
    if isKind(left, of: right) { return right }
    return isKind(right, of: left) ? left : nil
  }

  /// Whether instances of a type are instances of the other: it is the same one, or a superclass.
  private static func isKind<Base: Error>(_ type: any Error.Type, of base: Base.Type) -> Bool {
    type is Base.Type
  }

  private static func areEqual<T: Error & Equatable>(_ left: any Error, _ right: any Error, as type: T.Type) -> Bool {
    guard let left = left as? T, let right = right as? T else { return false }
    return left == right
  }
}
