import Testing
import TestingSupportCore

/// The calls of one run of a scenario, in the order in which they began.
struct CallHistory<Model>: Sendable {
  struct Entry: Sendable {
    let caller: ScenarioCaller
    let text: String
    let canReturn: @Sendable (Model) -> Bool
    var interval: CallInterval
    var result: CallResult<Model>?
  }

  private(set) var entries: [Entry] = []
  /// Whether one call began before another one had returned.
  private(set) var hasOverlap = false
  private var time = 0
  private var open = 0

  /// A call begins.
  ///
  /// - Returns: Its index.
  mutating func begin(_ text: String, by caller: ScenarioCaller, canReturn: @escaping @Sendable (Model) -> Bool) -> Int
  {
    time += 1
    hasOverlap = hasOverlap || open > 0
    open += 1
    entries.append(Entry(caller: caller, text: text, canReturn: canReturn, interval: CallInterval(start: time)))
    return entries.count - 1
  }

  /// A call has returned.
  mutating func end(_ index: Int, with result: CallResult<Model>) {
    time += 1
    open -= 1
    entries[index].interval.end = time
    entries[index].result = result
  }

  /// Whether the model agrees with some sequential order of the calls.
  func isExplained(by model: Model) -> Bool {
    var search = search
    return search.order(from: model) != nil
  }

  /// The sequential order closest to one that agrees with the model: each call with what the model returns, up to the
  /// first difference.
  func nearestOrder(for model: Model) -> [(entry: Entry, expected: String)] {
    var search = search
    guard search.order(from: model) == nil, let nearest = search.nearest else { return [] }
    var model = model
    return (nearest.order + [nearest.rejected]).map { index in
      (entries[index], entries[index].result?.compare(&model).text() ?? "")
    }
  }

  private var search: SequentialOrderSearch<Model> {
    SequentialOrderSearch(entries.map(\.interval)) { model, index in
      entries[index].result?.compare(&model).isSame ?? false
    } waits: { model, index in
      !entries[index].canReturn(model)
    }
  }
}

/// Who makes a call in a scenario.
enum ScenarioCaller: Hashable, Sendable, CustomStringConvertible {
  /// Before all tasks, or after them.
  case test
  case task(Int)

  var description: String {
    switch self {
    case .test: "test"
    case .task(let number): "task \(number)"
    }
  }
}

/// A scenario, to be run under the schedule of the caller.
struct ScenarioRun<System: Sendable, Model>: Sendable {
  let scenario: Scenario<System, Model>
  let makeSystem: @Sendable () async throws -> System

  private let history = Locked(CallHistory<Model>())

  init(_ scenario: Scenario<System, Model>, on makeSystem: @escaping @Sendable () async throws -> System) {
    self.scenario = scenario
    self.makeSystem = makeSystem
  }

  /// Creates a system and makes all calls, and returns when they have returned or none of them can.
  func perform(sourceLocation: SourceLocation) async -> CallHistory<Model> {
    let end = Waiter()
    let calls = start("the calls") {
      do { await makeCalls(of: try await makeSystem()) } catch { Issue.record(error, sourceLocation: sourceLocation) }
      end.signal()
    }
    _ = await end.wait()
    // What a call that is cancelled now returns is no result.
    let history = history.withLock { $0 }
    calls.cancel()
    return history
  }

  private func makeCalls(of system: System) async {
    await make(scenario.before, by: .test, of: system)
    await withTaskGroup(of: Void.self) { group in
      for (index, calls) in scenario.tasks.enumerated() {
        let caller = ScenarioCaller.task(index + 1)
        #if compiler(>=6.2)
          group.addTask(name: "\(caller)") { await make(calls, by: caller, of: system) }
        #else
          group.addTask { await make(calls, by: caller, of: system) }
        #endif
      }
    }
    await make(scenario.after, by: .test, of: system)
  }

  private func make(_ calls: [ModelCall<System, Model>], by caller: ScenarioCaller, of system: System) async {
    for call in calls where !Task.isCancelled {
      let index = history.withLock { $0.begin(call.text, by: caller, canReturn: call.canReturn) }
      let result = await call.perform(system)
      history.withLock { $0.end(index, with: result) }
    }
  }
}

/// Starts a task that a story can call by its name, where tasks have names.
private func start(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  #if compiler(>=6.2)
    Task(name: name) { await body() }
  #else
    Task { await body() }
  #endif
}
