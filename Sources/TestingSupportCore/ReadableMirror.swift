import Dispatch

extension Mirror {
  /// The mirror of a value, without fields that cannot be read.
  ///
  /// Where there is no Objective-C, reflection cannot read a block of C, and to try ends the process.
  /// `DispatchWorkItem` has one, and so do the objects that debounce with it.
  package init(readable value: Any) {
    #if !canImport(ObjectiveC)
      if type(of: value) == DispatchWorkItem.self {
        self.init(value, children: EmptyCollection<Child>(), displayStyle: .class)
        return
      }
    #endif
    let mirror = Mirror(reflecting: value)
    guard mirror.children.isEmpty, mirror.subjectType != type(of: value) else {
      self = mirror
      return
    }
    self = Self.ofStoredFields(value) ?? mirror
  }

  /// The mirror of a structure whose own mirror is that of another value and empty: `Mirror(reflecting: rawValue)` of a
  /// number doesn't contain the number.
  private static func ofStoredFields(_ value: Any) -> Mirror? {
    let type = type(of: value)
    guard !(type is AnyObject.Type) else { return nil }
    func fields<Value>(_ value: Value) -> [Child] {
      (0..<storedFieldCount(value, type: type)).map { index in
        var name: UnsafePointer<CChar>?
        var release: FreeName?
        let field = storedField(of: value, type: type, index: index, outName: &name, outFreeFunc: &release)
        defer { release?(name) }
        return (name.map { String(cString: $0) }, field)
      }
    }
    let children = _openExistential(value, do: fields)
    return children.isEmpty ? nil : Mirror(value, children: children, displayStyle: .struct)
  }
}

// How the standard library itself reads the fields of a value without a custom mirror; part of its stable binary
// interface.

private typealias FreeName = @convention(c) (UnsafePointer<CChar>?) -> Void

@_silgen_name("swift_reflectionMirror_count")
private func storedFieldCount<Value>(_: Value, type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_subscript")
private func storedField<Value>(
  of: Value,
  type: Any.Type,
  index: Int,
  outName: UnsafeMutablePointer<UnsafePointer<CChar>?>,
  outFreeFunc: UnsafeMutablePointer<FreeName?>
) -> Any
