/// A cache of what is known about types.
final class TypeMetadataCache {
  enum Kind {
    /// Its values hold no reference at all.
    case plain
    case object
    case task
    /// A function, or a type whose name has one in it.
    case nearFunction
    case other
  }

  private var kinds: [ObjectIdentifier: Kind] = [:]
  private var fields: [ObjectIdentifier: [(name: String, strength: ReferenceStrength)]] = [:]
  private var mirrored: [ObjectIdentifier: Bool] = [:]

  func kind(of type: Any.Type) -> Kind {
    let id = ObjectIdentifier(type)
    if let kind = kinds[id] { return kind }
    let kind = Self.kind(of: type)
    kinds[id] = kind
    return kind
  }

  private static func kind(of type: Any.Type) -> Kind {
    func isPlain<T>(_: T.Type) -> Bool { _isPOD(T.self) }
    if type is AnyClass { return .object }
    if _openExistential(type, do: isPlain) { return .plain }
    if type is any TaskHandle.Type { return .task }
    return "\(type)".contains("->") ? .nearFunction : .other
  }

  /// Whether the elements of a collection hold no reference at all.
  func hasPlainElements(_ collection: Any.Type) -> Bool {
    func element<S: Sequence>(_: S.Type) -> Any.Type { S.Element.self }
    guard let collection = collection as? any Sequence.Type else { return false }
    return kind(of: element(collection)) == .plain
  }

  /// The strength of a field of a type.
  ///
  /// - Parameters:
  ///   - offset: The field's place among those that the mirror lists.
  ///   - type: The type, which may be a class with a superclass.
  ///   - count: How many fields the mirror lists.
  ///   - label: What the mirror calls the field. Only a mirror of the type's own is asked.
  func strength(ofFieldAt offset: Int, of type: Any.Type, count: Int, label: () -> String?) -> ReferenceStrength {
    guard let fields = fields(of: type) else { return .unknown }
    if hasMirrorOfItsOwn(type) {
      let label = label()
      return fields.last { $0.name == label }?.strength ?? .unknown
    }
    let place = fields.count - count + offset
    return fields.indices.contains(place) ? fields[place].strength : .strong
  }

  private func fields(of type: Any.Type) -> [(name: String, strength: ReferenceStrength)]? {
    let id = ObjectIdentifier(type)
    if let known = fields[id] { return known }
    let found = ReferenceStrength.fields(of: type)
    fields[id] = found
    return found
  }

  private func hasMirrorOfItsOwn(_ type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = mirrored[id] { return known }
    let found = type is any CustomReflectable.Type
    mirrored[id] = found
    return found
  }
}

/// A task, whatever its result.
private protocol TaskHandle {}

extension Task: TaskHandle {}
