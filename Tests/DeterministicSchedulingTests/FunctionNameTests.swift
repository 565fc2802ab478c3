import Testing

@testable import DeterministicScheduling

@Suite("The names of functions")
struct FunctionNameTests {
  @Test(
    "When a function is demangled then its name is told as its author wrote it",
    arguments: [
      (
        "(1) await resume partial function for closure #1 @Sendable () async -> () in App.Feed.load() async throws -> ()",
        "closure #1 in Feed.load()"
      ),
      ("App.Feed.load(page: Swift.Int, Swift.String) async -> Swift.Int", "Feed.load(page:_:)"),
      ("App.Feed.map<A>((A) -> Swift.Int, with: [Swift.String : A]) -> ()", "Feed.map(_:with:)"),
      ("static App.Feed.(hidden in _3AEB9F28)(Swift.Int) -> ()", "Feed.hidden(_:)"),
      ("App.run() -> ()", "run()"),
      ("partial apply forwarder for closure #2 () async -> () in App.run() async -> ()", "closure #2 in run()"),
    ]
  )
  func whenDemangled_thenNameIsAsWritten(demangled: String, expected: String) {
    #expect(FunctionName(demangled: demangled)?.text == expected)
  }

  @Test("When the compiler made the function up then it has no name")
  func whenFunctionIsMadeUp_thenItHasNoName() {
    #expect(FunctionName(demangled: "reabstraction thunk helper from @escaping () -> ()") == nil)
    #expect(FunctionName(demangled: "type metadata for Swift.Int") == nil)
  }
}
