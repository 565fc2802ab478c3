import Testing
import TestingSupportCore

@testable import TestDoubles

@Suite("Unimplemented functions")
struct UnimplementedTests {
  @Test("When an unimplemented function is called then an issue names it, at the line that made it")
  func whenCalled_thenIssueNamesFunction() async {
    let line = #_sourceLocation.line + 1
    let note: @Sendable (Int, String) -> Void = unimplemented("Client.note")
    let issues = await capturingIssues { note(1, "a") }
    #expect(
      issues.texts == [
        "Unexpected call of unimplemented `Client.note(1, \"a\")`\nReplace it in this test if the call is expected."
      ]
    )
    #expect(issues.lines == [line])
  }

  @Test("When a fallback is given then a call returns it after the issue")
  func whenFallbackIsGiven_thenItIsReturned() async {
    let line = #_sourceLocation.line + 1
    let count: @Sendable (String) async -> Int = unimplemented("Client.count", returning: 7)
    let issues = await capturingIssues { #expect(await count("a") == 7) }
    #expect(
      issues.texts == [
        "Unexpected call of unimplemented `Client.count(\"a\")`\nReplace it in this test if the call is expected."
      ]
    )
    #expect(issues.lines == [line])
  }

  @Test("When the function throws then a call throws, also without a result")
  func whenFunctionThrows_thenCallThrows() async {
    let line = #_sourceLocation.line + 1
    let load: @Sendable () async throws -> [Int] = unimplemented("Client.load")
    let save: @Sendable (Int) async throws -> Void = unimplemented("Client.save")
    let issues = await capturingIssues {
      await #expect(throws: UnimplementedError(name: "Client.load")) { try await load() }
      await #expect(throws: UnimplementedError.self) { try await save(1) }
    }
    #expect(issues.lines == [line, line + 1])
    #expect("\(UnimplementedError(name: "Client.load"))" == "Client.load is unimplemented")
  }

  @Test("When the function throws an error of one type then a call throws the one that was given")
  func whenErrorIsGiven_thenCallThrowsIt() async {
    let line = #_sourceLocation.line + 1
    let load: @Sendable (Int) throws(SampleError) -> String = unimplemented(
      "Client.load",
      throwing: SampleError.offline
    )
    let issues = await capturingIssues {
      #expect(throws: SampleError.offline) { try load(1) }
    }
    #expect(
      issues.texts == [
        "Unexpected call of unimplemented `Client.load(1)`\nReplace it in this test if the call is expected."
      ]
    )
    #expect(issues.lines == [line])
  }
}

@Suite("Empty values")
struct EmptyValueTests {
  @Test("When a type has a value for nothing then it is found")
  func whenTypeHasNothing_thenItIsFound() {
    #expect(emptyValue(of: String.self) == "")
    #expect(emptyValue(of: [Int].self) == [])
    #expect(emptyValue(of: Set<Int>.self) == [])
    #expect(emptyValue(of: [String: Int].self) == [:])
    #expect(emptyValue(of: Int.self) == 0)
    #expect(emptyValue(of: Double.self) == 0)
    #expect(emptyValue(of: Bool.self) == false)
    #expect(emptyValue(of: Int?.self) == .some(nil))
    #expect(emptyValue(of: Void.self) != nil)
    #expect(emptyValue(of: SampleError.self) == nil)
  }
}
