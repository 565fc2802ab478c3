/// Something that can be done to a system and to its model.
///
/// A command is named like the function it calls. The name and the arguments make up the line of code that a failure
/// shows: `"cache.insert(_:for:)"` becomes `cache.insert("a", for: 1)`.
public struct ModelCommand<System, Model> {
  let name: String
  let step: (ModelState<System, Model>, ValueSource) async throws -> Void

  /// Creates a command with arguments of any types that have a fixture.
  ///
  /// - Parameters:
  ///   - name: The name of the function, with its argument labels.
  ///   - precondition: Whether the command can be called now. A command that can't is passed over.
  ///   - run: Calls the system, does the same to the model, and expects that both agree.
  public init<each Argument: Fixture>(
    _ name: String,
    when precondition: @escaping (Model) -> Bool = { _ in true },
    _ run: @escaping (inout System, inout Model, repeat each Argument) async throws -> Void
  ) {
    self.name = name
    step = { state, source in
      guard precondition(state.model) else { return }
      let arguments = (repeat drawArgument((each Argument).self, from: source))
      var texts: [String] = []
      for argument in repeat each arguments { texts.append(EscapedValueText.text(of: argument)) }
      source.trial?.note(code: callText(name, texts))
      try await run(&state.system, &state.model, repeat each arguments)
    }
  }

  /// Creates a command whose argument is one of those that the model knows, such as an identifier returned earlier.
  ///
  /// - Parameters:
  ///   - name: The name of the function, with its argument labels.
  ///   - candidates: The arguments to choose from. If there are none, the command is skipped.
  ///   - run: Calls the system, does the same to the model, and expects that both agree.
  public init<Argument>(
    _ name: String,
    from candidates: @escaping (Model) -> [Argument],
    _ run: @escaping (inout System, inout Model, Argument) async throws -> Void
  ) {
    self.name = name
    step = { state, source in
      let candidates = candidates(state.model)
      guard !candidates.isEmpty else { return }
      var values = source.values()
      let argument = candidates[Int(values.index(upTo: UInt64(candidates.count - 1), .each))]
      source.trial?.note(code: callText(name, [EscapedValueText.text(of: argument)]))
      try await run(&state.system, &state.model, argument)
    }
  }
}

/// A system and its model while a program runs.
final class ModelState<System, Model> {
  var system: System
  var model: Model

  init(system: System, model: Model) {
    self.system = system
    self.model = model
  }
}

private func drawArgument<T: Fixture>(_ type: T.Type, from source: ValueSource) -> T {
  var values = source.values()
  return values.any(type)
}

/// A call as code: `insert(_:for:)` with two arguments is `insert("a", for: 1)`.
package func callText(_ name: String, _ arguments: [String]) -> String {
  let parts = name.split(separator: "(", maxSplits: 1)
  let labels: [Substring] = parts.count > 1 ? parts[1].split(separator: ":").filter { $0 != ")" } : []
  let list: [String] = arguments.enumerated().map { index, argument -> String in
    index < labels.count && labels[index] != "_" ? "\(labels[index]): \(argument)" : argument
  }
  return "\(parts.first ?? "")(\(list.joined(separator: ", ")))"
}
