import TestDoubles
import Testing

@Suite("How doubles read in a failure")
struct DoubleDescriptionTests {
  @Test("When a box is described then its value is reported")
  func whenBoxIsDescribed_thenValueIsReported() {
    #expect("\(LockIsolated(3))" == "LockIsolated(3)")
    #expect("\([LockIsolated("a")])" == "[LockIsolated(\"a\")]")
    let box = LockIsolated(1)
    #expect(box.withValue { _ in "\(box)" } == "LockIsolated(in use)")
  }

  @Test("When a box is reflected then its value is its only field")
  func whenBoxIsReflected_thenValueIsItsField() {
    let children = Array(Mirror(reflecting: LockIsolated(3)).children)
    #expect(children.map(\.label) == ["value"])
    #expect(children.first?.value as? Int == 3)
  }

  @Test("When a gate is described then its state is reported")
  func whenGateIsDescribed_thenStateIsReported() {
    let gate = Gate()
    #expect("\(gate)" == "Gate(closed)")
    gate.open()
    #expect("\(gate)" == "Gate(open)")
    #expect(Mirror(reflecting: gate).children.map(\.label) == ["isOpen", "waiterCount"])
  }

  @Test("When a spy is described then its calls are reported")
  func whenSpyIsDescribed_thenCallsAreReported() {
    let spy = FunctionSpy<String, Int, Never>(.success(1))
    #expect("\(spy)" == "FunctionSpy(not called)")
    _ = spy.call("a")
    #expect("\(spy)" == "FunctionSpy(1 call: \"a\")")
    for _ in 1...6 { _ = spy.call("b") }
    #expect("\(spy)" == "FunctionSpy(7 calls: \"a\", \"b\", \"b\", \"b\", \"b\", …)")
    let silent = FunctionSpy<Void, Void, Never>(.success(()))
    silent.call(())
    #expect("\(silent)" == "FunctionSpy(1 call)")
    #expect(Mirror(reflecting: spy).children.map(\.label) == ["calls"])
  }

  @Test("When a source is described then its subscribers are reported")
  func whenSourceIsDescribed_thenSubscribersAreReported() {
    let source = StreamSource<Int>()
    source.send(1)
    let stream = source.makeStream()
    #expect("\(source)" == "StreamSource<Int>(1 subscriber, 1 undelivered)")
    #expect(Mirror(reflecting: source).children.map(\.label) == ["subscriberCount", "undeliveredElements"])
    let throwing = ThrowingStreamSource<Int>()
    #expect("\(throwing)" == "ThrowingStreamSource<Int>(0 subscribers)")
    #expect(Mirror(reflecting: throwing).children.count == 2)
    _ = stream
  }
}
