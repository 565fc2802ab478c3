/// The name of an enum's case.
///
/// A mirror has the name of a case only if it has a payload, and printing the value uses its description, which may be
/// the current one.
package enum CaseName {
  package static func of(_ value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      runtimeCaseName(value).map { String(cString: $0) }
    }
    return _openExistential(value, do: name)
  }
}

// The standard library's own way to the name when it prints an enum; part of its stable binary interface.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
