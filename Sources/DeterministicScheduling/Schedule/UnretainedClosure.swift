/// A closure that another task calls while the function it was given to is suspended.
///
/// Nothing is retained, so a function whose body never ends can still return; the body is never resumed from then on.
/// `withoutActuallyEscaping` would end the process instead. Sendable: the function that passes the closure stays
/// suspended while it runs, so no two threads use its captures at the same time.
struct UnretainedClosure: @unchecked Sendable {
  private let words: ClosureRepresentation

  init(_ body: () async -> Void) {
    words = closureWords(body)
  }

  func callAsFunction(isolation: isolated (any Actor)? = #isolation) async {
    await callClosure(words, isolation: isolation)
  }
}

// How a closure that does not escape is passed: a function and its context, neither of them owned by the receiver.
private struct ClosureRepresentation {
  let function: UInt
  let context: UInt
}

// Written in C: returns its arguments.
@_silgen_name("testing_support_closure_words")
private func closureWords(_ body: () async -> Void) -> ClosureRepresentation

// Written in a module of its own, where its argument is the closure itself.
@_silgen_name("testing_support_call_closure")
private func callClosure(_ words: ClosureRepresentation, isolation: isolated (any Actor)?) async
