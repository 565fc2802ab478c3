import Testing
import TestingSupportCore

/// The text of a value that stands inside a description.
enum ValueText {
  /// The value's own description where it has one, and its fields where it has not.
  static func of(_ value: Any) -> String {
    let scope = DescriptionScope.current
    guard scope.takeRoom() else { return "…" }
    guard let value = unwrapped(value).map(spoken) else { return "nil" }
    if let text = (value as? NamedFields)?.text ?? StandIn.text(of: value) { return text.onOneLine }
    if let text = WellKnownText.of(value) { return text }
    guard let inside = scope.entering(value) else { return cut(value, "cycle") }
    return inside.describing { ownDescription(value) ?? structure(of: value, isTooDeep: inside.isTooDeep) }.onOneLine
  }

  /// A more descriptive stand-in for a value without a description for tests.
  private static func spoken(_ value: Any) -> Any {
    value is any CustomTestStringConvertible ? value : StandIn.of(value) ?? value
  }

  private static func structure(of value: Any, isTooDeep: Bool) -> String {
    guard isTooDeep, !Mirror(readable: value).children.isEmpty else {
      return TestDescription(structureOf: value).description
    }
    return CollectionText.isCollection(value) ? "[…]" : cut(value, "…")
  }

  private static func cut(_ value: Any, _ mark: String) -> String {
    TestDescription(for: value).value(mark).description
  }

  /// What Swift Testing would print, in its order of preference, or `nil` where it would print a value's fields.
  private static func ownDescription(_ value: Any) -> String? {
    if let value = value as? any CustomTestStringConvertible { return value.testDescription }
    if CollectionText.isCollection(value) { return nil }
    if let value = value as? any CustomStringConvertible { return readable(value.description) }
    if let value = value as? any CustomDebugStringConvertible { return readable(value.debugDescription) }
    return nil
  }

  /// `nil` for the kind of description that is only an address, as `NSObject` has one.
  private static func readable(_ description: String) -> String? {
    description.hasPrefix("<") && description.contains("0x") ? nil : description
  }
}

/// The value inside any number of optionals, or `nil` if there is none.
func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(readable: value)
  guard mirror.displayStyle == .optional else { return value }
  return mirror.children.first.flatMap { unwrapped($0.value) }
}

func isEmpty(_ value: Any) -> Bool {
  (value as? any Collection)?.isEmpty ?? false
}

func isClosure(_ value: Any) -> Bool {
  Mirror(readable: value).displayStyle == nil && String(describing: type(of: value)).contains(" -> ")
}
