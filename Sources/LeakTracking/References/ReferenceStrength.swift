#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether a field retains what it refers to.
///
/// A mirror doesn't report it: it reads a weak field as an optional reference like any other. The runtime reports it
/// through two functions that the standard library's own reflection uses. If they are not found, the strength of every
/// field is unknown.
enum ReferenceStrength: Equatable {
  case strong
  /// The field is weak or unowned.
  case holdsNothing
  /// The field is not declared by the type, but added by its custom mirror.
  case unknown
  /// The field is a block of C, which reflection cannot read where there is no Objective-C: it would end the process.
  case unreadable(name: String)
}

extension ReferenceStrength {
  /// The fields of a type, those of its superclasses first; `nil` where the runtime doesn't know.
  static func fields(of type: Any.Type) -> [(name: String, strength: ReferenceStrength)]? {
    guard let functions else { return nil }
    return (0..<functions.count(type)).map { functions.field(at: $0, of: type) }
  }

  /// How the runtime describes a field.
  private struct Field {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
  }

  private struct Functions: Sendable {
    let count: @convention(thin) (Any.Type) -> Int
    let describe: @convention(thin) (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type

    func field(at place: Int, of type: Any.Type) -> (name: String, strength: ReferenceStrength) {
      var field = Field()
      let fieldType = describe(type, place, &field)
      let name = field.name.map { String(cString: $0) } ?? ""
      field.free?(field.name)
      let isBlock = "\(fieldType)".hasPrefix("@convention(block)")
      if isBlock { return (name, .unreadable(name: name)) }
      return (name, field.isStrong ? .strong : .holdsNothing)
    }
  }

  private static let functions: Functions? = {
    guard
      let process = dlopen(nil, RTLD_LAZY),
      let count = dlsym(process, "swift_reflectionMirror_recursiveCount"),
      let describe = dlsym(process, "swift_reflectionMirror_recursiveChildMetadata")
    else { return nil }
    return Functions(
      count: unsafeBitCast(count, to: (@convention(thin) (Any.Type) -> Int).self),
      describe: unsafeBitCast(
        describe,
        to: (@convention(thin) (Any.Type, Int, UnsafeMutableRawPointer) -> Any.Type).self
      )
    )
  }()
}
