/// An object that names what it retains, for code that inspects objects without knowing their types.
package protocol NamedContents: AnyObject {
  /// What the object retains, each value with a name that says enough without the object: `the input of call 2 of "load"`.
  var namedContents: [(name: String, value: Any)] { get }
}
