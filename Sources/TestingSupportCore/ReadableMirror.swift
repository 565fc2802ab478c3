import Dispatch

extension Mirror {
  /// The mirror of a value, without fields that cannot be read.
  ///
  /// Where there is no Objective-C, reflection cannot read a block of C, and to try ends the process. `DispatchWorkItem`
  /// has one, and so do the objects that debounce with it.
  package init(readable value: Any) {
    #if !canImport(ObjectiveC)
      if type(of: value) == DispatchWorkItem.self {
        self.init(value, children: EmptyCollection<Child>(), displayStyle: .class)
        return
      }
    #endif
    self.init(reflecting: value)
  }
}
