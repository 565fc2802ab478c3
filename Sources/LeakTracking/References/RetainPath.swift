/// The references from an owner to an object, one after the other.
struct RetainPath {
  /// A field, possibly nested in values, that retains the next object.
  struct Step {
    let holder: ObjectIdentifier
    /// The holder's type and field, or what the holder itself calls it.
    let origin: String
    let isCertain: Bool
  }

  let steps: [Step]
  let held: ObjectIdentifier
  let heldType: String

  var start: ObjectIdentifier { steps.first?.holder ?? held }
  /// Whether the object retains itself.
  var isCycle: Bool { start == held }
  /// Whether every reference is known to be strong.
  var isCertain: Bool { steps.allSatisfy(\.isCertain) }
  var members: [ObjectIdentifier] { steps.map(\.holder) }
}

extension RetainPath: CustomStringConvertible {
  /// How many steps are listed one by one.
  private static var listedSteps: Int { 8 }

  /// The path as the failure shows it: `FeedViewModel.loader → RemoteLoader.delegate → FeedViewModel`.
  var description: String {
    var parts = steps.map(\.origin) + [heldType]
    if steps.count > Self.listedSteps {
      let left = parts.count - Self.listedSteps
      parts.replaceSubrange(Self.listedSteps / 2..<Self.listedSteps / 2 + left, with: ["… \(left) more …"])
    }
    return parts.joined(separator: " → ")
  }
}
