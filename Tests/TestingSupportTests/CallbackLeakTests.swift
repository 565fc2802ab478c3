import Testing
import TestingSupport

@Suite("Leaks through kept handlers", .deterministic)
struct CallbackLeakTests {
  @Test("When a spy keeps a handler that retains the model then the handler is named")
  func whenSpyKeepsHandler_thenHandlerIsNamed() async {
    let spy = CallbackSpy<String, Int>(name: "load")
    let text = await leak {
      let model = Model(spy: spy)
      trackForMemoryLeaks(model, spy)
      model.load()
      model.load()
      spy.complete(with: 1)
    }

    #expect(
      text == """
        Model was not deallocated
        \(unseenHolder)
        Possibly captured by the handler of call 1 of "load".
        CallbackSpy<String, Int> also leaked, retained by it: Model.spy → CallbackSpy<String, Int>
        Try `[weak self]` there.
        """
    )
  }

  @Test("When the spy has no name then the handler is named by the line that creates the spy")
  func whenSpyHasNoName_thenItsLineIsNamed() async {
    let line = #line + 2
    let text = await leak {
      let model = Model(spy: CallbackSpy())
      trackForMemoryLeaks(model)
      model.load()
    }

    #expect(text.contains("captured by the handler of call 0 of the spy created at CallbackLeakTests.swift:\(line):"))
  }

  @Test("When a spy recorded the object as an input then the call is named")
  func whenSpyRecordedObject_thenCallIsNamed() async {
    let text = await leak {
      let listener = Listener()
      trackForMemoryLeaks(listener)
      listener.registration.call(UncheckedReference(listener))
    }

    #expect(
      text == """
        Listener was not deallocated
        Strong reference cycle: Listener.registration → the input of call 0 of "register".object → Listener
        """
    )
  }

  @Test("When a spy returns the object then the result is named")
  func whenSpyReturnsObject_thenResultIsNamed() async {
    let text = await leak {
      let provider = Provider()
      provider.provision.result = .success(UncheckedReference(provider))
      trackForMemoryLeaks(provider)
    }

    #expect(text.contains(#"Provider.provision → the result of "provide".result.success.object → Provider"#))
  }

  @Test("When the handler was called then nothing leaks")
  func whenHandlerWasCalled_thenNothingLeaks() async {
    await withLeakTracking {
      let spy = CallbackSpy<String, Int>()
      let model = Model(spy: spy)
      trackForMemoryLeaks(model)
      model.load()
      spy.complete(with: 1)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let unseenHolder = """
  Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
  (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
  """

private func leak(_ body: () -> Void) async -> String {
  let issues = await recordedIssues { await withLeakTracking { body() } }
  return issues.flatMap(\.comments).map(\.rawValue).joined(separator: "\n—\n")
}

// Sendable: used by one task only.
private struct UncheckedReference: @unchecked Sendable {
  let object: AnyObject

  init(_ object: AnyObject) { self.object = object }
}

private final class Listener {
  let registration = FunctionSpy<UncheckedReference, Void, Never>(name: "register")
}

private final class Provider {
  let provision = FunctionSpy<Void, UncheckedReference?, Never>(.success(nil), name: "provide")
}

private final class Model {
  private let spy: CallbackSpy<String, Int>
  private(set) var value = 0

  init(spy: CallbackSpy<String, Int>) {
    self.spy = spy
  }

  func load() {
    spy.call("a") { self.value = $0 }
  }
}
