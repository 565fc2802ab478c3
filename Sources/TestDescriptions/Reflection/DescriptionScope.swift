import TestingSupportCore

/// The context of a description: the values around it, and how much text is left.
///
/// It makes every description finite, whatever the values refer to and whatever descriptions are in between.
struct DescriptionScope: Sendable {
  @TaskLocal private static var innermost: DescriptionScope?

  private static let deepest = 5
  private static let mostValues = 250

  private var objects: [ObjectIdentifier] = []
  private var depth = 0
  private var valuesLeft = Locked(mostValues)

  /// The scope of the current description, or a new one.
  static var current: DescriptionScope { innermost ?? DescriptionScope() }

  /// Whether the fields of what is described here are no longer described.
  var isTooDeep: Bool { depth > Self.deepest }

  /// Whether one more value may be described.
  func takeRoom() -> Bool {
    valuesLeft.withLock { left in
      left -= 1
      return left >= 0
    }
  }

  /// The scope inside a value that is part of another, or `nil` if the way leads round in a circle.
  func entering(_ value: Any) -> DescriptionScope? {
    var inside = self
    inside.depth += 1
    return inside.push(value) ? inside : nil
  }

  /// The scope inside a value that begins a description, or `nil` if the way leads round in a circle.
  func beginning(with value: Any) -> DescriptionScope? {
    // An object finds itself when its own description describes its fields.
    if let object = Self.object(value), object == objects.last { return self }
    var inside = self
    return inside.push(value) ? inside : nil
  }

  /// The same place, with room for as much again: for what is asked of values but not shown.
  var withRoomOfItsOwn: DescriptionScope {
    var scope = self
    scope.valuesLeft = Locked(Self.mostValues)
    return scope
  }

  func describing<Text>(_ describe: () -> Text) -> Text {
    Self.$innermost.withValue(self, operation: describe)
  }

  private mutating func push(_ value: Any) -> Bool {
    guard let object = Self.object(value) else { return true }
    guard !objects.contains(object) else { return false }
    objects.append(object)
    return true
  }

  private static func object(_ value: Any) -> ObjectIdentifier? {
    guard type(of: value) is AnyObject.Type else { return nil }
    return ObjectIdentifier(value as AnyObject)
  }
}
