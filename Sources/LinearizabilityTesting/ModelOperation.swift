import TestBuilders
import TestingSupportCore

/// Something that tasks can do to a system, and what it does to a sequential model of the system.
///
/// An operation is named like the function it calls, with its argument labels. The first closure calls the system, and the
/// second one does the same to the model, with the same arguments. Write their types in both:
///
/// ```swift
/// ModelOperation("account.withdraw(_:)") { (account: Account, amount: UInt8) in
///   try await account.withdraw(Int(amount))
/// } model: { (balance: inout Int, amount: UInt8) in
///   guard balance >= Int(amount) else { throw Overdrawn() }
///   balance -= Int(amount)
/// }
/// ```
///
/// What an operation returns is compared with `==`. An error is a result as well: the model has to throw an equal one, or,
/// if the type has no `==`, one of the same type that describes itself in the same way.
///
/// For a call that waits, pass when it can return: `when: { !$0.isEmpty }` for `take()` of a buffer. If it never
/// returns, it has to wait in the model too once no task can make progress.
public struct ModelOperation<System: Sendable, Model> {
  let draw: (ScenarioArguments) -> ModelCall<System, Model>

  /// Creates an operation that returns a value.
  ///
  /// - Parameters:
  ///   - name: The name of the function, with its argument labels.
  ///   - precondition: Whether the call can return while the model is in this state. A call that can't waits until it can, as
  ///     `take()` of an empty buffer does.
  ///   - call: Calls the system.
  ///   - model: Does the same to the model, and returns or throws what the system has to.
  public init<each Argument: Fixture & Sendable, Output: Equatable & Sendable>(
    _ name: String,
    when precondition: @escaping @Sendable (Model) -> Bool = { _ in true },
    _ call: @escaping @Sendable (System, repeat each Argument) async throws -> Output,
    model: @escaping @Sendable (inout Model, repeat each Argument) throws -> Output
  ) {
    self.init(name, when: precondition, call, model: model) { $0 == $1 }
  }

  /// Creates an operation that returns no value.
  ///
  /// - Parameters:
  ///   - name: The name of the function, with its argument labels.
  ///   - precondition: Whether the call can return while the model is in this state. A call that can't waits until it can.
  ///   - call: Calls the system.
  ///   - model: Does the same to the model, and throws what the system has to.
  public init<each Argument: Fixture & Sendable>(
    _ name: String,
    when precondition: @escaping @Sendable (Model) -> Bool = { _ in true },
    _ call: @escaping @Sendable (System, repeat each Argument) async throws -> Void,
    model: @escaping @Sendable (inout Model, repeat each Argument) throws -> Void
  ) {
    self.init(name, when: precondition, call, model: model) { _, _ in true }
  }

  private init<each Argument: Fixture & Sendable, Output: Sendable>(
    _ name: String,
    when precondition: @escaping @Sendable (Model) -> Bool,
    _ call: @escaping @Sendable (System, repeat each Argument) async throws -> Output,
    model: @escaping @Sendable (inout Model, repeat each Argument) throws -> Output,
    isEqual: @escaping @Sendable (Output, Output) -> Bool
  ) {
    draw = { source in
      let arguments = (repeat source.argument((each Argument).self))
      var texts: [String] = []
      for argument in repeat each arguments { texts.append(EscapedValueText.text(of: argument)) }
      return ModelCall(text: callText(name, texts), canReturn: precondition) { system in
        let result: Result<Output, any Error>
        do { result = .success(try await call(system, repeat each arguments)) } catch { result = .failure(error) }
        return CallResult(text: { result.text }) { state in
          guard precondition(state) else { return ({ "waits" }, false) }
          let expected = Result { try model(&state, repeat each arguments) }
          return ({ expected.text }, expected.isEqual(to: result, isEqual))
        }
      }
    }
  }
}

/// A call of an operation with its arguments.
struct ModelCall<System: Sendable, Model>: Sendable {
  /// The call as code.
  let text: String
  /// Whether the call can return while the model is in this state.
  let canReturn: @Sendable (Model) -> Bool
  let perform: @Sendable (System) async -> CallResult<Model>
}

/// What a call returned or threw.
struct CallResult<Model>: Sendable {
  let text: @Sendable () -> String
  /// Makes the call of the model; what that returns, and whether it is the same.
  let compare: @Sendable (inout Model) -> (text: @Sendable () -> String, isSame: Bool)
}

extension Result where Failure == any Error {
  fileprivate var text: String {
    switch self {
    case .success(let value): EscapedValueText.text(of: value)
    case .failure(let error): "throws \(EscapedValueText.text(of: error))"
    }
  }

  fileprivate func isEqual(to other: Self, _ isEqual: (Success, Success) -> Bool) -> Bool {
    switch (self, other) {
    case (.success(let value), .success(let other)): isEqual(value, other)
    case (.failure(let error), .failure(let other)):
      ErrorEquality.areEqual(error, other) ?? (type(of: error) == type(of: other) && "\(error)" == "\(other)")
    default: false
    }
  }
}
