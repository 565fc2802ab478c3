import Testing
import TestingSupport

@Suite("Leaks through kept handlers", .deterministic)
struct CallbackLeakTests {
  @Test("When a spy keeps a handler that retains the model then the leak is named with the spy")
  func whenSpyKeepsHandler_thenLeakIsNamed() async {
    let issues = await recordedIssues {
      await withLeakTracking {
        let spy = CallbackSpy<String, Int>()
        let model = Model(spy: spy)
        trackForMemoryLeaks(model)
        model.load()
      }
    }
    let text = issues.flatMap(\.comments).map(\.rawValue).joined(separator: "\n")
    #expect(text.contains("Model was not deallocated"))
    #expect(text.contains("CallbackSpy"))
    #expect(text.contains("(a closure)"))
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
