import TestingSupportCore

// How the doubles read in a failure: one line each, with what a test asks them.

extension LockIsolated: CustomStringConvertible, CustomReflectable {
  /// The value in the box: `LockIsolated(3)`.
  public var description: String {
    "LockIsolated(\(copyIfFree.map { String(describingForMessage: $0) } ?? "in use"))"
  }

  /// The value alone, so that a difference of two boxes is that of their values.
  public var customMirror: Mirror {
    Mirror(self, children: copyIfFree.map { [("value", $0)] } ?? [], displayStyle: .class)
  }
}

extension Gate: CustomStringConvertible, CustomReflectable {
  /// Whether the gate is open and how many calls wait at it: `Gate(closed, 2 waiting)`.
  public var description: String {
    let waiters = waiterCount
    return "Gate(\(isOpen ? "open" : "closed")\(waiters > 0 ? ", \(waiters) waiting" : ""))"
  }

  /// What the description says, as fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["isOpen": isOpen, "waiterCount": waiterCount], displayStyle: .class)
  }
}

extension FunctionSpy: CustomStringConvertible, CustomReflectable {
  /// The calls that were made: `FunctionSpy(2 calls: "a", "b")`.
  public var description: String {
    let calls = calls
    if calls.isEmpty { return "FunctionSpy(not called)" }
    let count = calls.count == 1 ? "1 call" : "\(calls.count) calls"
    if Input.self == Void.self { return "FunctionSpy(\(count))" }
    let inputs = calls.prefix(mostCallsShown).map { String(describingForMessage: $0) }
    let rest = calls.count > mostCallsShown ? ", …" : ""
    return "FunctionSpy(\(count): \(inputs.joined(separator: ", "))\(rest))"
  }

  /// The calls, so that a difference of two spies is that of their calls.
  public var customMirror: Mirror {
    Mirror(self, children: ["calls": calls], displayStyle: .class)
  }
}

private let mostCallsShown = 5

extension StreamSource: CustomStringConvertible, CustomReflectable {
  /// The number of subscribers: `StreamSource<Int>(2 subscribers)`.
  public var description: String {
    sourceDescription(
      "StreamSource<\(TypeName.of(Element.self))>",
      subscribers: subscriberCount,
      undelivered: unheardElements.count
    )
  }

  /// What the description says, as fields.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["subscriberCount": subscriberCount, "undeliveredElements": unheardElements],
      displayStyle: .class
    )
  }
}

extension ThrowingStreamSource: CustomStringConvertible, CustomReflectable {
  /// How many listen: `ThrowingStreamSource<Int>(2 subscribers)`.
  public var description: String {
    sourceDescription(
      "ThrowingStreamSource<\(TypeName.of(Element.self))>",
      subscribers: subscriberCount,
      undelivered: unheardElements.count
    )
  }

  /// What the description says, as fields.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["subscriberCount": subscriberCount, "undeliveredElements": unheardElements],
      displayStyle: .class
    )
  }
}

private func sourceDescription(_ name: String, subscribers: Int, undelivered: Int) -> String {
  let count = subscribers == 1 ? "1 subscriber" : "\(subscribers) subscribers"
  return "\(name)(\(count)\(undelivered > 0 ? ", \(undelivered) undelivered" : ""))"
}
