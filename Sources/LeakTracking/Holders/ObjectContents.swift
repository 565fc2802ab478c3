/// What one object holds directly: through its fields, its superclass's fields, and the values in them.
struct ObjectContents {
  struct Reference {
    /// From the object to the reference: `.state.loaded[0]`.
    let field: String
    let object: AnyObject
  }

  private(set) var references: [Reference] = []
  /// Fields with closures and tasks, which reflection cannot look into.
  private(set) var opaque: [String] = []

  /// How many elements of a collection are looked at.
  private static let elementLimit = 10_000
  /// How deep values are looked into before an object comes.
  private static let depthLimit = 12

  init(of object: AnyObject) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      collect(current, type: current.subjectType, path: "", depth: 0)
      mirror = current.superclassMirror
    }
  }

  private mutating func collect(_ mirror: Mirror, type: Any.Type, path: String, depth: Int) {
    switch mirror.displayStyle {
    case .optional, .enum:
      for child in mirror.children {
        let isPayloadOfOptional = mirror.displayStyle == .optional
        look(at: child.value, path: isPayloadOfOptional ? path : "\(path).\(child.label ?? "?")", depth: depth)
      }
    case .collection, .set:
      for (index, child) in mirror.children.prefix(Self.elementLimit).enumerated() {
        look(at: child.value, path: mirror.displayStyle == .set ? "\(path){…}" : "\(path)[\(index)]", depth: depth)
      }
    case .dictionary:
      for child in mirror.children.prefix(Self.elementLimit) { lookAtEntry(child.value, path: path, depth: depth) }
    default:
      collectFields(of: mirror, type: type, path: path, depth: depth)
    }
  }

  /// A field that does not hold what it refers to is not even read: what an unowned one refers to may be gone.
  private mutating func collectFields(of mirror: Mirror, type: Any.Type, path: String, depth: Int) {
    let children = mirror.children
    var place = children.startIndex
    var offset = 0
    while place != children.endIndex {
      if FieldStrength.isStrong(fieldAt: offset, of: type, fieldCount: children.count) {
        let child = children[place]
        look(at: child.value, path: path + Self.name(child.label, at: offset), depth: depth)
      }
      children.formIndex(after: &place)
      offset += 1
    }
  }

  private mutating func lookAtEntry(_ entry: Any, path: String, depth: Int) {
    let parts = Array(Mirror(reflecting: entry).children)
    guard parts.count == 2 else { return }
    let key = String(reflecting: parts[0].value)
    look(at: parts[0].value, path: "\(path).keys", depth: depth)
    look(at: parts[1].value, path: "\(path)[\(key.count > 40 ? "…" : key)]", depth: depth)
  }

  private mutating func look(at value: Any, path: String, depth: Int) {
    let type = type(of: value)
    if type is AnyClass {
      references.append(Reference(field: path, object: value as AnyObject))
    } else if depth < Self.depthLimit {
      let name = "\(type)"
      if name.contains("->") && Self.isFunction(value) || name.hasPrefix("Task<") {
        opaque.append("\(path) (a \(name.hasPrefix("Task<") ? "task" : "closure"))")
      } else {
        collect(Mirror(reflecting: value), type: type, path: path, depth: depth + 1)
      }
    }
  }

  // A function has no fields and no style; a struct whose type takes one (`Box<() -> Void>`) has a style.
  private static func isFunction(_ value: Any) -> Bool {
    Mirror(reflecting: value).displayStyle == nil
  }

  private static func name(_ label: String?, at offset: Int) -> String {
    guard let label else { return ".\(offset)" }
    // How the compiler names the storage of lazy properties.
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return ".\(label.dropFirst(lazyPrefix.count))" }
    // The elements of tuples have their point already.
    return label.hasPrefix(".") ? label : ".\(label)"
  }
}
