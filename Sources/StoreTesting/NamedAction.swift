import TestDescriptions
import Testing

/// An action that is kept to be named in a failure. Sendable: only `name` reads the action, and what has been sent to a
/// store is no longer modified.
struct NamedAction: @unchecked Sendable {
  private let action: Any

  init(_ action: Any) {
    self.action = action
  }

  /// The action as it is written in code, as far as a line has room for it: "`.didLoad([Item(id: 1)])`".
  var name: String {
    "`\(Self.text(of: action))`"
  }

  private static func text(of action: Any) -> String {
    let line = (action as? any CustomTestStringConvertible)?.testDescription ?? describing(action)
    guard line.count > lengthLimit else { return line }
    return line.prefix(lengthLimit) + "…"
  }

  private static func describing(_ action: Any) -> String {
    let isEnum = Mirror(reflecting: action).displayStyle == .enum
    return (isEnum ? "." : "") + TestDescription(reflecting: action).description
  }

  private static let lengthLimit = 160
}
