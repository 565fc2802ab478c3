/// Knows the types whose insides say less than the values themselves: numbers, texts, dates, URLs.
struct LeafTypes {
  private var areOfLibrary: [ObjectIdentifier: Bool] = [:]

  /// Whether a difference is told by showing the values, rather than by looking into them.
  mutating func contains(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
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

  private mutating func isOfLibrary(_ type: Any.Type) -> Bool {
    if let known = areOfLibrary[ObjectIdentifier(type)] { return known }
    let name = String(reflecting: type)
    let isOfLibrary = name.hasPrefix("Swift.") || name.hasPrefix("Foundation") || name.hasPrefix("__C.")
    areOfLibrary[ObjectIdentifier(type)] = isOfLibrary
    return isOfLibrary
  }
}
