/// A type or a function of a source file, as far as the checks look at it.
struct Declaration: Sendable {
  enum Kind: Hashable, Sendable {
    case function, type, `extension`
    /// Variables, initializers and whatever else has a name.
    case other
  }

  struct Attribute: Sendable {
    let name: Substring
    /// What stands between its parentheses.
    let arguments: Range<Int>
  }

  let kind: Kind
  let name: Substring
  let line: Int
  let attributes: [Attribute]
  let modifiers: [Substring]
  /// What stands between the name, or the parameters, and the body.
  var signature: Range<Int>
  /// What stands between its braces; empty without any.
  var body: Range<Int>
  var members: [Declaration] = []

  var isTest: Bool { kind == .function && has("Test") }
  var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

  func has(_ attribute: String) -> Bool {
    attributes.contains { $0.name == attribute }
  }
}
