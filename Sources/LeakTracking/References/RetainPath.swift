/// How an object is held: from one object over fields to the next, and so on.
struct RetainPath {
  /// A field, possibly deep in values, that holds the next object.
  struct Step {
    let holder: ObjectIdentifier
    let holderType: String
    let field: String
    let isCertain: Bool
  }

  let steps: [Step]
  let held: ObjectIdentifier
  let heldType: String

  var start: ObjectIdentifier { steps.first?.holder ?? held }
  /// Whether the object holds itself.
  var isCycle: Bool { start == held }
  /// Whether every step is known to hold.
  var isCertain: Bool { steps.allSatisfy(\.isCertain) }
  var members: [ObjectIdentifier] { steps.map(\.holder) }
}

extension RetainPath: CustomStringConvertible {
  /// How many steps are listed one by one.
  private static var listedSteps: Int { 8 }

  /// The path as the failure shows it: `FeedViewModel.loader → RemoteLoader.delegate → FeedViewModel`.
  var description: String {
    var parts = steps.map { "\($0.holderType)\($0.field)" } + [heldType]
    if steps.count > Self.listedSteps {
      let left = parts.count - Self.listedSteps
      parts.replaceSubrange(Self.listedSteps / 2..<Self.listedSteps / 2 + left, with: ["… \(left) more …"])
    }
    return parts.joined(separator: " → ")
  }
}
