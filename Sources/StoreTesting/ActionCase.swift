/// Recognises the case of an action by the case's constructor, with no macro: `Action.didLoad` is a function that makes
/// an action of a payload, and an action is of that case if the constructor makes of the action's payload an action of
/// the same case.
///
/// Two cases of one enumeration are never of the same base name *and* of the same payload type with the same labels, so
/// these two tell cases apart: overloads by their labels or types, and cases whose payloads are equal or print alike by
/// their names.
enum ActionCase {
  /// The payload of `action`, if it is of the case that `constructor` makes.
  static func payload<Action, Payload>(of action: Action, _ constructor: (Payload) -> Action) -> Payload? {
    // A function taken out of a mirror cannot be called as what it was.
    guard let content = content(of: action), !holdsFunctionDirectly(Payload.self) else { return nil }
    for candidate in candidates(in: content.value, as: Payload.self) {
      let remade = constructor(candidate)
      if isSameCase(remade, content), isEqualIfComparable(remade, action) { return candidate }
    }
    return nil
  }

  /// The name of the case that `constructor` makes, where the payload of another action serves to make one.
  ///
  /// `nil` also if the other action's case has the same name, which would be no help.
  static func name<Action, Payload>(
    ofCaseMadeBy constructor: (Payload) -> Action,
    unlike action: Action
  ) -> String? {
    guard let content = content(of: action), !holdsFunctionDirectly(Payload.self),
      let payload = candidates(in: content.value, as: Payload.self).first
    else { return nil }
    let made = constructor(payload)
    guard let label = self.content(of: made)?.label, label != content.label || isSameCase(made, content) else {
      return nil
    }
    return ".\(label)"
  }

  /// Whether a payload of this type cannot be identified, because it is a function.
  static func holdsFunctionDirectly(_ type: Any.Type) -> Bool {
    var depth = 0
    var previous: Character = " "
    for character in String(reflecting: type) {
      // A function inside another type, as in `Box<() -> Void>`, doesn't matter.
      switch (previous, character) {
      case ("-", ">"): if depth == 0 { return true }
      case (_, "<"): depth += 1
      case (_, ">"): depth -= 1
      default: break
      }
      previous = character
    }
    return false
  }

  private static func content(of action: Any) -> Mirror.Child? {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum, mirror.children.count == 1 else { return nil }
    return mirror.children.first
  }

  /// What the constructor may take: the payload itself, or what is inside it where it is a single labelled value.
  private static func candidates<Payload>(in value: Any, as type: Payload.Type) -> [Payload] {
    let mirror = Mirror(reflecting: value)
    let inner = mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : nil
    return [inner, value].compactMap { $0 }.compactMap { $0 as? Payload }
  }

  private static func isSameCase(_ remade: Any, _ content: Mirror.Child) -> Bool {
    guard let other = self.content(of: remade) else { return false }
    return other.label == content.label && type(of: other.value) == type(of: content.value)
  }

  /// A function that changes the payload isn't a constructor; this is detected if actions can be compared. (A value
  /// that differs from itself, such as "not a number", reveals nothing.)
  private static func isEqualIfComparable<Action>(_ remade: Action, _ action: Action) -> Bool {
    // The type is cast, not the value: on Apple platforms an action that is an error might be wrapped for it.
    guard let type = Action.self as? any Equatable.Type else { return true }
    return areEqual(remade, action, as: type) || !areEqual(action, action, as: type)
  }

  private static func areEqual<T: Equatable>(_ left: Any, _ right: Any, as type: T.Type) -> Bool {
    guard let left = left as? T, let right = right as? T else { return false }
    return left == right
  }
}
