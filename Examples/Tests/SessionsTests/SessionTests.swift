import Sessions
import Testing
import TestingSupport

@Suite("The rules of a session")
struct SessionTests {
  @Test("When a session lasts long enough then it is valid", arguments: [60, 3600])
  func whenSessionLastsLongEnough_thenItIsValid(duration: Double) {
    #expect(throws: Never.self) { try Session.fixture.with(\.duration, duration).validate() }
  }

  @Test("When a session is too short then it is not valid", arguments: [0, 59.9, -1])
  func whenSessionIsTooShort_thenItIsNotValid(duration: Double) {
    #expect(throws: SessionRuleError.tooShort) { try Session.fixture.with(\.duration, duration).validate() }
  }

  @Test("When several sessions are made then each has an identity of its own")
  func whenSeveralSessionsAreMade_thenEachHasItsOwnIdentity() {
    #expect(Set(Session.fixtures(3).map(\.id)).count == 3)
  }
}
