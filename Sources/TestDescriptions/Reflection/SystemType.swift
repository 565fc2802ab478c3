/// Types of the standard library and the system, whose own descriptions are the best available.
///
/// They cannot be written in terms of this module, so asking for them always ends.
enum SystemType {
  private static let modules: Set<Substring> = [
    "Swift", "_Concurrency", "Foundation", "FoundationEssentials", "Dispatch", "CoreFoundation", "__C",
  ]

  static func isTypeOf(_ value: Any) -> Bool {
    let name = String(reflecting: type(of: value))
    return !name.contains(".") || modules.contains(name.prefix { $0 != "." })
  }
}
