import Testing
import TestingSupportCore

/// What a stream can do: deliver an element, finish, or fail.
public enum StreamEvent<Element> {
  /// An element was delivered.
  case element(Element)
  /// The stream finished.
  case finish
  /// The stream ended with an error.
  case failure(any Error)
}

extension StreamEvent {
  var element: Element? {
    if case .element(let element) = self { element } else { nil }
  }
}

extension StreamEvent: Sendable where Element: Sendable {}

extension StreamEvent: Equatable where Element: Equatable {
  /// Whether both are the same event. Errors are compared by their `==` if they have one; else by type and description.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.element(let left), .element(let right)): left == right
    case (.finish, .finish): true
    case (.failure(let left), .failure(let right)): isSameError(left, right)
    default: false
    }
  }
}

extension StreamEvent: CustomStringConvertible {
  /// The event as a failure shows it: the element in parentheses, `finish`, or `failure` with its error.
  public var description: String {
    switch self {
    case .element(let element): "element(\(String(describingForMessage: element)))"
    case .finish: "finish"
    case .failure(let error): "failure(\(String(describingForMessage: error)))"
    }
  }
}

/// Whether two errors are equal by their own `==`, or, where they have none, look the same.
func isSameError(_ left: any Error, _ right: any Error) -> Bool {
  if let areEqual = ErrorEquality.areEqual(left, right) { return areEqual }
  return type(of: left) == type(of: right) && text(of: left) == text(of: right)
}

// Of the error's own type: as `any Error` it might be described by what it is wrapped in.
private func text(of error: some Error) -> String {
  String(describing: error)
}
