internal import TestingSupportCore

/// What one object holds directly: through its fields, its superclass's fields, and the values in them.
struct ObjectContents {
  struct Reference {
    /// The object's type and the way from there to the reference: `Owner.state.loaded[0]`.
    let origin: String
    let object: AnyObject
    /// Whether it is known that no weak or unowned field stands between.
    let isCertain: Bool
  }

  /// Where in the object a value was found.
  private struct Place {
    var path: String
    var depth: Int
    var isCertain: Bool

    func inner(_ name: String, isCertain: Bool = true) -> Place {
      Place(path: path + name, depth: depth + 1, isCertain: self.isCertain && isCertain)
    }
  }

  private(set) var references: [Reference] = []
  /// Fields with closures and tasks, which reflection cannot look into.
  private(set) var opaque: [String] = []
  /// How many values were looked at.
  private(set) var lookCount = 0

  private let types: TypeMetadataCache
  private let lookLimit: Int
  /// How many elements of a collection are looked at.
  private static let elementLimit = 10_000
  /// How deep values are searched before an object is reached.
  private static let depthLimit = 12

  /// - Parameters:
  ///   - object: The object.
  ///   - types: What is known of types.
  ///   - limit: How many values to look at.
  init(of object: AnyObject, types: TypeMetadataCache, limit: Int) {
    self.types = types
    lookLimit = limit
    let start = Place(path: "\(type(of: object))", depth: 0, isCertain: true)
    if let object = object as? any LockedObject {
      // A double that other threads still use is not read without its lock.
      if let value = object.copyIfFree { look(at: value, start.inner(".value")) }
      return
    }
    if let object = object as? any NamedContents {
      for (name, value) in object.namedContents { look(atNamed: value, Place(path: name, depth: 0, isCertain: true)) }
      return
    }
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      collect(current, type: current.subjectType, at: start)
      mirror = current.superclassMirror
    }
  }

  /// What a value holds that is itself in no object.
  init(ofValue value: Any) {
    types = TypeMetadataCache()
    lookLimit = 1000
    look(at: value, Place(path: "", depth: 0, isCertain: true))
  }

  private mutating func collect(_ mirror: Mirror, type: Any.Type, at place: Place) {
    switch mirror.displayStyle {
    case .optional:
      for child in mirror.children { look(at: child.value, place.inner("")) }
    case .enum:
      for child in mirror.children { look(at: child.value, place.inner(".\(child.label ?? "?")")) }
    case .collection, .set:
      guard !types.hasPlainElements(type) else { return }
      for (index, child) in mirror.children.prefix(Self.elementLimit).enumerated() {
        look(at: child.value, place.inner(mirror.displayStyle == .set ? "{…}" : "[\(index)]"))
      }
    case .dictionary:
      for child in mirror.children.prefix(Self.elementLimit) { lookAtEntry(child.value, at: place) }
    default:
      collectFields(of: mirror, type: type, at: place)
    }
  }

  private mutating func collectFields(of mirror: Mirror, type: Any.Type, at place: Place) {
    let children = mirror.children
    let count = children.count
    for (offset, index) in children.indices.enumerated() {
      let strength = types.strength(ofFieldAt: offset, of: type, count: count) { children[index].label }
      switch strength {
      // Not even read: the object of an unowned field may be deallocated.
      case .holdsNothing: continue
      case .unreadable(let name): opaque.append("\(place.path).\(name) (a closure)")
      case .strong, .unknown:
        let child = children[index]
        look(at: child.value, place.inner(Self.name(child.label, at: offset), isCertain: strength == .strong))
      }
    }
  }

  private mutating func lookAtEntry(_ entry: Any, at place: Place) {
    let parts = Array(Mirror(reflecting: entry).children)
    guard parts.count == 2 else { return }
    let key = String(reflecting: parts[0].value)
    look(at: parts[0].value, place.inner(".keys"))
    look(at: parts[1].value, place.inner("[\(key.count > 40 ? "…" : key)]"))
  }

  private mutating func look(atNamed value: Any, _ place: Place) {
    // Its name says what the closure is.
    if types.kind(of: type(of: value)) == .nearFunction { opaque.append(place.path) } else { look(at: value, place) }
  }

  private mutating func look(at value: Any, _ place: Place) {
    let type = type(of: value)
    let kind = types.kind(of: type)
    guard lookCount < lookLimit, kind != .plain else { return }
    lookCount += 1
    switch kind {
    case .object:
      references.append(Reference(origin: place.path, object: Self.object(in: value), isCertain: place.isCertain))
    case .task: opaque.append("\(place.path) (a task)")
    case .nearFunction, .other, .plain:
      let mirror = Mirror(reflecting: value)
      // A function has no fields and no style; a struct whose type takes one (`Box<() -> Void>`) has a style.
      if kind == .nearFunction, mirror.displayStyle == nil {
        opaque.append("\(place.path) (a closure)")
      } else if place.depth <= Self.depthLimit {
        collect(mirror, type: type, at: place)
      }
    }
  }

  private static func object(in value: Any) -> AnyObject {
    if let error = value as? any Error { error.object } else { value as AnyObject }
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

extension Error {
  /// The error itself, which is an object. Where there is no Objective-C, a cast gives a box around it, into which
  /// reflection cannot look: it would end the process.
  fileprivate var object: AnyObject { unsafeBitCast(self, to: AnyObject.self) }
}
