import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import LeakTracking

@Suite("Holders that are hard to look into")
struct UnusualHoldersTests {
  @Test("When an error that is an object holds the object then the path goes through it")
  func whenErrorObjectHoldsObject_thenPathGoesThroughIt() async {
    let sut = Form()
    sut.state = .failed(Refusal(form: sut))

    #expect(await holder(of: sut) == "Strong reference cycle: Form.state.failed → Refusal.form → Form")
    sut.state = .idle
  }

  @Test("When an error of Foundation is held then it is looked into as any object")
  func whenErrorOfFoundationIsHeld_thenItIsLookedInto() async {
    let sut = Form()
    sut.state = .failed(NSError(domain: "form", code: 1))
    sut.anything = NSError(domain: "form", code: 2)

    #expect(await holder(of: sut) == unseenHolder)
  }

  @Test("When what is behind a lock holds the object then the path goes through it")
  func whenLockedValueHoldsObject_thenPathGoesThroughIt() async {
    let sut = Form()
    let locked = Locked(Sealed(nil))
    sut.anything = locked
    locked.withLock { [sealed = Sealed(sut)] in $0 = sealed }

    #expect(await holder(of: sut) == "Strong reference cycle: Form.anything → Locked<Sealed>.value.object → Form")
    sut.anything = 0
  }

  @Test("When another thread goes on changing what is behind a lock then it is looked into all the same")
  func whenOtherThreadChangesLockedValue_thenItIsLookedInto() async {
    let calls = Locked<[Int: [String]]>([:])
    let isOver = Locked(false)
    let caller = Task.detached {
      var count = 0
      while !isOver.withLock({ $0 }) {
        count += 1
        calls.withLock { calls in
          if count.isMultiple(of: 50) { calls = [:] }
          calls[count % 100, default: []].append("call")
        }
      }
    }

    let types = TypeMetadataCache()
    for _ in 0..<500 { #expect(ObjectContents(of: calls, types: types, limit: 1_000).references.isEmpty) }
    isOver.withLock { $0 = true }
    await caller.value
  }

  #if !canImport(ObjectiveC)
    @Test("When a work item is held then its block is a likely holder")
    func whenWorkItemIsHeld_thenItsBlockIsLikelyHolder() async {
      let sut = Form()
      sut.anything = DispatchWorkItem {}

      #expect(
        await holder(of: sut) == """
          \(unseenHolder)
          Possibly captured by DispatchWorkItem._block (a closure).
          Try `[weak self]` there.
          """
      )
    }
  #endif

  @Test("When a stream's handler captures the object then the field with the stream is reported")
  func whenStreamHandlerCapturesObject_thenFieldIsReported() async {
    let sut = Player()
    sut.positions.onTermination = { [box = Sealed(sut)] _ in _ = box }

    let text = await holder(of: sut)
    #expect(text.contains("Player.positions.storage → _Storage.state.onTermination (a closure)"))
    sut.positions.onTermination = nil
  }

  @Suite("Types with mirrors of their own")
  struct CustomMirrorTests {
    @Test("When the mirror shows a weak field then it is not told as holder")
    func whenMirrorShowsWeakField_thenItIsNotHolder() async {
      let sut = Mirrored { ["weakOther": $0.weakOther as Any] }
      sut.weakOther = sut

      #expect(await holder(of: sut) == unseenHolder)
    }

    @Test("When the mirror shows a strong field then it is reported")
    func whenMirrorShowsStrongField_thenItIsReported() async {
      let sut = Mirrored { ["other": $0.other as Any] }
      sut.other = sut

      #expect(await holder(of: sut) == "Strong reference cycle: Mirrored.other → Mirrored")
      sut.other = nil
    }

