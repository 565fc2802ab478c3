import TestAssertions
import TestingSupportCore

/// The action that a test expects to receive, however it is described.
struct ActionExpectation<Action, Value> {
  /// The action in words: "`.didLoad([])`", "an action of the case `.didFail`". The action that was received instead, if
  /// there is one, may help to find them.
  let name: (_ received: Action?) -> String
  /// What the test gets of the action; `nil` if it is another one.
  let value: (Action) -> Value?
  /// The difference of another action to the expected one, if it can be described.
  var difference: (Action) -> String? = { _ in nil }
}

extension ActionExpectation where Value == Void, Action: Equatable {
  init(equalTo expected: Action) {
    name = { _ in NamedAction(expected).name }
    value = { $0 == expected ? () : nil }
    difference = { Difference.text(expected, $0) }
  }
}

extension ActionExpectation where Value == Void {
  /// An action of which nothing is known but its structure: it has to have the same case and a payload without a
  /// difference.
  init(resembling expected: Action) {
    name = { _ in NamedAction(expected).name }
    value = { TestAssertions.difference(between: expected, and: $0) == nil ? () : nil }
    difference = { Difference.text(expected, $0) }
  }
}

extension ActionExpectation {
  /// An action of the case that a constructor makes.
  init(_ constructor: @escaping (Value) -> Action) {
    name = { received in
      let caseName = received.flatMap { ActionCase.name(ofCaseMadeBy: constructor, unlike: $0) }
      return caseName.map { "an action of the case `\($0)`" } ?? Self.name(ofCaseWith: Value.self)
    }
    value = { ActionCase.payload(of: $0, constructor) }
  }

  /// An action that contains one which meets the other expectation.
  init<Child>(_ constructor: @escaping (Child) -> Action, _ child: ActionExpectation<Child, Value>) {
    name = { received in
      let inner = received.flatMap { ActionCase.payload(of: $0, constructor) }
      return "\(ActionExpectation<Action, Child>(constructor).name(received)) holding \(child.name(inner))"
    }
    value = { ActionCase.payload(of: $0, constructor).flatMap(child.value) }
    difference = { ActionCase.payload(of: $0, constructor).flatMap(child.difference) }
  }

  private static func name(ofCaseWith payload: Any.Type) -> String {
    let name = "an action of the case made by `(\(TypeName.of(payload))) -> \(TypeName.of(Action.self))`"
    guard ActionCase.holdsFunctionDirectly(payload) else { return name }
    return name + " (whose payload is a function and cannot be compared; use `receive(where:)`)"
  }
}
