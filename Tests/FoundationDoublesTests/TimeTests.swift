import DeterministicScheduling
import Foundation
import FoundationDoubles
import TestAssertions
import Testing

@Suite("Dates of a test")
struct TimeTests {
  @Suite("that are set by hand")
  struct ManualDates {
    @Test("When a manual date advances then the code sees it")
    func whenDateAdvances_thenCodeSeesIt() {
      let date = ManualDate(Date(timeIntervalSince1970: 100))
      let now = date.now
      date.advance(by: .milliseconds(1500))
      #expect(now() == Date(timeIntervalSince1970: 101.5))
      date.set(to: Date(timeIntervalSince1970: 7))
      #expect(now() == Date(timeIntervalSince1970: 7))
    }

    @Test("When a manual date is to go back by advancing then that is an issue, and nothing changes")
    func whenDateIsToGoBack_thenThatIsIssue() async {
      let date = ManualDate(Date(timeIntervalSince1970: 100))
      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        date.advance(by: .seconds(-1))
      }
      #expect(issues.map(\.sourceLocation?.line) == [line])
      let text = "A manual date cannot advance by -1 seconds\nUse `set(to:)` to move it back."
      #expect(issues.map(\.comments) == [[Comment(rawValue: text)]])
      #expect(date.current == Date(timeIntervalSince1970: 100))
    }

    @Test(
      "When virtual time passes then the date follows",
      .deterministic,
      .enabled(if: DeterministicSupport.current == .exact)
    )
    func whenVirtualTimePasses_thenDateFollows() async throws {
      let date = ManualDate(.fixed("2026-01-01"))
      try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      #expect(date.current == .fixed("2026-01-01T00:01:00Z"))
      date.advance(by: .seconds(60))
      try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      #expect(date.current == .fixed("2026-01-01T00:03:00Z"))
      date.set(to: .fixed("2026-01-01"))
      #expect(date.current == .fixed("2026-01-01"))
    }

    @Test("When no virtual time passes then the date stands still")
    func whenNoVirtualTimePasses_thenDateStandsStill() async {
      let date = ManualDate(.fixed("2026-01-01"))
      await Task.yield()  // conventions:ignore yielding - real time is to pass
      #expect(date.current == .fixed("2026-01-01"))
    }
  }

  @Suite("that are the same everywhere")
  struct FixedValues {
    @Test(
      "When a date is written in ISO 8601 then it is that date",
      arguments: [
        ("1970-01-01", 0),
        ("1970-01-02T00:00:00Z", 86400),
        ("1970-01-01T00:00:01", 1),
        ("1970-01-01T00:00:01.5Z", 1.5),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29", 1_709_164_800),
      ] as [(String, TimeInterval)]
    )
    func whenDateIsWritten_thenItIsThatDate(text: String, seconds: TimeInterval) {
      #expect(Date.fixed(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
      "When a text is no date then that is an issue",
      arguments: ["", "today", "2024-13-01", "2024-02-29T25:00:00Z"]
    )
    func whenTextIsNoDate_thenThatIsIssue(text: String) async {
      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        #expect(Date.fixed(text) == Date(timeIntervalSinceReferenceDate: 0))
      }
      #expect(issues.map(\.sourceLocation?.line) == [line])
      let advice = "Write it as in `Date.fixed(\"2024-02-29T12:30:00Z\")`."
      #expect(issues.map(\.comments) == [[Comment(rawValue: "\"\(text)\" is not a date in ISO 8601\n\(advice)")]])
    }

    @Test("When a fixed calendar is used then days begin at midnight in Greenwich")
    func whenFixedCalendarIsUsed_thenDaysBeginInGreenwich() {
      let date = Date.fixed("2024-02-29T23:59:59Z")
      #expect(Calendar.fixed.component(.day, from: date) == 29)
      #expect(Calendar.fixed.timeZone == .fixed)
      #expect(TimeZone.fixed.secondsFromGMT(for: date) == 0)
      #expect(Locale.fixed.identifier == "en_US_POSIX")
    }
  }
}
