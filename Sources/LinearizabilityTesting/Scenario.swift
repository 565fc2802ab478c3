import TestBuilders

/// A few calls: some before all others, some by tasks at the same time, some after them.
struct Scenario<System: Sendable, Model>: Sendable {
  private static var mostTasks: Int { 3 }
  private static var mostCallsOfTask: Int { 3 }
  private static var mostCallsOutside: Int { 2 }

  let before: [ModelCall<System, Model>]
  let tasks: [[ModelCall<System, Model>]]
  let after: [ModelCall<System, Model>]

  /// A scenario of random calls.
  init(_ operations: [ModelOperation<System, Model>], _ choices: InputChoices) {
    let arguments = ScenarioArguments(choices)
    // One in this many calls is not made, and neither are those after it.
    func calls(upTo limit: Int, endingOnceIn rate: Int) -> [ModelCall<System, Model>] {
      var calls: [ModelCall<System, Model>] = []
      while calls.count < limit {
        let call = choices.part {
          choices.index(below: rate) == 0
            ? nil : operations[choices.index(below: operations.count)].draw(arguments)
        }
        guard let call else { break }
        calls.append(call)
      }
      return calls
    }
    before = calls(upTo: Self.mostCallsOutside, endingOnceIn: 2)
    var tasks: [[ModelCall<System, Model>]] = []
    while tasks.count < Self.mostTasks {
      let task = choices.part {
        tasks.count > 1 && choices.index(below: 2) == 0 ? [] : calls(upTo: Self.mostCallsOfTask, endingOnceIn: 6)
      }
      tasks.append(task)
    }
    self.tasks = tasks.filter { !$0.isEmpty }
    after = calls(upTo: Self.mostCallsOutside, endingOnceIn: 2)
  }
}

/// Draws the arguments of one scenario: few different ones, since calls that meet are calls with equal arguments.
final class ScenarioArguments {
  private static let mostValues = 3

  private let choices: InputChoices
  private var values: [ObjectIdentifier: [Any]] = [:]

  init(_ choices: InputChoices) {
    self.choices = choices
  }

  func argument<T: Fixture>(_ type: T.Type) -> T {
    choices.part {
      let known = values[ObjectIdentifier(type), default: []]
      let index = choices.index(below: Self.mostValues)
      if known.indices.contains(index), let value = known[index] as? T { return value }
      let value = choices.any(type)
      values[ObjectIdentifier(type), default: []].append(value)
      return value
    }
  }
}
