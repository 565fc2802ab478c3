/// The fields of a value in the order of their declaration, those of base classes first, named as in the source.
struct Fields: Sequence {
  struct Field {
    let label: String
    let value: Any
  }

  private let fields: [Field]

  init(of mirror: Mirror) {
    var inherited: [Field] = []
    if let base = mirror.superclassMirror { inherited = Fields(of: base).fields }
    let isObservable = mirror.children.contains { $0.label == Self.registrar }
    fields =
      inherited
      + mirror.children.enumerated().compactMap { index, child in
        if let label = child.label, Self.hidden.contains(label) { return nil }
        return Field(label: Self.name(child.label, at: index, isObservable: isObservable), value: child.value)
      }
  }

  var count: Int { fields.count }
  var labels: [String] { fields.map(\.label) }

  func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

  /// What the `@Observable` macro adds to a class.
  private static let registrar = "_$observationRegistrar"
  /// What a macro or, in an actor, the compiler adds.
  private static let hidden: Set = [registrar, "$defaultActor"]
  private static let lazyPrefix = "$__lazy_storage_$_"

  private static func name(_ label: String?, at index: Int, isObservable: Bool) -> String {
    guard let label else { return "\(index)" }
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return isObservable && label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
