import TestingSupportCore

/// Knows the types whose fields say less than their descriptions: numbers, strings, dates, URLs.
struct LeafTypes {
  private var areOfLibrary: [ObjectIdentifier: Bool] = [:]

  /// Whether a difference shows the values in full, rather than their parts.
  mutating func contains(_ value: Any) -> Bool {
    let mirror = Mirror(readable: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { contains($0.value) } ?? true
    case .collection, .dictionary, .set, .tuple: return false
    case .enum: return mirror.children.isEmpty
    default: return (mirror.children.isEmpty && mirror.superclassMirror == nil) || isOfLibrary(type(of: value))
    }
  }

  /// Whether values of the type can be called, and by that token not compared.
  static func isFunction(_ type: Any.Type) -> Bool {
    String(reflecting: type).contains(" -> ") && !(type is AnyObject.Type)
  }

  // `__C` is where types imported from C and Objective-C live.
  private static let libraries: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "__C",
  ]

  private mutating func isOfLibrary(_ type: Any.Type) -> Bool {
    if let known = areOfLibrary[ObjectIdentifier(type)] { return known }
    let module = String(reflecting: type).prefix { $0 != "." }
    let isOfLibrary = Self.libraries.contains(String(module))
    areOfLibrary[ObjectIdentifier(type)] = isOfLibrary
    return isOfLibrary
  }
}
