internal import Testing

extension String {
  /// A value as Swift Testing describes it, without the names of modules: `[Item(id: 1)]`, not `[App.Item(id: 1)]`.
  package init<Value>(describingForMessage value: Value) {
    let text = String(describingForTest: value)
    self =
      text.utf8.contains(UInt8(ascii: ".")) ? TypeName.withoutModules(text, ofTypesIn: type(of: value as Any)) : text
  }
}
