import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

/// The behaviors that the test store of The Composable Architecture was tested for in November 2026, in the suites
/// `TestStoreTests`, `TestStoreFailureTests`, `TestStoreNonExhaustiveTests`, and those of cancelling and debouncing.
@MainActor
@Suite("The behaviors of another test store", .deterministic)
struct PeerBehaviorTests {
  @Test(
    "When a behavior of the other store is tried then this store has it",
    arguments: PeerBehavior.all.filter { !$0.needsVirtualTime || DeterministicSupport.current == .exact }
  )
  func whenBehaviorIsTried_thenStoreHasIt(behavior: PeerBehavior) async {
    let issues = await capturingIssues { await behavior.test() }
    #expect(issues.map { $0.text.split(separator: "\n").first.map(String.init) ?? "\($0)" } == behavior.headlines)
  }

  @Test("When the behaviors are counted then each is tried, or said to be different by design")
  func whenBehaviorsAreCounted_thenEachIsTried() {
    let names = PeerBehavior.all.map(\.testDescription) + PeerBehavior.differentByDesign.map(\.name)
    #expect(names.count == 97)
    #expect(Set(names).count == names.count)
  }
}

struct PeerBehavior: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The first lines of the issues that the test is to have.
  let headlines: [String]
  /// Whether its sleeps have to take longer than what the test does meanwhile, however busy the machine is.
  let needsVirtualTime: Bool
  let test: @MainActor @Sendable () async -> Void

  init(
    _ name: String,
    _ headlines: [String] = [],
    needsVirtualTime: Bool = false,
    _ test: @escaping @MainActor @Sendable () async -> Void
  ) {
    testDescription = name
    self.headlines = headlines
    self.needsVirtualTime = needsVirtualTime
    self.test = test
  }

  static let all = steps + failures + skipping + inPart + receiving + effects

  /// What is different, and why.
  static let differentByDesign: [(name: String, reason: String)] = [
    ("dependencies set on the reducer", "A feature is a value; its dependencies are properties that a test sets."),
    ("dependencies set on the store", "The same: no dependency belongs to the store."),
    ("dependencies bound when the state is made", "The state gets what it needs by its initializer."),
    ("dependencies prepared once", "There is no preparation: the test makes the feature."),
    ("assertions that draw on a dependency", "The closure reads no dependency that the reducer has used up."),
    ("an effect that sends after it was skipped", "Skipping cancels the effect, so that nothing outlives the test."),
    ("the process-wide executor is set by the store", "`.deterministic` orders each test by itself."),
    ("the process-wide executor is restored", "The same."),
    ("dismissing cancels the effects of a store", "The task of an action is cancelled with `cancel()`."),
    ("a dismissed store gets an action", "A store is not dismissed. It lasts as long as the test keeps it."),
    ("a closure that must change an optional", "`try #require` unwraps it, and a closure without a change fails."),
    ("the same in part", "The same."),
    ("the table of identifiers after an effect has finished", "Each store has its own, which goes with it."),
    ("the table of identifiers after a cancellation", "The same."),
    ("concurrent cancellations of one identifier", "Effects are started and cancelled on the main actor alone."),
    ("asynchronous concurrent cancellations", "The same."),
  ]
}
