import TestAssertions
import Testing

@Suite("A schedule in a file that does not import Testing")
struct ScheduleWithoutTestingTests {
  @Test("When the schedule records an issue then it is at the call")
  func whenScheduleRecordsIssue_thenItIsAtTheCall() async throws {
    var line = 0

    let issues = await recordedIssues { line = try await scheduleWithoutSeed() }

    let location = try #require(issues.first?.sourceLocation)
    #expect(location.fileID == "DeterministicSchedulingTests/ScheduleWithoutTesting.swift")
    #expect(location.line == line)
  }
}
