import Testing

@testable import StoreTesting

@Suite("Comparing states")
struct StateCheckTests {
  @Test("When a change is described then the verdict is the one of comparing by hand", arguments: Row.all)
  func whenChangeIsDescribed_thenVerdictIsRight(row: Row) {
    var exhaustive = StateCheck<Row.Pair>.Verdict.holds
    StateCheck.exhaustive(from: row.before, to: row.after, change: row.change) { exhaustive = $0 }
    let partial = StateCheck.partial(from: row.before, to: row.after, change: row.change)
    #expect(Word(exhaustive) == row.exhaustive)
    #expect(Word(partial) == row.partial)
  }

  @Test("When the state before has no other owner then a large state is changed in place")
  func whenStateHasNoOtherOwner_thenItIsChangedInPlace() {
    var before: [Int]? = Array(0..<1_000)
    let address = before!.withUnsafeBufferPointer { $0.baseAddress }
    var changed: UnsafePointer<Int>?
    let after = [1] + Array(1..<1_000)
    StateCheck.exhaustive(from: before.take()!, to: after) { state in
      state[0] = 1
      changed = state.withUnsafeBufferPointer { $0.baseAddress }
    } onFailure: { verdict in
      Issue.record("\(verdict)")
    }
    #expect(changed == address)
  }
}

/// A state of two parts, before and after a step, and what a test says of it.
struct Row: Sendable {
  struct Pair: Equatable, Sendable {
    var a = 0
    var b = 0
  }

  let before: Pair
  let after: Pair
  let change: @Sendable (inout Pair) throws -> Void
  let exhaustive: Word
  let partial: Word

  static let all: [Row] = [
    Row(before: Pair(), after: Pair(), change: { _ in }, exhaustive: .changesNothing, partial: .holds),
    Row(before: Pair(), after: Pair(a: 1), change: { _ in }, exhaustive: .differs, partial: .holdsInPart),
    Row(before: Pair(), after: Pair(a: 1), change: { $0.a = 1 }, exhaustive: .holds, partial: .holds),
    Row(before: Pair(), after: Pair(a: 1), change: { $0.a += 1 }, exhaustive: .holds, partial: .holds),
    Row(before: Pair(), after: Pair(a: 1, b: 1), change: { $0.a = 1 }, exhaustive: .differs, partial: .holdsInPart),
    Row(before: Pair(), after: Pair(a: 1, b: 1), change: { $0.a += 1 }, exhaustive: .differs, partial: .differs),
    Row(before: Pair(), after: Pair(a: 1), change: { $0.a = 2 }, exhaustive: .differs, partial: .differs),
    Row(before: Pair(), after: Pair(), change: { $0.a = 2 }, exhaustive: .differs, partial: .differs),
    Row(before: Pair(), after: Pair(), change: { _ in throw CancellationError() }, exhaustive: .threw, partial: .threw),
  ]
}

enum Word: Equatable, Sendable {
  case holds, holdsInPart, changed, differs, changesNothing, threw

  init<State>(_ verdict: StateCheck<State>.Verdict) {
    switch verdict {
    case .holds: self = .holds
    case .holdsInPart: self = .holdsInPart
    case .changed: self = .changed
    case .differs: self = .differs
    case .changesNothing: self = .changesNothing
    case .threw: self = .threw
    }
  }
}
