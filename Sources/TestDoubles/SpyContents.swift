import Testing
import TestingSupportCore

// How leak tracking names what a spy keeps: by the call, not by the fields of the spy.

extension CallbackSpy: NamedContents {
  package var namedContents: [(name: String, value: Any)] { storage.namedContents }
}

extension CallbackSpyStorage: NamedContents {
  package var namedContents: [(name: String, value: Any)] {
    let (calls, handlers) = withState { ($0.calls, $0.pendingHandlers) }
    let spy = ofSpy(named: name, createdAt: sourceLocation)
    return namedInputs(calls, spy) + handlers.map { ("the handler of call \($0.index)\(spy)", $0.handler) }
  }
}

extension FunctionSpy: NamedContents {
  package var namedContents: [(name: String, value: Any)] {
    let (calls, behavior) = state.withLock { ($0.calls, $0.behavior) }
    let spy = ofSpy(named: name, createdAt: sourceLocation)
    let answer: (String, Any) =
      switch behavior {
      case .always(let result): ("the result\(spy)", result)
      case .inTurn(let results, _, _): ("the results\(spy)", results)
      case .computed(let body, _): ("the closure that computes the results\(spy)", body)
      }
    return namedInputs(calls, spy) + [answer]
  }
}

private func ofSpy(named name: String?, createdAt sourceLocation: SourceLocation) -> String {
  name.map { " of \"\($0)\"" } ?? " of the spy created at \(sourceLocation)"
}

private func namedInputs<Input>(_ calls: [Input], _ spy: String) -> [(name: String, value: Any)] {
  // Nothing in them can retain anything.
  if _isPOD(Input.self) { return [] }
  return calls.prefix(10_000).enumerated().map { ("the input of call \($0.offset)\(spy)", $0.element) }
}
