import Foundation
import Testing
import TestingSupportCore

@Suite("The equality of errors")
struct ErrorEqualityTests {
  @Test("When errors of one type are compared then their own == decides")
  func whenErrorsAreOfOneType_thenTheirOwnEqualityDecides() {
    #expect(ErrorEquality.areEqual(Refusal.busy(seconds: 1), Refusal.busy(seconds: 1)) == true)
    #expect(ErrorEquality.areEqual(Refusal.busy(seconds: 1), Refusal.busy(seconds: 2)) == false)
    #expect(ErrorEquality.areEqual(Lenient(text: "a"), Lenient(text: "b")) == true)
  }

  @Test("When errors have no == then nothing else is taken for it")
  func whenErrorsHaveNoEquality_thenThereIsNoAnswer() {
    let (left, right) = (Opaque.failed(1), Opaque.failed(2))
    #expect(isSameOnceBridged(left, right))
    #expect(ErrorEquality.areEqual(left, right) == nil)
    #expect(ErrorEquality.areEqual(left, left) == nil)
  }

  @Test("When errors would be the same once they are bridged then they are still different")
  func whenErrorsWouldBeSameOnceBridged_thenTheyAreDifferent() {
    let wrapped = NSError(domain: Refusal.offline._domain, code: Refusal.offline._code)
    for (left, right) in [
      (Refusal.busy(seconds: 1), Refusal.busy(seconds: 2)), (wrapped, Refusal.offline), (Refusal.offline, wrapped),
      (Opaque.failed(0), NSError(domain: Opaque.failed(0)._domain, code: 0)), (URLProblem(), URLError(.timedOut)),
    ] as [(any Error, any Error)] {
      #expect(isSameOnceBridged(left, right))
      #expect(ErrorEquality.areEqual(left, right) == false)
    }
  }

  @Test("When one error is of a subclass then the superclass decides, whichever stands first")
  func whenOneIsOfSubclass_thenSuperclassDecides() {
    #expect(ErrorEquality.areEqual(Fault(code: 1), SpecialFault(code: 1)) == true)
    #expect(ErrorEquality.areEqual(SpecialFault(code: 1), Fault(code: 1)) == true)
    #expect(ErrorEquality.areEqual(SpecialFault(code: 1), Fault(code: 2)) == false)
    #expect(ErrorEquality.areEqual(SpecialFault(code: 1), OtherFault(code: 1)) == false)
  }

  @Test("When errors are objects of Foundation then their own == decides")
  func whenErrorsAreObjects_thenTheirOwnEqualityDecides() {
    let error = NSError(domain: "load", code: 1)
    #expect(ErrorEquality.areEqual(error, NSError(domain: "load", code: 1)) == true)
    #expect(ErrorEquality.areEqual(error, NSError(domain: "load", code: 2)) == false)
    #expect(ErrorEquality.areEqual(error, NSError(domain: "save", code: 1)) == false)
  }
}

/// Whether the `NSError`s that Apple platforms make of the errors are equal: that is by domain and code.
private func isSameOnceBridged(_ left: any Error, _ right: any Error) -> Bool {
  left._domain == right._domain && left._code == right._code
}

private enum Refusal: Error, Equatable {
  case offline
  case busy(seconds: Int)
}

private enum Opaque: Error {
  case failed(Int)
}

/// All of its values are equal.
private struct Lenient: Error, Equatable {
  let text: String

  static func == (left: Self, right: Self) -> Bool { true }
}

private struct URLProblem: Error, Equatable {
  var _domain: String { NSURLErrorDomain }
  var _code: Int { NSURLErrorTimedOut }
}

// Safe: what it and its subclasses hold never changes.
private class Fault: Error, Equatable, @unchecked Sendable {
  let code: Int

  required init(code: Int) { self.code = code }

  static func == (left: Fault, right: Fault) -> Bool { left.code == right.code }
}

// Safe: as above.
private final class SpecialFault: Fault, @unchecked Sendable {}
private final class OtherFault: Fault, @unchecked Sendable {}
