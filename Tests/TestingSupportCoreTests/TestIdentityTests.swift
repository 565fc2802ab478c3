import Testing
import TestingSupportCore

@Suite("The identity of a test")
struct TestIdentityTests {
  @Test("When a test runs then its identity is its name, the same each time")
  func whenTestRuns_thenIdentityIsItsName() {
    let identity = TestIdentity.current
    #expect(identity?.name == "TestingSupportCoreTests/TestIdentityTests/whenTestRuns_thenIdentityIsItsName()")
    #expect(identity?.arguments.isEmpty == true)
    #expect(identity == TestIdentity.current)
  }

  @Test("When a test has arguments then its identity tells them", arguments: [1, 2], ["a", "b"])
  func whenTestHasArguments_thenIdentityTellsThem(number: Int, letter: String) {
    #expect(TestIdentity.current?.arguments == #"\#(number), "\#(letter)""#)
  }

  @Test("When an argument cannot be encoded then its own description stands for it", arguments: [Plain(size: 3)])
  func whenArgumentCannotBeEncoded_thenItsDescriptionStandsForIt(plain: Plain) {
    #expect(TestIdentity.current?.arguments == "Plain(size: 3)")
  }

  @Test("When a task inherits from the test then it has the identity, and a detached one has none")
  func whenTaskIsDetached_thenItHasNoIdentity() async {
    #expect(await Task { TestIdentity.current }.value == TestIdentity.current)
    #expect(await Task.detached { TestIdentity.current == nil }.value)
  }
}

struct Plain: Sendable {
  var size: Int
}