    @Test("When the mirror shows what is no field then it may be the holder")
    func whenMirrorShowsWhatIsNoField_thenItMayBeHolder() async {
      let sut = Mirrored { ["link": $0.weakOther as Any] }
      sut.weakOther = sut

      #expect(
        await holder(of: sut) == """
          Possibly retained by: Mirrored.link → Mirrored (if none of these references is weak or unowned)
          """
      )
    }
  }

  @Suite("Much to look at")
  struct HugeTests {
    @Test("When an object has a million plain values then what comes after them is reported all the same")
    func whenObjectHasMillionPlainValues_thenRestIsReported() async {
      let sut = Table()
      sut.numbers = Array(repeating: Array(repeating: 1, count: 10_000), count: 10_000)
      sut.owner = sut

      #expect(await holder(of: sut) == "Strong reference cycle: Table.owner → Table")
      sut.owner = nil
    }

    @Test("When there is too much to look at then the text says so")
    func whenThereIsTooMuch_thenTextSaysSo() async {
      let sut = Table()
      sut.texts = Array(repeating: Array(repeating: "text", count: 10_000), count: 100)
      sut.owner = sut

      #expect(await holder(of: sut) == "The search stopped early: too many objects are reachable.\n\(unseenHolder)")
      sut.owner = nil
    }
  }
}

@Suite("How a leaked object is called")
struct LeakedObjectNameTests {
  @Test(
    "When an object describes itself then its type is reported too",
    arguments: [
      ("Label", "Label"), ("", "Label"), ("Label(7)", "Label(7)"), ("Labelled", "Label (Labelled)"),
      ("\n\nhome\nmore", "Label (home)"),
      (String(repeating: "x", count: 121), "Label (\(String(repeating: "x", count: 120))…)"),
    ]
  )
  func whenObjectDescribesItself_thenTypeIsReportedToo(description: String, name: String) async {
    let sut = Label(description: description)

    #expect(await told(of: sut).first == "\(name) was not deallocated")
  }

  #if compiler(>=6.2)
    @Test("When the description belongs to the main actor then it is reported")
    @MainActor
    func whenDescriptionBelongsToMainActor_thenItIsReported() async {
      let sut = Screen()

      #expect(await told(of: sut).first == "Screen (home) was not deallocated")
    }
  #endif
}

// MARK: - makeSUT and Helper Factory Methods

private let unseenHolder =
  "Retained by something that reflection cannot see: a closure, a detached task, a global, or the system\n"
  + "(a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained)."

/// What is told of a leaked object, line by line.
private func told(of object: AnyObject, isolation: isolated (any Actor)? = #isolation) async -> [String] {
  await capturingIssues {
    await withLeakTracking {
      trackForMemoryLeaks(object)
      return
    }
  }
  .flatMap(\.comments).flatMap { $0.rawValue.split(separator: "\n").map(String.init) }
}

private func holder(of object: AnyObject, isolation: isolated (any Actor)? = #isolation) async -> String {
  await told(of: object).dropFirst().joined(separator: "\n")
}

private final class Form {
  enum State {
    case idle
    case failed(any Error)
  }

  var state = State.idle
  var anything: Any = 0
}

// Sendable: used by one test alone.
private final class Refusal: Error, @unchecked Sendable {
  let form: Form
  init(form: Form) { self.form = form }
}

private final class Player {
  let positions = AsyncStream.makeStream(of: Int.self).continuation
}

// Sendable: never opened.
private struct Sealed: @unchecked Sendable {
  private let object: AnyObject?
  init(_ object: AnyObject?) { self.object = object }
}

private final class Mirrored: CustomReflectable {
  let first = 1
  weak var weakOther: Mirrored?
  var other: Mirrored?
  private let children: (Mirrored) -> KeyValuePairs<String, Any>

  init(children: @escaping (Mirrored) -> KeyValuePairs<String, Any>) { self.children = children }

  var customMirror: Mirror { Mirror(self, children: children(self)) }
}

private final class Table {
  var numbers: [[Int]] = []
  var texts: [[String]] = []
  var owner: Table?
}

private final class Label: CustomStringConvertible {
  let description: String
  init(description: String) { self.description = description }
}

#if compiler(>=6.2)
  @MainActor
  private final class Screen: @MainActor CustomStringConvertible {
    var description: String { "home" }
  }
#endif
