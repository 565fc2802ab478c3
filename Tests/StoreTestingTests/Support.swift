import DeterministicScheduling
import Foundation
import StoreTesting
import Testing
import TestingSupportCore

/// How many random programs a model test runs: few in every run, as many as `TESTING_SUPPORT_MODEL_STEPS` says in long
/// ones.
let modelPrograms = ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap(UInt64.init) ?? 20

/// A state that remembers what happened to it.
struct Log: Equatable {
  var entries: [String] = []
  var steps = 0
}

/// Actions enough to tell one effect from another.
enum Step: Equatable {
  case start, again, stop, silent
  case value(Int)
  case text(String)
}

/// A store whose reducer logs each action but `.silent`, and answers with the effects given.
@MainActor
func makeStore(
  exhaustivity: StoreExhaustivity = .on,
  sourceLocation: SourceLocation = #_sourceLocation,
  effects: @escaping (Step) -> StoreEffect<Step> = { _ in .none }
) -> TestStore<Log, Step> {
  TestStore(initialState: Log(), exhaustivity: exhaustivity, sourceLocation: sourceLocation) { state, action in
    if action != .silent {
      state.entries.append("\(action)")
      state.steps += 1
    }
    return effects(action)
  }
}

/// A store that answers `.start` with one effect.
@MainActor
func makeStore(
  onStart effect: StoreEffect<Step>,
  onStop: StoreEffect<Step> = .none,
  exhaustivity: StoreExhaustivity = .on
) -> TestStore<Log, Step> {
  makeStore(exhaustivity: exhaustivity) { action in
    switch action {
    case .start, .again: effect
    case .stop: onStop
    default: .none
    }
  }
}

extension Log {
  /// Logs a step, as the reducer does.
  mutating func log(_ step: Step) {
    entries.append("\(step)")
    steps += 1
  }
}

extension TestStore where State == Log, Action == Step {
  /// Sends a step that changes nothing but the log.
  @discardableResult
  func sendLogged(_ step: Step, sourceLocation: SourceLocation = #_sourceLocation) async -> TestStoreTask {
    await send(step, sourceLocation: sourceLocation) { $0.log(step) }
  }

  /// Receives a step that changes nothing but the log.
  func receiveLogged(_ step: Step, sourceLocation: SourceLocation = #_sourceLocation) async {
    await receive(step, sourceLocation: sourceLocation) { $0.log(step) }
  }
}

/// Runs a body in a schedule of its own, or as it is.
@MainActor
func withOptionalScheduling(_ isDeterministic: Bool, _ body: () async -> Void) async throws {
  if isDeterministic { try await withDeterministicScheduling { await body() } } else { await body() }
}

/// Leaves the main actor and comes back. (With nothing to do elsewhere the compiler would stay.)
nonisolated func hop() async {
  await Task {}.value
}

extension Issue {
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
  var line: Int? { sourceLocation?.line }
}

extension StoreEffect<Step> {
  /// Sends one value.
  static func sending(_ value: Int) -> Self {
    .run { send in await send(.value(value)) }
  }

  /// Waits until it is cancelled.
  static var endless: Self {
    .run { _ in try await Task.sleep(for: .seconds(1_000_000)) }  // sleep-is-the-subject
  }
}
