import DeterministicScheduling
import Foundation
import Testing
import TestingSupportCore

@testable import StreamExpectations

@Suite("The state of a stream's log")
struct StreamLogStateTests {
  @Test(
    "When a log is written and read in any order then it does as a naive list of events",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func whenWrittenAndRead_thenLogDoesAsModel(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var stepsLeft = modelSteps
    while stepsLeft > 0 {
      var sut = StreamLogState<Int>()
      var model = LogModel()
      for step in 0..<min(100, stepsLeft) {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<40: model.told(sut.append(.element(step), isLast: false), after: model.append(.element(step)))
        case 40..<42: model.told(sut.append(.finish, isLast: true), after: model.append(.finish))
        case 42..<43: model.told(sut.close(), after: model.close())
        case 43..<60:
          let waiter = Waiter()
          let count = model.events.count + Int.random(in: -2...3, using: &generator)
          if !sut.hasEvents(count, elseAdd: waiter) { model.waiting.append((count, waiter)) }
        case 60..<65:
          guard let waiting = model.waiting.randomElement(using: &generator) else { continue }
          sut.stopWaiting(waiting.waiter)
          model.waiting.removeAll { $0.waiter === waiting.waiter }
        case 65..<75: model.isSound = model.isSound && sut.readNextElement() == model.readElement()
        case 75..<95: model.isSound = model.isSound && sut.readNext() == model.read()
        case 95..<99: model.isSound = model.isSound && sut.readElements() == model.readElements()
        default: model.isSound = model.isSound && sut.ignoreUnread() == model.ignore()
        }
        guard
          model.isSound, sut.events == model.events, Array(sut.unread) == model.unread, sut.isClosed == model.isClosed,
          sut.eventCount == model.events.count, sut.hasEnded == (model.events.last == .finish)
        else {
          Issue.record("Step \(step) of seed \(seed): \(sut) is not \(model)")
          return
        }
      }
      stepsLeft -= 100
    }
  }
}

@Suite("Marble lines")
struct MarbleLineTests {
  @Test(
    "When a stream is shown then its line says what it delivered and how it ended",
    arguments: [
      ([1, 2], MarbleLine.End.open, "--(1)--(2)--"), ([1], .finish, "--(1)--|"), ([], .unfinished, "--…"),
      ([1], .failure(SampleError.offline), "--(1)--✕ .offline"),
    ]
  )
  func whenStreamIsShown_thenLineSaysIt(elements: [Int], end: MarbleLine.End, text: String) {
    #expect(MarbleLine(elements, end: end).description == text)
  }

  @Test("When a line is long then what is common at its start is left out, and what is too much at its end")
  func whenLineIsLong_thenCommonStartIsLeftOut() {
    let line = MarbleLine(1...30, end: .finish, commonCount: 10).description
    #expect(line.hasPrefix("--⋯7 more⋯--(8)--(9)--(10)--(11)--"))
    #expect(line.hasSuffix("--(19)--⋯11 more⋯--|"))
    #expect(MarbleLine(1...12, end: .open, commonCount: 12).description.hasPrefix("--(1)--"))
  }

  @Test("When an element has a long text then it is cut")
  func whenElementIsLong_thenItIsCut() {
    let line = MarbleLine([String(repeating: "x", count: 100)], end: .open).description
    #expect(line == "--(\"" + String(repeating: "x", count: 58) + "…)--")
  }
}

@Suite("Stream events")
struct StreamEventTests {
  @Test("When errors can be compared then events compare them, and else by type and description")
  func whenErrorsAreCompared_thenEventsAre() {
    typealias Event = StreamEvent<Int>
    #expect(Event.failure(SampleError.offline) == .failure(SampleError.offline))
    #expect(Event.failure(SampleError.offline) != .failure(SampleError.forbidden))
    #expect(Event.failure(SampleError.offline) != .failure(OpaqueError(code: 1)))
    #expect(Event.failure(OpaqueError(code: 1)) == .failure(OpaqueError(code: 1)))
    #expect(Event.failure(OpaqueError(code: 1)) != .failure(OpaqueError(code: 2)))
    #expect(Event.element(1) == .element(1))
    #expect(Event.finish == .finish)
    #expect(Event.element(1) != .finish)
  }

  @Test("When two errors would be the same as NSError then their events are still different")
  func whenErrorsWouldBeSameOnceBridged_thenEventsDiffer() {
    typealias Event = StreamEvent<Int>
    let (first, second) = (Refusal.busy(seconds: 1), Refusal.busy(seconds: 2))
    let (opaque, other) = (OpaqueRefusal.busy(seconds: 1), OpaqueRefusal.busy(seconds: 2))
    let wrapped = NSError(domain: first._domain, code: first._code)
    // What Apple platforms would compare, if they made an `NSError` of a Swift error.
    #expect(first._code == second._code && opaque._code == other._code)
    #expect(Event.failure(first) != .failure(second))
    #expect(Event.failure(opaque) != .failure(other))
    #expect(Event.failure(opaque) == .failure(opaque))
    #expect(Event.failure(first) != .failure(wrapped))
    #expect(Event.failure(wrapped) != .failure(first))
  }

  @Test("When an event is shown then its element or error is")
  func whenEventIsShown_thenItsContentIs() {
    #expect("\(StreamEvent.element("a"))" == "element(\"a\")")
    #expect("\(StreamEvent<Int>.finish)" == "finish")
    #expect("\(StreamEvent<Int>.failure(SampleError.offline))" == "failure(.offline)")
  }
}

// MARK: - Test doubles

private struct LogModel {
  var events: [StreamEvent<Int>] = []
  var unread: [StreamEvent<Int>] = []
  var isClosed = false
  var waiting: [(count: Int, waiter: Waiter)] = []
  var isSound = true

  mutating func append(_ event: StreamEvent<Int>) -> [Waiter] {
    if isClosed { return [] }
    events.append(event)
    unread.append(event)
    if event == .finish { return close() }
    defer { waiting.removeAll { $0.count <= events.count } }
    return waiting.filter { $0.count <= events.count }.map(\.waiter)
  }

  mutating func close() -> [Waiter] {
    isClosed = true
    defer { waiting = [] }
    return waiting.map(\.waiter)
  }

  mutating func told(_ waiters: [Waiter], after expected: [Waiter]) {
    isSound = isSound && waiters.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init)
  }

  mutating func read() -> StreamEvent<Int>? {
    unread.isEmpty ? nil : unread.removeFirst()
  }

  mutating func readElement() -> Int? {
    guard case .element(let element)? = unread.first else { return nil }
    unread.removeFirst()
    return element
  }

  mutating func readElements() -> [Int] {
    let elements = unread.compactMap { if case .element(let element) = $0 { element } else { nil } }
    unread.removeAll { $0 != .finish }
    return elements
  }

  mutating func ignore() -> [StreamEvent<Int>] {
    defer { unread = [] }
    return unread
  }
}

private enum Refusal: Error, Equatable {
  case busy(seconds: Int)
}

private enum OpaqueRefusal: Error {
  case busy(seconds: Int)
}
