import Testing
import TestingSupportCore

/// Checks that a system does what a simple model of it does, by running random programs of commands against both.
///
/// Use this function for stateful code, such as a cache or a store, whose mistakes take several calls to show. A
/// failing program is shrunk: commands are dropped and arguments simplified while the program still fails. The report
/// shows it as code:
///
/// ```swift
/// await expectModel(
///   system: { Stack() },
///   model: { [Int]() },
///   commands: [
///     ModelCommand("stack.push(_:)") { (stack: inout Stack, model: inout [Int], number: Int) in
///       stack.push(number)
///       model.append(number)
///       #expect(stack.top == model.last)
///     },
///     ModelCommand("stack.pop()", when: { !$0.isEmpty }) { (stack: inout Stack, model: inout [Int]) in
///       #expect(stack.pop() == model.popLast())
///     },
///   ]
/// )
/// ```
///
/// Programs run one command after the other. Commands may be asynchronous.
///
/// - Parameters:
///   - comment: A comment to add to the failure.
///   - trials: How many programs to run.
///   - case: The code of a program that failed, which is run before all others.
///   - shrinkAttempts: How many smaller programs to try after the first that fails.
///   - isolation: The actor that the test runs on.
///   - sourceLocation: The source location of the issue.
///   - system: Creates a system for one program.
///   - model: Creates the model for one program.
///   - commands: The commands of a program. If there are none, an issue is recorded.
public func expectModel<System, Model>(
  _ comment: Comment? = nil,
  trials: Int = 100,
  replaying case: String? = nil,
  shrinkAttempts: Int = 2000,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  system: () async throws -> System,
  model: () -> Model,
  commands: [ModelCommand<System, Model>]
) async {
  guard !commands.isEmpty else {
    recordIssue(
      "`expectModel` requires at least one command\nNothing was checked.",
      comment: comment,
      sourceLocation: sourceLocation
    )
    return
  }
  await checkProperty(
    of: "expectModel",
    comment,
    trials: trials,
    replaying: `case`,
    shrinkAttempts: shrinkAttempts,
    isolation: isolation,
    sourceLocation: sourceLocation
  ) { source in
    _ = isolation
    let program = ModelProgram(state: ModelState(system: try await system(), model: model()), commands: commands)
    try await program.run(source)
  }
}

/// A random program of commands. Sendable: created for one trial, in which one command runs after the other, and not
/// used by other code.
private struct ModelProgram<System, Model>: @unchecked Sendable {
  let state: ModelState<System, Model>
  let commands: [ModelCommand<System, Model>]

  func run(_ source: ValueSource) async throws {
    for _ in 0..<100 {
      let span = source.trial?.beginSpan()
      defer { if let span { source.trial?.endSpan(span) } }
      var values = source.values()
      guard values.index(upTo: 7, .ending) != 0 else { return }
      try await commands[Int(values.index(upTo: UInt64(commands.count - 1), .each))].step(state, source)
    }
  }
}
