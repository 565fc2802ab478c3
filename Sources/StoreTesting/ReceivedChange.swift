/// What a test expects of the change by a received action.
enum ReceivedChange<Value, State> {
  /// The state is to stay as it is.
  case none
  case ofState((inout State) throws -> Void)
  /// The closure gets what the action holds, too.
  case withPayload((Value, inout State) throws -> Void)

  init(_ change: ((inout State) throws -> Void)?) {
    self = change.map { .ofState($0) } ?? .none
  }

  /// Whether the change is the one between two states, as far as that is known without reporting anything.
  func holds(from before: State, to after: State, _ value: Value) -> Bool where State: Equatable {
    var expected = before
    do {
      switch self {
      case .none: break
      case .ofState(let change): try change(&expected)
      case .withPayload(let change): try change(value, &expected)
      }
    } catch {
      return false
    }
    return expected == after
  }
}
