#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells strong fields from weak and unowned ones.
///
/// A mirror does not: it reads a weak field as an optional reference like any other. The runtime knows, and tells through
/// two functions that the standard library's own reflection uses. Where they are not to be found, every field counts as
/// strong.
enum FieldStrength {
  /// Whether a field holds what it refers to.
  ///
  /// - Parameters:
  ///   - offset: The field's place among those that the type itself declares.
  ///   - type: The type, which may be a class with a superclass.
  ///   - fieldCount: How many fields the type itself declares.
  static func isStrong(fieldAt offset: Int, of type: Any.Type, fieldCount: Int) -> Bool {
    guard let functions else { return true }
    // The runtime counts the fields of the superclasses first.
    let place = functions.count(type) - fieldCount + offset
    guard place >= 0, place < functions.count(type) else { return true }
    var field = Field()
    _ = functions.describe(type, place, &field)
    field.free?(field.name)
    return field.isStrong
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
    let describe: @convention(thin) (Any.Type, Int, UnsafeMutableRawPointer) -> UnsafeRawPointer
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
        to: (@convention(thin) (Any.Type, Int, UnsafeMutableRawPointer) -> UnsafeRawPointer).self
      )
    )
  }()
}
