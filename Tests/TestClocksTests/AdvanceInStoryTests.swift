import Testing
import TestingSupportCore

@testable import DeterministicScheduling
@testable import TestClocks

@Suite("The story of a failing interleaving, with a test clock", .enabled(if: DeterministicSupport.current == .exact))
struct AdvanceInStoryTests {
  @Test("When a test clock advances then the story tells to which time, and where; and how long a task sleeps on it")
  func whenTestClockAdvances_thenStoryTellsToWhichTime() async throws {
    let story = try #require(
      await firstStory {
        let clock = TestClock()
        let task = Task { try await clock.sleep(for: .milliseconds(300)) }
        await clock.waitForSleepers(1)
        await clock.advance(by: .milliseconds(500))
        clock.jump(by: .seconds(1))
        _ = await task.result
      }
    )
    #expect(
      story.contains(" is notified that the test is idle; resumes task 1; advances a clock to 300 milliseconds\n"),
      "\(story)"
    )
    #expect(story.contains("; sleeps for 300 milliseconds on a clock\n"), "\(story)")
    #expect(story.contains(" advances a clock to 500 milliseconds\n"), "\(story)")
    #expect(story.contains("; advances a clock to 1.5 seconds"), "\(story)")
  }

  private func firstStory(_ body: () async -> Void) async -> String? {
    // After the limit, a slow machine would get a story without functions.
    await WaitLimit.withValue(.seconds(600)) {
      await firstFailingOrder(
        of: 1,
        firstSeed: 1,
        strategy: .random,
        isSimplified: true,
        sourceLocation: #_sourceLocation,
        passingOn: NonfailingIssues(),
        failure: { _ in "planted" },
        body
      )?.story
    }
  }
}
